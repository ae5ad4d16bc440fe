import { label } from '../../kernel/core/label.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Module } from '../../kernel/core/module.ts';
import { messagesMenu } from './menu.ts';
import { message } from './message.resource.ts';
import { outbox, sms } from './sms.resource.ts';
import { notice } from './notice.resource.ts';

/** What people are told: notices, messages, mail. */
export const messages: Module = {
  name: 'messages',
  label: label('消息', 'Messages'),
  declarations: [notice, message, sms, outbox] as readonly Declaration[],
  menu: messagesMenu,
  parameters: {
    'sms.dailyPerPhone': { label: label('每个号码每天短信数', 'Messages to a phone each day'), value: '10' },
    'sms.dailyPerUser': { label: label('每人每天短信数', 'Messages of a person each day'), value: '50' },
    'sms.dailyPerTenant': { label: label('租户每天短信数', 'Messages of the tenant each day'), value: '2000' },
    'sms.gateway': {
      label: label('短信出口地址（平台，留 - 直连服务商）', 'Way out to providers (platform; - is straight)'),
      value: '-',
      platform: true,
    },
  },
};

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
    'mail.server': {
      label: label(
        '邮件服务器（平台），如 smtp://mail.example.com:587',
        'Mail server (platform), like smtp://mail.example.com:587',
      ),
      value: '-',
      platform: true,
    },
    'mail.from': { label: label('发件地址（平台）', 'Mail comes from (platform)'), value: '-', platform: true },
    'mail.user': {
      label: label('邮件账号（平台，- 为不登录）', 'Mail account (platform; - for none)'),
      value: '-',
      platform: true,
    },
    'mail.password': {
      label: label('邮件密码（平台，加密保存）', 'Password of the mail account (platform, kept sealed)'),
      value: '-',
      secret: true,
      platform: true,
    },
  },
};

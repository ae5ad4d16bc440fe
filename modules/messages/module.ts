import { label } from '../../kernel/core/label.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Module } from '../../kernel/core/module.ts';
import { messagesMenu } from './menu.ts';
import { message } from './message.resource.ts';
import { messagesRefusals } from './messages.refusals.ts';
import { notice } from './notice.resource.ts';

/** What people are told: notices, messages, mail. */
export const messages: Module = {
  name: 'messages',
  label: label('消息', 'Messages'),
  declarations: [notice, message] as readonly Declaration[],
  menu: messagesMenu,
  refusals: messagesRefusals,
};

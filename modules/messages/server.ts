import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import {
  markAllRead,
  markRead,
  messageBehaviour,
  messageStream,
  mine,
  readNotice,
  sendMail,
  unread,
} from './messages.server.ts';
import { enableSms, outboxBehaviour, outboxCalls, sendWaiting, smsBehaviour } from './sms.server.ts';
import { recordsShown } from '../../parts/storage/file-readers.ts';
import { notice } from './notice.resource.ts';
import { noticeBehaviour, shownToMe } from './notice.server.ts';
import './messages.refusals.ts';

/** What people are told, on the server. */
export const messagesServer = (services: Services): ServerModule => ({
  name: 'messages',
  behaviours: [noticeBehaviour, messageBehaviour, smsBehaviour(services), outboxBehaviour] as readonly Behaviour[],
  calls: [
    unread,
    mine,
    messageStream(services),
    markRead,
    markAllRead,
    sendMail,
    readNotice,
    enableSms,
    ...outboxCalls(services),
  ],
  // Who is shown a notice may open what is attached to it.
  provides: [recordsShown.by((context, { name }) => (name === notice.name ? shownToMe(context) : undefined))],
  scheduledTasks: [sendWaiting(services)],
});

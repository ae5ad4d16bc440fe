import type { Behaviour } from '../../kernel/server/behaviour.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { messageBehaviour, messageCalls } from './messages.server.ts';
import { outboxBehaviour, sendWaiting, smsBehaviour, smsCalls } from './sms.server.ts';
import { noticeBehaviour } from './notice.server.ts';
import './messages.refusals.ts';

/** What people are told, on the server. */
export const messagesServer = (services: Services): ServerModule => ({
  name: 'messages',
  behaviours: [noticeBehaviour, messageBehaviour, smsBehaviour(services), outboxBehaviour] as readonly Behaviour[],
  calls: [...messageCalls(services), ...smsCalls(services)],
  chores: [sendWaiting(services)],
});

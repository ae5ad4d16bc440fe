import type { ServerModule } from '../../kernel/server/registry.ts';
import { accountFor } from './account.server.ts';
import { recallBehaviour } from './recall.server.ts';
import { eventSheet } from './event-sheet.server.ts';
import './recall.refusals.ts';

/** Recalls on the server. */
export const recallServer = (): ServerModule => ({
  name: 'recall',
  behaviours: [recallBehaviour],
  calls: [accountFor, eventSheet],
});

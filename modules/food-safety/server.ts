import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { authoritySheet } from './ledgers/authority-sheet.server.ts';
import { foodSafetyLogBehaviour } from './ledgers/food-safety-log.server.ts';
import { checkPeople, ledgerBoard } from './ledgers/ledger-board.server.ts';
import { watchLedgers } from './ledgers/missing-entries.server.ts';
import { safetyDutyBehaviour } from './ledgers/safety-duty.server.ts';
import { healthCardBehaviour } from './people/health-card.server.ts';
import './food-safety.refusals.ts';

/** Food-safety ledgers on the server. */
export const foodSafetyServer = (services: Services): ServerModule => ({
  name: 'food-safety',
  behaviours: [healthCardBehaviour, safetyDutyBehaviour, foodSafetyLogBehaviour],
  calls: [ledgerBoard, checkPeople, authoritySheet],
  scheduledTasks: [watchLedgers(services)],
});

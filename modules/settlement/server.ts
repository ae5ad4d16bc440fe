import type { ServerModule } from '../../kernel/server/registry.ts';
import { settlementEntryBehaviour } from './settlement.server.ts';

/** Money entries on the server. */
export const settlementServer = (): ServerModule => ({
  name: 'settlement',
  behaviours: [settlementEntryBehaviour],
  calls: [],
  constraintRefusals: {
    settlement_entry_once_uq: 'stock.posted-twice',
    settlement_entry_unmoved_uq: 'stock.posted-twice',
    settlement_entry_reversed_once_uq: 'stock.posted-twice',
  },
});

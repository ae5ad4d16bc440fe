import type { ServerModule } from '../../kernel/server/registry.ts';
import { requireAuthorisedUse } from '../master-data/authorisation/authorised-use.server.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import { proveHoldings } from './holding-proof.server.ts';
import { outStoreSources } from './out-store-source.port.server.ts';
import { outStoreBehaviour } from './out-store.server.ts';
import { receiptCalls } from './out-store-receipt.server.ts';
import { pickApprovalCalls } from './pick-approval.server.ts';
import { pickLineCalls } from './pick-lines.server.ts';
import { usesOfPick } from './kitchen-sheet/pick-uses.server.ts';
import { pickSource } from './pick-source.server.ts';
import { pickBehaviour } from './pick.server.ts';
import { pickingCalls } from './picking.server.ts';
import './issuing.refusals.ts';

/** Picks and out-stores on the server. */
export const issuingServer = (): ServerModule => ({
  name: 'issuing',
  provides: [proofsAlso.by(proveHoldings), outStoreSources.by(pickSource)],
  behaviours: [
    requireAuthorisedUse(pickBehaviour, {
      lines: 'details',
      purpose: 'issue',
      place: (head) => head['gearOperationDeptId'] ?? head['useRestaurantDeptId'],
      date: (head) => head['needTime'],
    }),
    outStoreBehaviour,
  ],
  calls: [...pickingCalls, ...receiptCalls, ...pickLineCalls, ...pickApprovalCalls, usesOfPick],
});

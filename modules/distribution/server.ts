import type { ServerModule } from '../../kernel/server/registry.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import './distribution.refusals.ts';
import { distributionBillBehaviour } from './lists/distribution-bill.server.ts';
import { proveDistribution } from './lists/distribution-proof.server.ts';
import { straightLineBehaviour, uniformLineBehaviour } from './lists/distribution-lines.server.ts';
import { distributionListCalls } from './lists/list-calls.server.ts';

/** Distribution on the server. */
export const distributionServer = (): ServerModule => ({
  name: 'distribution',
  provides: [proofsAlso.by(proveDistribution)],
  behaviours: [distributionBillBehaviour, straightLineBehaviour, uniformLineBehaviour],
  calls: distributionListCalls,
});

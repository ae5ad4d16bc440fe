import type { ServerModule } from '../../kernel/server/registry.ts';
import { requireAuthorisedUse } from '../master-data/authorisation/authorised-use.server.ts';
import { askedElsewhere } from '../planning/netting/asked-elsewhere.port.server.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import './distribution.refusals.ts';
import { askedOf } from './bills/asked-progress.server.ts';
import { distributionBehaviour } from './bills/distribution.server.ts';
import { extractionCalls } from './bills/extraction.server.ts';
import { lineCalls } from './bills/line-calls.server.ts';
import { distributionBillBehaviour } from './lists/distribution-bill.server.ts';
import { proveDistribution } from './lists/distribution-proof.server.ts';
import { straightLineBehaviour, uniformLineBehaviour } from './lists/distribution-lines.server.ts';
import { distributionListCalls } from './lists/list-calls.server.ts';

/** Distribution on the server. */
export const distributionServer = (): ServerModule => ({
  name: 'distribution',
  provides: [proofsAlso.by(proveDistribution), askedElsewhere.by(askedOf)],
  behaviours: [
    requireAuthorisedUse(distributionBehaviour, {
      lines: 'details',
      purpose: 'plan',
      place: (head) => head['bladeProjectDeptId'],
      date: (_head, line) => line['needDate'],
    }),
    distributionBillBehaviour,
    straightLineBehaviour,
    uniformLineBehaviour,
  ],
  calls: [...distributionListCalls, ...extractionCalls, ...lineCalls],
});

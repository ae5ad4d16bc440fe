import type { ServerModule } from '../../kernel/server/registry.ts';
import { requireAuthorisedUse } from '../master-data/authorisation/authorised-use.server.ts';
import { distributionBehaviour } from './bills/distribution.server.ts';
import { extractionCalls } from './bills/extraction.server.ts';
import { lineCalls } from './bills/line-calls.server.ts';
import { straightLineBehaviour, uniformLineBehaviour } from './lists/distribution-lines.server.ts';

/** Distribution on the server. */
export const distributionServer = (): ServerModule => ({
  name: 'distribution',
  behaviours: [
    requireAuthorisedUse(distributionBehaviour, {
      lines: 'details',
      purpose: 'plan',
      place: (head) => head['bladeProjectDeptId'],
      date: (_head, line) => line['needDate'],
    }),
    straightLineBehaviour,
    uniformLineBehaviour,
  ],
  calls: [...extractionCalls, ...lineCalls],
});

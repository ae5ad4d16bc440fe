import type { ServerModule } from '../../kernel/server/registry.ts';
import { factoryOrderBehaviour } from './factory-orders/factory-order.server.ts';
import { straightLineBehaviour, uniformLineBehaviour } from './lists/distribution-lines.server.ts';
import { shortageSplitBehaviour, shortageSplitCalls } from './shortage/shortage-split.server.ts';
import { sortReportCalls } from './sort-report/sort-report.server.ts';
import { sortingActCalls } from './sorting/sorting-calls.server.ts';
import { sortingPageCalls } from './sorting/sorting-pages.server.ts';
import './sorting.refusals.ts';

/** Distribution on the server. */
export const distributionServer = (): ServerModule => ({
  name: 'distribution',
  behaviours: [straightLineBehaviour, uniformLineBehaviour, factoryOrderBehaviour, shortageSplitBehaviour],
  calls: [...sortingActCalls, ...sortingPageCalls, ...shortageSplitCalls, ...sortReportCalls],
});

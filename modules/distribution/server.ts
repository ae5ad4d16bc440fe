import type { ServerModule } from '../../kernel/server/registry.ts';
import { receivedElsewhere } from '../purchasing/chain-progress.server.ts';
import { orderOrigins } from '../purchasing/order-origin.port.server.ts';
import { inStoreSources } from '../receiving/in-store-source.port.server.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import './distribution.refusals.ts';
import { proveDocuments, proveFactoryOrders } from './documents/documents-proof.server.ts';
import { generateDocuments } from './documents/generate-documents.server.ts';
import { receivedByLists } from './documents/document-progress.server.ts';
import { documentOrigin } from './documents/order-origin.server.ts';
import { purchaseDocumentBehaviour } from './documents/purchase-document.server.ts';
import { factoryOrderSource } from './factory-orders/factory-order-source.server.ts';
import { factoryOrderBehaviour } from './factory-orders/factory-order.server.ts';
import { distributionBillBehaviour } from './lists/distribution-bill.server.ts';
import { straightLineBehaviour, uniformLineBehaviour } from './lists/distribution-lines.server.ts';
import { proveDistribution } from './lists/distribution-proof.server.ts';
import { distributionListCalls } from './lists/list-calls.server.ts';
import { shortageSplitBehaviour, shortageSplitCalls } from './shortage/shortage-split.server.ts';
import { sortReportCalls } from './sort-report/sort-report.server.ts';
import { sortingActCalls } from './sorting/sorting-calls.server.ts';
import { sortingPageCalls } from './sorting/sorting-pages.server.ts';
import './sorting.refusals.ts';

/** Distribution on the server. */
export const distributionServer = (): ServerModule => ({
  name: 'distribution',
  provides: [
    orderOrigins.by(documentOrigin),
    receivedElsewhere.by(receivedByLists),
    inStoreSources.by(factoryOrderSource),
    proofsAlso.by(proveDistribution),
    proofsAlso.by(proveDocuments),
    proofsAlso.by(proveFactoryOrders),
  ],
  behaviours: [
    distributionBillBehaviour,
    straightLineBehaviour,
    uniformLineBehaviour,
    purchaseDocumentBehaviour,
    factoryOrderBehaviour,
    shortageSplitBehaviour,
  ],
  calls: [
    ...distributionListCalls,
    generateDocuments,
    ...sortingActCalls,
    ...sortingPageCalls,
    ...shortageSplitCalls,
    ...sortReportCalls,
  ],
});

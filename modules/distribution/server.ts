import type { ServerModule } from '../../kernel/server/registry.ts';
import { requireAuthorisedUse } from '../master-data/authorisation/authorised-use.server.ts';
import { askedElsewhere } from '../planning/netting/asked-elsewhere.port.server.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import { askedOf } from './bills/asked-progress.server.ts';
import { distributionBehaviour } from './bills/distribution.server.ts';
import { extractionCalls } from './bills/extraction.server.ts';
import { lineCalls } from './bills/line-calls.server.ts';
import { orderedGoods } from '../production/produce/ordered-goods.port.server.ts';
import { servedElsewhere } from '../purchasing/chain-progress.server.ts';
import { orderOrigins } from '../purchasing/order-origin.port.server.ts';
import { inStoreSources } from '../receiving/in-store-source.port.server.ts';
import { orderShipments, packedCrateCalls } from './crates/packed-crates.server.ts';
import { proveDocuments, proveFactoryOrders } from './documents/documents-proof.server.ts';
import { generateDocuments } from './documents/generate-documents.server.ts';
import { servedByLists } from './documents/document-progress.server.ts';
import { documentOrigin } from './documents/order-origin.server.ts';
import { purchaseDocumentBehaviour } from './documents/purchase-document.server.ts';
import { factoryOrderSource, orderedToMake } from './factory-orders/factory-order-source.server.ts';
import { factoryOrderBehaviour } from './factory-orders/factory-order.server.ts';
import './distribution.refusals.ts';
import { distributionBillBehaviour } from './lists/distribution-bill.server.ts';
import { straightLineBehaviour, uniformLineBehaviour } from './lists/distribution-lines.server.ts';
import { proveDistribution } from './lists/distribution-proof.server.ts';
import { distributionListCalls } from './lists/list-calls.server.ts';
import { proveBought } from './self-buying/bought-proof.server.ts';
import { buyNeedsCall } from './self-buying/buy-needs.server.ts';
import { boughtForNeeds, servedByBuying } from './self-buying/follow-bought.server.ts';
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
    servedElsewhere.by(servedByLists),
    servedElsewhere.by(servedByBuying),
    boughtForNeeds,
    inStoreSources.by(factoryOrderSource),
    orderedGoods.by(orderedToMake),
    proofsAlso.by(proveDistribution),
    askedElsewhere.by(askedOf),
    proofsAlso.by(proveDocuments),
    proofsAlso.by(proveBought),
    proofsAlso.by(proveFactoryOrders),
    orderShipments,
  ],
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
    purchaseDocumentBehaviour,
    factoryOrderBehaviour,
    shortageSplitBehaviour,
  ],
  calls: [
    ...distributionListCalls,
    ...extractionCalls,
    ...lineCalls,
    buyNeedsCall,
    generateDocuments,
    ...sortingActCalls,
    ...sortingPageCalls,
    ...packedCrateCalls,
    ...shortageSplitCalls,
    ...sortReportCalls,
  ],
});

import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { receivedFactor } from '../master-data/units/received-factors.port.server.ts';
import { paidPrices, settledPrices } from '../prices/price-book/paid-prices.port.server.ts';
import { orderFollowers } from '../purchasing/order-approved.port.server.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import { orderSource } from './from-orders/bill-from-order.server.ts';
import { proveCases } from './out-store-cases/cases-proof.server.ts';
import { watchDeadlines } from './out-store-cases/case-messages.server.ts';
import { casesOfOutStores } from './out-store-cases/open-cases.server.ts';
import { resendSource } from './out-store-cases/resend.server.ts';
import { outStoreCases } from '../issuing/claims/out-store-cases.port.server.ts';
import { outStoreSources } from '../issuing/out-store-source.port.server.ts';
import { differenceCalls, inStoreDifferenceBehaviour } from './difference-calls.server.ts';
import { learnCode, readCode } from './dock/scan.server.ts';
import { receiptShipments } from './sent-goods/crate-shipments.server.ts';
import { completeReceiving, doDifference } from './do-difference.server.ts';
import { doReceiving } from './do-receiving.server.ts';
import { factoryInStoreCalls } from './factory-in-store.server.ts';
import { orderFollower } from './from-orders/order-follower.server.ts';
import { inStoreSources } from './in-store-source.port.server.ts';
import { getSourceBill, inStoreBehaviour, inStoreDetailBehaviour, submitInStore } from './in-store.server.ts';
import { sentGoodsCalls } from './sent-goods/face.server.ts';
import { proveEntries } from './entries-proof.server.ts';
import { bringPapers } from './lot-papers.server.ts';
import { preDifference, preReceiving } from './proposals.server.ts';
import { receivedFactors } from './received-factors.server.ts';
import { paidLately, settledLately } from './received-prices.server.ts';
import { reverseReceiving } from './reverse-receiving.server.ts';
import './receiving.refusals.ts';

/** In-stores, their deliveries and differences on the server. */
export const receivingServer = (services: Services): ServerModule => ({
  name: 'receiving',
  provides: [
    paidPrices.by(paidLately),
    settledPrices.by(settledLately),
    receivedFactor.by(receivedFactors),
    orderFollowers.by(orderFollower),
    inStoreSources.by(orderSource),
    proofsAlso.by(proveEntries),
    proofsAlso.by(proveCases),
    outStoreCases.by(casesOfOutStores),
    outStoreSources.by(resendSource),
    receiptShipments,
  ],
  behaviours: [inStoreBehaviour, inStoreDetailBehaviour, inStoreDifferenceBehaviour],
  calls: [
    submitInStore,
    getSourceBill,
    preReceiving,
    readCode,
    learnCode,
    doReceiving,
    reverseReceiving,
    bringPapers,
    preDifference,
    doDifference,
    completeReceiving,
    ...differenceCalls,
    ...factoryInStoreCalls,
    ...sentGoodsCalls,
  ],
  scheduledTasks: [watchDeadlines(services)],
  constraintRefusals: {
    in_store_source_uq: 'receiving.source-taken',
    in_store_difference_waiting_uq: 'receiving.case-exists',
    in_store_difference_sent_waiting_uq: 'receiving.case-exists',
  },
});

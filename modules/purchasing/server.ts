import { purchaseOrder } from './purchase-order.document.ts';
import { lineSheets } from '../../parts/sheets/line-sheet.ts';
import { orderSheet } from './order-sheet.server.ts';
import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { requireAuthorisedUse } from '../master-data/authorisation/authorised-use.server.ts';
import { orderedShares } from '../sourcing/ordered-shares.port.server.ts';
import { proofsAlso } from '../stock/ledger/proof.server.ts';
import { answerCalls } from './answers/answers.server.ts';
import { publicOrderCalls } from './answers/public-order.server.ts';
import { orderDetailBehaviour } from './answers/order-line.server.ts';
import { orderChangeBehaviour } from './changes/order-change.server.ts';
import { askSuppliers } from './answers/tickets.server.ts';
import { orderFollowers } from './order-approved.port.server.ts';
import { channelCall } from './distribution/channel.server.ts';
import { distributionCalls, requestLineBehaviour } from './distribution-calls.server.ts';
import { generateOrders, previewOrders } from './generate-orders.server.ts';
import { proveNeeds } from './need-proof.server.ts';
import { orderedFrom } from './ordered-from.server.ts';
import { purchaseOrderBehaviour } from './purchase-order.server.ts';
import { purchaseRequestBehaviour } from './purchase-request.server.ts';
import { generateRequests } from './requests-from-plans.server.ts';
import { draftStandingOrders, standingOrderBehaviour, standingOrderCalls } from './standing/standing-order.server.ts';
import './purchasing.refusals.ts';

/** Purchase requests and orders on the server. */
export function purchasingServer(services: Services): ServerModule {
  return {
    name: 'purchasing',
    provides: [
      lineSheets.by({ declaration: purchaseOrder, sheet: orderSheet }),
      orderedShares.by(orderedFrom),
      proofsAlso.by(proveNeeds),
      orderFollowers.by(askSuppliers(services)),
    ],
    behaviours: [
      requireAuthorisedUse(purchaseRequestBehaviour, {
        lines: 'details',
        purpose: 'buy',
        place: (head) => head['bladeProjectDeptId'] ?? head['companyDeptId'],
        date: (_head, line) => line['needDate'],
      }),
      requestLineBehaviour,
      standingOrderBehaviour,
      orderDetailBehaviour,
      orderChangeBehaviour,
      requireAuthorisedUse(purchaseOrderBehaviour, {
        lines: 'details',
        purpose: 'buy',
        place: (head) => head['bladeProjectDeptId'] ?? head['companyDeptId'],
        date: (head, line) => line['deliveryDate'] ?? head['deliveryDate'],
      }),
    ],
    calls: [
      channelCall,
      generateRequests,
      generateOrders,
      previewOrders,
      ...distributionCalls,
      ...standingOrderCalls,
      ...answerCalls(services),
      ...publicOrderCalls(services),
    ],
    scheduledTasks: [draftStandingOrders(services)],
  };
}

import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { countOrdersBy } from '../sourcing/ordered-shares.port.server.ts';
import { distributionCalls, requestLineBehaviour } from './distribution-calls.server.ts';
import { generateOrders } from './generate-orders.server.ts';
import { orderedFrom } from './ordered-from.server.ts';
import { purchaseOrderBehaviour } from './purchase-order.server.ts';
import { purchaseRequestBehaviour } from './purchase-request.server.ts';
import { generateRequests } from './requests-from-plans.server.ts';

export function purchasingServer(services: Services): ServerModule {
  countOrdersBy(orderedFrom);
  return {
    name: 'purchasing',
    behaviours: [purchaseRequestBehaviour, requestLineBehaviour, purchaseOrderBehaviour],
    calls: [generateRequests(services), generateOrders(services), ...distributionCalls(services)],
  };
}

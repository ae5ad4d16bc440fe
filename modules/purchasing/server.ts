import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { generateOrders } from './generate-orders.server.ts';
import { purchaseOrderBehaviour } from './purchase-order.server.ts';
import { purchaseRequestBehaviour } from './purchase-request.server.ts';
import { generateRequests } from './requests-from-plans.server.ts';

export const purchasingServer = (services: Services): ServerModule => ({
  name: 'purchasing',
  behaviours: [purchaseRequestBehaviour, purchaseOrderBehaviour],
  calls: [generateRequests(services), generateOrders(services)],
});

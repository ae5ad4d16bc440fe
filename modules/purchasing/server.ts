import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { generateOrders } from './generate-orders.server.ts';
import { purchaseOrderBehaviour } from './purchase-order.server.ts';
import { purchaseRequestBehaviour } from './purchase-request.server.ts';

export const purchasingServer = (services: Services): ServerModule => ({
  name: 'purchasing',
  behaviours: [purchaseRequestBehaviour, purchaseOrderBehaviour],
  calls: [generateOrders(services)],
});

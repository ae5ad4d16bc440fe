import type { ServerModule } from '../../kernel/server/registry.ts';
import { factoryOrderBehaviour } from './factory-orders/factory-order.server.ts';
import { straightLineBehaviour, uniformLineBehaviour } from './lists/distribution-lines.server.ts';
import './sorting.refusals.ts';

/** Distribution on the server. */
export const distributionServer = (): ServerModule => ({
  name: 'distribution',
  behaviours: [straightLineBehaviour, uniformLineBehaviour, factoryOrderBehaviour],
});

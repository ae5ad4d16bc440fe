import type { ServerModule, Services } from '../../kernel/server/registry.ts';
import { priceCalls } from './price-calls.server.ts';
import { jointOperationPriceBehaviour, settlementPriceBehaviour } from './price.server.ts';

export const pricesServer = (_services: Services): ServerModule => ({
  name: 'prices',
  behaviours: [settlementPriceBehaviour, jointOperationPriceBehaviour],
  calls: priceCalls,
  constraintRefusals: { settlement_price_period_ex: 'prices.overlap-unnamed', joint_operation_price_period_ex: 'prices.overlap-unnamed' },
});

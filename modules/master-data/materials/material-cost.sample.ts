import { sample } from '../../../tests/support/sample.ts';
import { materialCost } from './material-cost.resource.ts';
import { unpricedGoods } from './material.sample.ts';

export const materialCostSample = sample(materialCost, {
  values: async (maker) => ({ ...(await unpricedGoods(maker)), unitCost: '4.8', startDate: '2031-01-01', endDate: '' }),
});

import { sample } from '../../../tests/support/sample.ts';
import { unpricedGoods } from '../../master-data/materials/material.sample.ts';
import { priceEarlyWarning } from './price-early-warning.resource.ts';

export const priceEarlyWarningSample = sample(priceEarlyWarning, {
  values: async (maker) => ({ materialId: (await unpricedGoods(maker)).materialId, materialTypeId: '' }),
});

import { sample } from '../../../tests/support/sample.ts';
import type { Maker, Values } from '../../../tests/support/sample.ts';
import { unpricedGoods } from '../../master-data/materials/material.sample.ts';
import { jointOperationPrice, settlementPrice } from './price.resource.ts';

const newPrice = async (maker: Maker): Promise<Values> => ({
  ...(await unpricedGoods(maker)),
  deptId: '',
  price: '4.8',
  taxRate: '9',
  startDate: '2031-01-01',
  endDate: '',
});

export const settlementPriceSample = sample(settlementPrice, { values: newPrice });
export const jointOperationPriceSample = sample(jointOperationPrice, { values: newPrice });

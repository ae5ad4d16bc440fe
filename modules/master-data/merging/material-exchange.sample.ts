import { sample } from '../../../tests/support/sample.ts';
import type { Maker, Values } from '../../../tests/support/sample.ts';
import { unpricedGoods } from '../materials/material.sample.ts';
import { materialReplace, materialSubstitute } from './material-exchange.resource.ts';

/** Of two goods that nothing was said of yet. */
async function exchange(maker: Maker, other: 'replace' | 'substitute'): Promise<Values> {
  const [from, to] = [await unpricedGoods(maker), await unpricedGoods(maker)];
  return {
    ...from,
    [`${other}MaterialId`]: to.materialId,
    qty: '1',
    [`${other}Qty`]: '2',
    [`${other}UnitId`]: to.unitId,
    startDate: '2026-11-01',
  };
}

export const materialReplaceSample = sample(materialReplace, { values: (maker) => exchange(maker, 'replace') });
export const materialSubstituteSample = sample(materialSubstitute, {
  values: (maker) => exchange(maker, 'substitute'),
});

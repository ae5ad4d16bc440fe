import type { Maker } from '../../../tests/support/sample.ts';
import { material } from './material.resource.ts';
import { materialUnit } from '../units/material-unit.resource.ts';

/** Goods that have no price yet, with their base unit. */
export async function unpricedGoods(maker: Maker): Promise<{ materialId: string; unitId: unknown }> {
  const materialId = await maker.another(material);
  return { materialId, unitId: (await maker.detail(material, materialId))['baseUnitId'] };
}

/** Goods counted by weight. */
export async function weighedGoods(maker: Maker): Promise<{ materialId: string }> {
  const kilogram = (await maker.rows(materialUnit)).find((row) => row['code'] === 'KG')!.id;
  return { materialId: await maker.another(material, { baseUnitId: kilogram, purchaseUnitId: kilogram }) };
}

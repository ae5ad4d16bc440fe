import { sample, TENANT, type Maker } from '../../../tests/support/sample.ts';
import { material } from '../materials/material.resource.ts';
import { bomReplacement } from '../dishes/replacement/bom-replacement.resource.ts';
import { materialMerge } from './material-merge.resource.ts';

const twoGoods = async (maker: Maker): Promise<[string, string]> => [
  await maker.another(material),
  await maker.another(material),
];

export const materialMergeSample = sample(materialMerge, {
  row: async (maker) =>
    maker.sql('insert into material_merge (tenant_id, material_id, into_material_id) values ($1, $2, $3)', [
      TENANT,
      ...(await twoGoods(maker)),
    ]),
});

export const bomReplacementSample = sample(bomReplacement, {
  row: async (maker) =>
    maker.sql(
      'insert into bom_replacement (tenant_id, material_id, to_material_id, start_date) values ($1, $2, $3, $4)',
      [TENANT, ...(await twoGoods(maker)), maker.today],
    ),
});

import { sample } from '../../../tests/support/sample.ts';
import type { Values } from '../../../tests/support/sample.ts';
import { dish } from './dish.resource.ts';
import { dishBom, dishBomSpecialGear } from './dish-bom.resource.ts';

/** One that is cooked to be eaten: what is kept as a material has that for itself. */
export const dishSample = sample(dish, {
  values: () => ({ dishKind: 'finished', stockable: 0, stockMaterialId: '' }),
});

export const dishBomSample = sample(dishBom, {
  values: async (maker) => ({ dishId: await maker.another(dish), released: 0 }),
});

export const dishBomSpecialGearSample = sample(dishBomSpecialGear, {
  async values(maker) {
    const [bom] = await maker.rows(dishBom);
    const [line] = (await maker.detail(dishBom, bom!.id))['details'] as Values[];
    const day = `20${30 + (maker.number % 60)}-01-01`;
    return {
      dishId: bom!['dishId'],
      deptId: (await maker.rows({ name: 'operationSystem' }))[0]!['gearOperationDeptId'],
      reason: `口味${maker.number}`,
      startDate: day,
      endDate: day,
      details: [{ action: 'change', targetMaterialId: line!['materialId'], netQty: '1', unitId: line!['unitId'] }],
    };
  },
});

import { sample } from '../../../tests/support/sample.ts';
import { material } from '../materials/material.resource.ts';
import { materialYieldTest } from './material-yield-test.resource.ts';

/** Half of it was left, weighed in the unit the material is kept in. */
export const materialYieldTestSample = sample(materialYieldTest, {
  values: async ({ today, detail }, { materialId }) => ({
    unitId: (await detail(material, materialId))['baseUnitId'],
    testDate: today,
    grossQty: '10',
    netQty: '5',
    accepted: 0,
  }),
});

import { sample } from '../../../tests/support/sample.ts';
import { materialNutrient, nutrients } from './material-nutrient.resource.ts';
import { nutrientRetention } from './nutrient-retention.resource.ts';
import { weighedGoods } from '../materials/material.sample.ts';

export const materialNutrientSample = sample(materialNutrient, { values: weighedGoods });

export const nutrientRetentionSample = sample(nutrientRetention, {
  values: ({ number }) => ({
    cookingMethod: 'boil',
    materialTypeId: '',
    nutrient: Object.keys(nutrients)[number % Object.keys(nutrients).length],
    retention: '80',
  }),
});

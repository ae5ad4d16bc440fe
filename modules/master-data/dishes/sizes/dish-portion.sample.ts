import { sample } from '../../../../tests/support/sample.ts';
import { dishPortion } from './dish-portion.resource.ts';

/** A dish of its own, so that no two share a size. */
export const dishPortionSample = sample(dishPortion, {
  values: async ({ another }) => ({ dishId: await another({ name: 'dish' }), portionGroup: 'large', ratio: '1.5' }),
});

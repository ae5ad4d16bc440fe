import { sample } from '../../../tests/support/sample.ts';
import { materialYieldTest } from './material-yield-test.resource.ts';

/** Half of it was left. */
export const materialYieldTestSample = sample(materialYieldTest, {
  values: ({ today }) => ({ testDate: today, grossQty: '10', netQty: '5', accepted: 0 }),
});

import { sample } from '../../../tests/support/sample.ts';
import { materialAuthRange } from './material-auth-range.resource.ts';

/** A day of the past that no other range holds. */
export const materialAuthRangeSample = sample(materialAuthRange, {
  values({ number }) {
    const day = `19${40 + (number % 50)}-0${1 + (number % 9)}-01`;
    return { startDate: day, endDate: day };
  },
});

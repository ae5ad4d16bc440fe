import { sample } from '../../tests/support/sample.ts';
import type { Values } from '../../tests/support/sample.ts';
import { priceCorrection } from './price-correction.document.ts';

/** What was received is corrected to another price each time. */
export const priceCorrectionSample = sample(priceCorrection, {
  values: ({ number }, { prices }) => ({
    prices: (prices as Values[]).map((line) => ({ ...line, newPrice: `${1 + (number % 90)}.01` })),
    publishes: 0,
  }),
  // What others corrected meanwhile is as it came again.
  complete: [
    `update price_correction_detail set line_state = 'taken-back'
      where line_state = 'live' and price_correction_id <> $1`,
  ],
});

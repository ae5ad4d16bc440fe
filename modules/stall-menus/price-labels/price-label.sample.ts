import { sample } from '../../../tests/support/sample.ts';
import { priceLabel } from './price-label.resource.ts';

/** One more, with a code of its own. */
export const priceLabelSample = sample(priceLabel, { values: ({ number }) => ({ labelCode: `PL${number}` }) });

/** How prices per unit stand in a column. Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';

/** Places a price shows at least. */
const LEAST = 2;
/** Places a column keeps room for: more are seldom stored. */
const ROOM = 4;

/** How many digits a price lacks behind its point to end where the longest usual one does. */
export const missingPlaces = (price: string): number => Math.max(0, ROOM - Math.max(LEAST, Decimal.of(price).places));

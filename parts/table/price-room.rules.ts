import { Decimal } from '../../kernel/core/decimal.ts';

/** Places a price shows at least, and those a column keeps room for: more are seldom stored. */
const [LEAST, ROOM] = [2, 4];

/** How many digits a price lacks behind its point to end where the longest usual one of its column does. */
export const missingPlaces = (price: string): number => Math.max(0, ROOM - Math.max(LEAST, Decimal.of(price).places));

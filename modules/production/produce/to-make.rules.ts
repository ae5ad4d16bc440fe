import { Decimal } from '../../../kernel/core/decimal.ts';

/** What a factory still makes of a material: what it keeps, less what is there and good. */
export const stillToMake = (wanted: Decimal, there: Decimal): Decimal => Decimal.max(Decimal.zero, wanted.minus(there));

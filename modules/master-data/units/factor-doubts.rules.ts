/** Whether a factor fits what came in so far (master-data.md, what receipts imply). */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import '../master-data.refusals.ts';

/** Fewer receipts prove nothing. */
const LEAST_RECEIPTS = 3;
const FAR_PERCENT = Decimal.of(10);

/** Questions a factor that lies more than 10 % from what the newest receipts were booked by. */
export function factorDoubts(
  ratio: Fraction,
  received: { readonly count: number; readonly factor: string },
  names: { readonly unit: string; readonly base: string },
): Refusal[] {
  if (received.count < LEAST_RECEIPTS) return [];
  const booked = Fraction.of(received.factor);
  const percent = ratio.minus(booked).times(Fraction.of(100)).dividedBy(booked).rounded(2);
  if (!percent.abs().isAbove(FAR_PERCENT)) return [];
  return [
    refuse('master-data.factor-doubtful', {
      count: received.count,
      unit: names.unit,
      base: names.base,
      booked: Decimal.of(received.factor).rounded(6).toString(),
      percent: percent.toString(),
    }),
  ];
}

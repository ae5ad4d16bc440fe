/**
 * Shares that add up (trade-rules 5.4, 7 of domain; used for shortages, freight, public cost and pegging).
 *
 * A figure is shared in proportion to weights at a step (0.01 kg, 1 piece, 1 cent): everybody first gets the steps that
 * fit whole into the exact share, and the steps left over go, one each, to the largest remainders; a tie goes to
 * whoever stands first in the list. The shares add up to the figure exactly.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Fraction } from './exact-fraction.rules.ts';

/**
 * The total shared by weights ≥ 0, in the order given. Where the total is not a multiple of the step, the part smaller
 * than a step goes to the first in line for one. No weight at all shares equally. A negative total mirrors a positive
 * one. With `limits` nobody gets more than his: what he cannot take goes to the next in line.
 */
export function proportionalShares(
  total: Decimal,
  weights: readonly Decimal[],
  step: Decimal,
  limits?: readonly Decimal[],
): readonly Decimal[] {
  if (weights.length === 0) return [];
  if (total.isNegative()) return proportionalShares(total.negated(), weights, step).map((share) => share.negated());

  const weightSum = Decimal.sum(weights);
  const inSteps = Fraction.of(total).dividedBy(Fraction.of(step));
  const shares = weights.map((weight) => {
    const part = weightSum.isZero()
      ? Fraction.ratio(1n, BigInt(weights.length))
      : Fraction.of(weight).dividedBy(Fraction.of(weightSum));
    const exact = inSteps.times(part);
    const whole = exact.numerator / exact.denominator;
    return { whole, rest: exact.minus(Fraction.ratio(whole, 1n)) };
  });

  const given = shares.map(({ whole }) => step.times(Decimal.of(String(whole))));
  let open = total.minus(Decimal.sum(given));
  const byRemainder = shares
    .map(({ rest }, index) => ({ rest, index }))
    .sort((a, b) => b.rest.compare(a.rest) || a.index - b.index);
  let before: Decimal;
  do {
    before = open;
    for (const { index } of byRemainder) {
      const room = limits?.[index]?.minus(given[index]!) ?? step;
      const extra = Decimal.max(Decimal.zero, Decimal.min(step, open, room));
      given[index] = given[index]!.plus(extra);
      open = open.minus(extra);
    }
  } while (open.isPositive() && open.isBelow(before));
  return given;
}

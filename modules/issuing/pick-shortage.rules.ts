/** What a bill lacks before it is approved, for whoever decides on it. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { preApprove } from './pick.calls.ts';

type Foreseen = TypeOf<typeof preApprove.answer>['lines'][number];

/** A line that would be cut: what it asks for, what it would get, what it lacks. */
export interface CutLine {
  readonly id: string;
  readonly billCode: string;
  readonly materialName: string;
  readonly unitName: string;
  readonly qty: Decimal;
  readonly held: Decimal;
  readonly short: Decimal;
}

/** The lines that would be cut, those that would get nothing first, then by the share they lack. */
export function cutLines(lines: readonly Foreseen[]): readonly CutLine[] {
  const share = ({ qty, short }: CutLine): Decimal =>
    qty.isPositive() ? short.dividedBy(qty).rounded(6) : Decimal.zero;
  return lines
    .map(({ id, billCode, materialName, unitName, qty, shortQty }): CutLine => {
      const short = Decimal.of(shortQty);
      return { id, billCode, materialName, unitName, qty: Decimal.of(qty), held: Decimal.of(qty).minus(short), short };
    })
    .filter(({ short }) => short.isPositive())
    .toSorted((a, b) => share(b).compare(share(a)));
}

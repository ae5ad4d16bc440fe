/** What a person enters to pack lots anew, before it is sent: figures as typed, in base unit. */
import { Decimal } from '../../../kernel/core/decimal.ts';

/** A lot or a part as it is typed. */
export interface Typed {
  readonly qty: string;
  readonly pieces: string;
}
export interface Entry {
  /** What is taken, of one lot or of several. */
  readonly from: readonly Typed[];
  readonly into: readonly Typed[];
  readonly reason: string;
  /** Whether pieces are counted beside the weight. */
  readonly isCounted: boolean;
}

const figureOf = (typed: string): Decimal | undefined => (Decimal.isText(typed) ? Decimal.of(typed) : undefined);
const isAbove = (typed: string): boolean => figureOf(typed)?.isPositive() === true;
const sumOf = (all: readonly Typed[], of: keyof Typed): Decimal =>
  Decimal.sum(all.map((each) => figureOf(each[of]) ?? Decimal.zero));

/** What was taken and is not packed; below zero where more was packed than taken. */
export const missingOf = ({ from, into }: Pick<Entry, 'from' | 'into'>): Decimal =>
  sumOf(from, 'qty').minus(sumOf(into, 'qty'));

/** Whether it can be sent: every figure is one, nothing comes from nowhere, what is lost has a reason. */
export function isReady(entry: Entry): boolean {
  const { from, into, reason, isCounted } = entry;
  const missing = missingOf(entry);
  return (
    from.length > 0 &&
    into.length > 0 &&
    [...from, ...into].every(({ qty }) => isAbove(qty)) &&
    !missing.isNegative() &&
    (missing.isZero() || reason.trim() !== '') &&
    (!isCounted ||
      ([...from, ...into].every(({ pieces }) => isAbove(pieces)) &&
        sumOf(from, 'pieces').equals(sumOf(into, 'pieces'))))
  );
}

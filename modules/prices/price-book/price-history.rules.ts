/**
 * Prices through time: what was found on the days something changed, as spans (prices-suppliers.md, PriceBook). Pure.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';

/** What held from a day on. */
export interface Looked<A> {
  readonly day: string;
  /** What makes two answers one; null where nothing was found. */
  readonly key: string | null;
  readonly answer: A;
}
export interface Step<A> {
  readonly from: string;
  /** Included; null: as far as anybody knows. */
  readonly to: string | null;
  readonly key: string | null;
  readonly answer: A;
}
/** Days in order; each answer holds until the next that differs. */
export function stepsOf<A>(looked: readonly Looked<A>[]): Step<A>[] {
  const changes = looked.filter((each, at) => at === 0 || each.key !== looked[at - 1]!.key);
  return changes.map(({ day, key, answer }, at) => ({
    from: day,
    to: at + 1 < changes.length ? dayPlus(changes[at + 1]!.day, -1) : null,
    key,
    answer,
  }));
}

/** What came in while a step held, base unit. */
export function receivedIn(
  step: { readonly from: string; readonly to: string | null },
  receipts: readonly { readonly date: string; readonly qty: string }[],
): string {
  return Decimal.sum(
    receipts
      .filter(({ date }) => date >= step.from && (step.to === null || date <= step.to))
      .map(({ qty }) => Decimal.of(qty)),
  ).toString();
}

/** Days on which nothing is priced. */
import { dayPlus, daysBetween } from '../../master-data/figures/calendar-day.rules.ts';

interface Gap {
  readonly from: string;
  /** Included. */
  readonly to: string;
  readonly days: number;
}

/**
 * Spans of days without a price. `looked` says from which day on there is a price or none, in order and beginning with
 * the first day asked for; `last` is the last day asked for.
 */
export function gapsOf(looked: readonly { readonly day: string; readonly found: boolean }[], last: string): Gap[] {
  const spans: { from: string; to: string }[] = [];
  looked.forEach(({ day, found }, at) => {
    if (found) return;
    const next = looked[at + 1];
    const to = next === undefined ? last : dayPlus(next.day, -1);
    const before = spans.at(-1);
    if (before !== undefined && dayPlus(before.to, 1) === day) before.to = to;
    else spans.push({ from: day, to });
  });
  return spans.map(({ from, to }) => ({ from, to, days: daysBetween(from, to) + 1 }));
}

/** Where a span of days stands seen from a day: what holds first, then what is to come, then what has passed. */
interface Span {
  readonly startDate: string;
  /** Included; empty: open. */
  readonly endDate: string;
  readonly frozen: 0 | 1;
}
export type SpanState = 'now' | 'coming' | 'ended' | 'frozen';

const ORDER: readonly SpanState[] = ['now', 'coming', 'ended', 'frozen'];

/** What holds from a day until a day is in force, to come, ended, or frozen whatever its days. */
export const spanState = ({ startDate, endDate, frozen }: Span, today: string): SpanState =>
  frozen === 1 ? 'frozen' : startDate > today ? 'coming' : endDate !== '' && endDate < today ? 'ended' : 'now';

/** By state, and within a state the latest first. */
export const byState = <T extends Span>(spans: readonly T[], today: string): readonly T[] =>
  spans.toSorted(
    (a, b) =>
      ORDER.indexOf(spanState(a, today)) - ORDER.indexOf(spanState(b, today)) ||
      (a.startDate < b.startDate ? 1 : a.startDate > b.startDate ? -1 : 0),
  );

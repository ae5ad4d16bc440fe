import { Decimal } from '../../kernel/core/decimal.ts';
import type { Figures, Point } from './console.calls.ts';

interface Group {
  readonly key: string;
  readonly name: string;
  readonly path?: string;
}
interface Part {
  readonly key: string;
  readonly name: string | null;
}
/** A figure as a table: groups down, parts across, in the order they were answered. */
export interface FigureTable {
  readonly groups: readonly Group[];
  readonly parts: readonly Part[];
  readonly total: Decimal;
  at(group: string, part: string): Decimal | undefined;
  ofGroup(group: string): Decimal;
  ofPart(part: string): Decimal;
}

/** What stands last wherever there is one: the rest. */
const LAST: ReadonlySet<string> = new Set(['other']);

/** The figures as a table: a row for each group, a column for each part, sums in the cells. */
export function tableOf({ points }: Figures): FigureTable {
  const groups = new Map<string, Group>();
  const parts = new Map<string, Part>();
  const cells = new Map<string, Map<string, Decimal>>();
  for (const { group, groupName, part, partName, value, path } of points) {
    groups.set(group, { key: group, name: groupName, ...(path === undefined ? {} : { path }) });
    if (part === null || value === null) continue;
    parts.set(part, { key: part, name: partName });
    const row = cells.get(group) ?? new Map<string, Decimal>();
    row.set(part, (row.get(part) ?? Decimal.zero).plus(Decimal.of(value)));
    cells.set(group, row);
  }
  const sumOf = (which: (point: Point) => boolean): Decimal =>
    Decimal.sum(points.filter((each) => each.value !== null && which(each)).map(({ value }) => Decimal.of(value!)));
  return {
    groups: [...groups.values()],
    parts: [...parts.values()].sort((a, b) => Number(LAST.has(a.key)) - Number(LAST.has(b.key))),
    total: sumOf(() => true),
    at: (group, part) => cells.get(group)?.get(part),
    ofGroup: (group) => sumOf((each) => each.group === group),
    ofPart: (part) => sumOf((each) => each.part === part),
  };
}

const IS_DAY = /^\d{4}-\d\d-\d\d$/;
/** Of a figure by days or weeks: each one's share of the largest, in their order. Nothing where groups are no days. */
export function trendOf({ groups, ofGroup }: FigureTable): readonly number[] {
  const days = groups.filter(({ key }) => IS_DAY.test(key));
  if (days.length < 2) return [];
  const values = days.map(({ key }) => ofGroup(key).toApproximateNumber());
  const most = Math.max(...values);
  return most <= 0 ? [] : values.map((value) => Math.max(0, value / most));
}

/** The largest of several, with its figure; undefined where there is none. */
export const largest = <T>(
  all: readonly T[],
  figure: (each: T) => Decimal,
): { readonly of: T; readonly value: Decimal } | undefined =>
  all
    .map((of) => ({ of, value: figure(of) }))
    .reduce<{ readonly of: T; readonly value: Decimal } | undefined>(
      (most, each) => (most === undefined || each.value.isAbove(most.value) ? each : most),
      undefined,
    );

/** A share in percent points, to one place; zero of nothing is nothing. */
export const shareOf = (part: Decimal, whole: Decimal): Decimal =>
  whole.isZero() ? Decimal.zero : part.times(Decimal.hundred).dividedBy(whole).rounded(1);

/**
 * One line of the table: what was measured, what the same work costs in bare SQL in the same run, and what was wanted.
 */
export interface Figure {
  readonly work: string;
  readonly value: number;
  readonly unit: string;
  /** The same work by the shortest SQL, in the same unit. */
  readonly bare?: number;
  readonly target: string;
  /** Undefined: printed to be known, not judged. */
  readonly good?: boolean;
  readonly note?: string;
}

/** The middle of the values. */
export const median = (values: readonly number[]): number => share(values, 0.5);
/** The value below which this part of the values lies. */
export function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Not more than `most`. */
export const atMost = (
  work: string,
  value: number,
  unit: string,
  most: number,
  more: Partial<Figure> = {},
): Figure => ({ work, value, unit, target: `≤ ${most} ${unit}`, good: value <= most, ...more });
/** Not less than `least`. */
export const atLeast = (work: string, value: number, unit: string, least: number): Figure => ({
  work,
  value,
  unit,
  target: `≥ ${least} ${unit}`,
  good: value >= least,
});
/** Not more than so many times the bare work. */
export const timesBare = (
  work: string,
  value: number,
  bare: number,
  unit: string,
  most: number,
  more: Partial<Figure> = {},
): Figure => ({ work, value, unit, bare, target: `≤ ${most} × SQL`, good: value <= bare * most, ...more });
/** At least this part of what bare work reaches. */
export const partOfBare = (work: string, value: number, bare: number, unit: string, least: number): Figure => ({
  work,
  value,
  unit,
  bare,
  target: `≥ ${Math.round(least * 100)} % of SQL`,
  good: value >= bare * least,
});

/** A figure that is met or not. */
export const holds = (work: string, good: boolean, note: string): Figure => ({
  work,
  value: good ? 1 : 0,
  unit: 'yes',
  target: 'yes',
  good,
  note,
});

/** A figure without a target, to be known. */
export const known = (work: string, value: number, unit: string, more: Partial<Figure> = {}): Figure => ({
  work,
  value,
  unit,
  target: '–',
  ...more,
});

const short = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** The table as Markdown. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ work, value, unit, bare, target, good, note }) => [
    work,
    unit === 'yes' ? (good ? 'yes' : 'no') : `${short(value)} ${unit}`,
    bare === undefined ? '' : `${short(bare)} ${unit}`,
    bare === undefined ? '' : (value / bare).toFixed(2),
    target,
    good === undefined ? '' : good ? 'pass' : '**miss**',
    note ?? '',
  ]);
  return [
    ['work', 'figure', 'bare SQL', 'ratio', 'target', '', ''],
    ['---', '---', '---', '---', '---', '---', '---'],
    ...rows,
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

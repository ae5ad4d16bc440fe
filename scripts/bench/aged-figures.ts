/** What became of each act when the past grew: its time, the rows it reads, and which statement reads more. */
import { median } from './figures.ts';
import type { Reading } from './rows-read.ts';

export type Times = Map<string, { readonly ms: readonly number[]; readonly refused: string }>;
export interface Measured {
  readonly times: Times;
  readonly reads: Map<string, readonly Reading[]>;
}
interface Compared {
  readonly act: string;
  readonly isList: boolean;
  readonly young: number;
  readonly old: number;
  readonly ratio: number;
  readonly rowsYoung: number;
  readonly rowsOld: number;
  /** What kept it from being done. */
  readonly refused: string;
  /** Statements that read more than before. */
  readonly grown: readonly string[];
}

/** Rows that more are no growth: documents made on the way, pages read in another order. */
const SOME = 40;
const TIMES = 1.25;

/** Each act before and after, as if the machine had been as fast both times. */
export function compared(young: Measured, old: Measured): Compared[] {
  const all = asMeasured(young, old);
  const slower = slowerNow(all);
  return all.map((each) => ({ ...each, ratio: each.ratio / slower }));
}

/** How much slower the machine was the second time: by what reads no more than before. */
export const slowerNow = (all: readonly Pick<Compared, 'young' | 'old' | 'grown' | 'refused'>[]): number =>
  median(all.filter(({ grown, refused }) => grown.length === 0 && refused === '').map(({ young, old }) => old / young));

const asMeasured = (young: Measured, old: Measured): Compared[] =>
  [...young.times.keys()].map((act) => {
    const [before, after] = [young.times.get(act)!, old.times.get(act)!];
    const [ms, msOld] = [median(before.ms), median(after.ms)];
    const [read, readOld] = [young.reads.get(act) ?? [], old.reads.get(act) ?? []];
    return {
      act,
      isList: / (page|list|statusCounts)$/.test(act),
      young: ms,
      old: msOld,
      ratio: msOld / ms,
      rowsYoung: sumOf(read),
      rowsOld: sumOf(readOld),
      refused: before.refused || after.refused,
      grown: grownOf(read, readOld),
    };
  });

const sumOf = (readings: readonly Reading[]): number => readings.reduce((sum, { rows }) => sum + rows, 0);

function grownOf(young: readonly Reading[], old: readonly Reading[]): string[] {
  const before = new Map<string, number>();
  for (const { statement, rows } of young) before.set(statement, Math.max(before.get(statement) ?? 0, rows));
  return old
    .filter(({ statement, rows }) => rows > (before.get(statement) ?? 0) * TIMES + SOME)
    .toSorted((a, b) => b.rows - a.rows)
    .slice(0, 4)
    .map(({ statement, rows, tables }) => {
      const most = Object.entries(tables).toSorted(([, a], [, b]) => b - a)[0]!;
      return `${before.get(statement) ?? 0} → ${rows} rows (${most[0]} ${most[1]}): ${statement.slice(0, 220)}`;
    });
}

/** Each act on a line, those that grew with what grew beneath. */
export function differences(name: string, all: readonly Compared[]): string {
  const lines = all.flatMap(({ act, young, old, ratio, rowsYoung, rowsOld, refused, grown }) => [
    [
      `${ratio > TIMES ? '!' : ' '} ${ratio.toFixed(2)}`,
      `${young.toFixed(1)} → ${old.toFixed(1)} ms`,
      `${rowsYoung} → ${rowsOld} rows`,
      act,
      refused === '' ? '' : `(refused: ${refused.slice(0, 120)})`,
    ].join('  '),
    ...grown.map((each) => `        ${each}`),
  ]);
  return [`[bench] ${name}: ratio, milliseconds, rows read`, ...lines].join('\n');
}

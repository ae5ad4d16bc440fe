import { Decimal } from '../../kernel/core/decimal.ts';
import { unitOf } from './columns.ts';
import type { Change, Column, GridRow } from './model.ts';

/** What stands at the foot of a column: an exact sum per unit, because 3 kg and 2 箱 are not 5 of anything. */
export type Sums = ReadonlyMap<string, Sum>;
interface Sum {
  readonly value: Decimal;
  readonly rows: number;
}
export type Totals = Readonly<Record<string, Sums>>;

/** The columns that have a total. */
export const totalled = (columns: readonly Column[]): readonly Column[] =>
  columns.filter((column) => column.field.rules.total === true && column.face === 'figure');

/** Totals of all columns over all rows, apart for each unit. */
export function totalsOf(rows: readonly GridRow[], columns: readonly Column[]): Totals {
  const totals: Record<string, Sums> = {};
  for (const column of totalled(columns)) {
    const sums = new Map<string, Sum>();
    for (const row of rows) add(sums, column, row, 1);
    totals[column.name] = sums;
  }
  return totals;
}

/** Totals after a change, touching only the rows it touched: 5,000 rows are not added up again for one key. */
export function adjusted(totals: Totals, change: Change, columns: readonly Column[]): Totals {
  const next: Record<string, Sums> = { ...totals };
  for (const column of totalled(columns)) {
    const sums = new Map(totals[column.name]);
    for (const { before, after } of change.rows) {
      if (before) add(sums, column, before, -1);
      if (after) add(sums, column, after, 1);
    }
    next[column.name] = sums;
  }
  return next;
}

/** The figures of one column between two rows, for the sum of a selection. */
export function sumOf(rows: readonly GridRow[], column: Column): Sums {
  const sums = new Map<string, Sum>();
  for (const row of rows) add(sums, column, row, 1);
  return sums;
}

function add(sums: Map<string, Sum>, column: Column, row: GridRow, sign: 1 | -1): void {
  const figure = figureOf(row[column.name]);
  if (!figure) return;
  const unit = unitOf(column, row);
  const sum = sums.get(unit);
  const rows = (sum?.rows ?? 0) + sign;
  const value = (sum?.value ?? Decimal.zero).plus(sign === 1 ? figure : figure.negated());
  if (rows === 0 && value.isZero()) sums.delete(unit);
  else sums.set(unit, { value, rows });
}

/** A cell's value as a figure; undefined where it is none. */
export function figureOf(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? Decimal.of(value) : undefined;
  return typeof value === 'string' && Decimal.isText(value) ? Decimal.of(value) : undefined;
}

import type { Language } from '../../kernel/core/label.ts';
import type { Cell, Column, GridRow, Problem, Unread } from './model.ts';
import { reasonTexts } from './texts.ts';
import { fill } from '../../kernel/core/label.ts';

/** Complaints of one row by field; those about the row as a whole stand under ''. */
export type RowProblems = ReadonlyMap<string, string>;
export type Problems = ReadonlyMap<string, RowProblems>;

/**
 * Groups complaints by row and keeps the map of every row that did not change, so that only changed rows are painted
 * again.
 */
export function groupProblems(problems: readonly Problem[], before: Problems): Problems {
  const grouped = new Map<string, Map<string, string>>();
  for (const { key, field = '', sentence } of problems) {
    const row = grouped.get(key) ?? new Map<string, string>();
    const first = row.get(field);
    row.set(field, first === undefined || first === sentence ? sentence : `${first} ${sentence}`);
    grouped.set(key, row);
  }
  const remaining = new Map<string, RowProblems>();
  for (const [key, row] of grouped) {
    const old = before.get(key);
    remaining.set(
      key,
      old && old.size === row.size && [...row].every(([field, sentence]) => old.get(field) === sentence) ? old : row,
    );
  }
  return remaining;
}

/** Why a text could not be read, in words. */
export const reasonOf = (unread: Unread, language: Language): string =>
  fill(reasonTexts[unread.why][language], { text: unread.text, ...unread.details });

/**
 * Why a cell is marked: first what could not be read, then what rules say. A reference still being looked up is no
 * problem yet.
 */
export function problemOf(
  row: GridRow,
  name: string,
  given: RowProblems | undefined,
  language: Language,
): string | undefined {
  const unread = row.unread?.[name];
  if (unread) return unread.why === 'ref.searching' ? undefined : reasonOf(unread, language);
  return given?.get(name);
}

export interface Found {
  readonly cell: Cell;
  readonly sentence: string;
  readonly label: string;
}

/** All problems in reading order. A row's own complaint stands at its first column. */
export function problemList(
  view: readonly GridRow[],
  columns: readonly Column[],
  problems: Problems,
  language: Language,
): readonly Found[] {
  const found: Found[] = [];
  view.forEach((row, at) => {
    const given = problems.get(row.key);
    if (!given && !row.unread) return;
    const whole = given?.get('');
    if (whole !== undefined) found.push({ cell: { row: at, column: 0 }, sentence: whole, label: '' });
    columns.forEach((column, index) => {
      const sentence = problemOf(row, column.name, given, language);
      if (sentence !== undefined) found.push({ cell: { row: at, column: index }, sentence, label: column.label });
    });
  });
  return found;
}

/** The next problem after a cell, or the one before it; round the end. */
export function nextProblem(found: readonly Found[], from: Cell, back: boolean): Found | undefined {
  const order = (a: Cell, b: Cell): number => a.row - b.row || a.column - b.column;
  return back
    ? (found.findLast((each) => order(each.cell, from) < 0) ?? found.at(-1))
    : (found.find((each) => order(each.cell, from) > 0) ?? found[0]);
}

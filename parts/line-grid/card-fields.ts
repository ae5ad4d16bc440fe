import { isNothing } from './cell-face.tsx';
import { shownText } from './cell-text.ts';
import { holdSameKind, isExplained, isReadonly, unitOf } from './columns.ts';
import type { Language } from '../../kernel/core/label.ts';
import type { Column, GridRow } from './model.ts';

/** What a line is called: by the column chosen for it, else the first record it names, else its first column. */
export const nameOf = (columns: readonly Column[], row: GridRow): Column | undefined =>
  columns.find((column) => column.names) ??
  columns.find((column) => column.face === 'ref' && !column.bare && hasValue(row[column.name])) ??
  columns[0];
const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * A column where each figure stands alone: with its unit, and that is the one its field names, even where a row of a
 * table leaves it to a figure or a cell beside it.
 */
export const alone = (column: Column): Column => {
  const { unit, ...plain } = { ...column, hasUnitBeside: false };
  return unit === undefined || column.unitField === undefined
    ? { ...column, hasUnitBeside: false }
    : { ...plain, unit: (row) => unit(row) || unitOf(plain, row) };
};

/** Is the figure, with its unit, told by a column before it that was entered in another one? */
const isRepeated = (column: Column, columns: readonly Column[], row: GridRow, words: string): boolean =>
  column.face === 'figure' &&
  column.unitField !== undefined &&
  columns
    .slice(0, columns.indexOf(column))
    .some(
      (other) =>
        other.face === 'figure' &&
        other.unitField !== undefined &&
        other.unitField !== column.unitField &&
        holdSameKind(other, column) &&
        shownText(other, row, 'zh', '') === words &&
        unitOf(alone(other), row) === unitOf(alone(column), row),
    );

const drawsNothing = ({ name, render }: Column, row: GridRow): boolean => {
  const face = render?.(row[name], row);
  return render !== undefined && (face === null || face === undefined || face === false || face === '');
};

/** Of a line on a card: what it says in its head already; and where nothing is entered, what says nothing. */
export function isLeftOut(
  column: Column,
  columns: readonly Column[],
  row: GridRow,
  reading: { readonly readonly: boolean; readonly language: Language; readonly today: string },
): boolean {
  if (column === nameOf(columns, row) && (reading.readonly || isReadonly(column, row))) return true;
  if (!reading.readonly) return false;
  const words = shownText(column, row, reading.language, reading.today);
  return (
    column.bare ||
    words === '' ||
    drawsNothing(column, row) ||
    (!isExplained(column, row) && isNothing(column, words)) ||
    isRepeated(column, columns, row, words)
  );
}

import type { Language } from '../../kernel/core/label.ts';
import { shownText } from './cell-text.ts';
import type { Cell, Column, GridRow } from './model.ts';

/** The grid's own search: in what is shown, plus the codes behind names. */
export function matches(
  row: GridRow,
  columns: readonly Column[],
  query: string,
  language: Language,
  today: string,
): boolean {
  return columns.some((column) => cellMatches(row, column, query, language, today));
}

/** Does the cell show the words searched for, or hold them as code or exact figure? */
export function cellMatches(row: GridRow, column: Column, query: string, language: Language, today: string): boolean {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return false;
  if (shownText(column, row, language, today).toLowerCase().includes(wanted)) return true;
  const behind =
    column.face === 'ref' ? row[column.codeField] : column.face === 'figure' ? row[column.name] : undefined;
  return behind !== undefined && behind !== null && String(behind).toLowerCase().includes(wanted);
}

/** The next matching cell after one, in reading order, round the end. */
export function nextMatch(
  view: readonly GridRow[],
  columns: readonly Column[],
  query: string,
  from: Cell,
  back: boolean,
  language: Language,
  today: string,
): Cell | undefined {
  const total = view.length * columns.length;
  const start = from.row * columns.length + from.column;
  for (let step = 1; step <= total; step += 1) {
    const at = (start + (back ? -step : step) + total * 2) % total;
    const cell = { row: Math.floor(at / columns.length), column: at % columns.length };
    const row = view[cell.row];
    const column = columns[cell.column];
    if (row && column && cellMatches(row, column, query, language, today)) return cell;
  }
  return undefined;
}

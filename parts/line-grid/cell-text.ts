import type { Language } from '../../kernel/core/label.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { unitOf } from './columns.ts';
import type { Column, GridRow } from './model.ts';

/** The same value in its three texts: as shown, as edited, as copied. */

/** What a cell shows: unreadable text as typed, dates near `today` and choices in `language`. */
export function shownText(column: Column, row: GridRow, language: Language, today: string): string {
  const unread = row.unread?.[column.name];
  if (unread) return unread.text;
  const value = row[column.name];
  if (value === null || value === undefined || value === '') return '';
  const kind = kinds[column.field.kind];
  switch (column.face) {
    case 'figure':
      if (kind.cents === 'always') return grouped(fixed(String(value), 2));
      return grouped(kind.cents === 'at-least' ? withCents(trimmed(String(value))) : trimmed(String(value)));
    case 'ref':
      return String(row[column.nameField] ?? row[column.codeField] ?? value);
    case 'choice':
      return (
        column.choices.find((choice) => choice.value === String(value))?.label[language] ??
        String(row[column.nameField] ?? value)
      );
    case 'day':
      return shortDay(String(value), today);
    default:
      return kind.nature === 'moment' ? shortDay(String(value), today).slice(0, -3) : String(value);
  }
}

/** What stands in the editor when a cell is opened: figures plain, days in full. */
export function editedText(column: Column, row: GridRow, language: Language): string {
  const unread = row.unread?.[column.name];
  if (unread) return unread.text;
  const value = row[column.name];
  if (value === null || value === undefined) return '';
  if (column.face === 'figure') return trimmed(String(value));
  return column.face === 'day' ? String(value) : shownText(column, row, language, '');
}

export const copiedText = editedText;

/** The year only when it is another one. */
const shortDay = (day: string, today: string): string => (day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day);

/** The server's `30.000000` is 30. */
export const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** A price has two places at least, so that those of a column stand under each other. */
function withCents(text: string): string {
  const point = text.indexOf('.');
  return point >= 0 && text.length - point > 2 ? text : fixed(text, 2);
}

/** A figure with commas between thousands. */
export const grouped = (text: string): string => {
  const point = text.indexOf('.');
  const whole = point < 0 ? text : text.slice(0, point);
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (point < 0 ? '' : text.slice(point));
};

function fixed(text: string, places: number): string {
  const point = text.indexOf('.');
  // Cells are painted by the thousand: the ordinary case is one of texts, not of arithmetic.
  if (point >= 0 && text.length - point - 1 === places) return text;
  return Decimal.isText(text) ? Decimal.of(text).toFixed(places) : text;
}

/** A sum as its column shows figures: money with cents, others with the places they have. */
export const figureText = (column: Column, value: Decimal): string =>
  kinds[column.field.kind].cents === 'always'
    ? grouped(value.toFixed(2))
    : grouped(value.places > (kinds[column.field.kind].places ?? 6) ? value.toFixed(6) : value.toString());

/** Shown, with its unit: for announcements and titles. */
export function spokenText(column: Column, row: GridRow, language: Language, today: string): string {
  const text = shownText(column, row, language, today);
  const unit = column.face === 'figure' && text !== '' ? unitOf(column, row) : '';
  return unit === '' ? text : `${text} ${unit}`;
}

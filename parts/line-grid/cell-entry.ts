import { Decimal } from '../../kernel/core/decimal.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { exactChoice } from './choice-entry.ts';
import { unitOf } from './columns.ts';
import { readDay } from '../days/day-text.rules.ts';
import type { Column, GridRow, Hit, Unread, Why } from './model.ts';
import { readQuantity } from './quantity-entry.ts';

/** What a typed text means for a cell: fields of the row to write, or the text kept with its reason. */
export interface Entry {
  readonly values: Readonly<Record<string, unknown>>;
  readonly unread?: Unread;
}

/**
 * Reads a typed or pasted text by the column's kind. A reference is only marked as searching here; its answer comes
 * later.
 */
export function readCell(column: Column, typed: string, row: GridRow, today: string): Entry {
  const { text: sort, words } = kinds[column.field.kind];
  const text = sort === 'prose' ? typed.trim() : typed.replace(/\s*[\r\n]+\s*/g, ' ').trim();
  if (text === '') return emptyEntry(column);
  switch (column.face) {
    case 'figure':
      return readFigure(column, text, row);
    case 'day': {
      const day = readDay(text, today);
      return day === undefined ? kept(column, text, 'day.unreadable') : { values: { [column.name]: day } };
    }
    case 'choice': {
      const choice = exactChoice(text, column.choices, words === 'yes-no');
      return choice ? choiceEntry(column, choice.value) : kept(column, text, 'choice.unknown');
    }
    case 'ref':
      return kept(column, text, column.source ? 'ref.searching' : 'ref.no-source');
    default: {
      const { max = 255 } = column.field.rules;
      return sort !== 'prose' && [...text].length > max
        ? kept(column, text, 'text.long', { max: String(max) })
        : { values: { [column.name]: text } };
    }
  }
}

function readFigure(column: Column, text: string, row: GridRow): Entry {
  const { rules } = column.field;
  const kind = kinds[column.field.kind];
  const own = kind.measured ? unitOf(column, row) : '';
  // The line's own unit may always be written out.
  const units = kind.measured
    ? [
        ...(own === '' ? [] : [{ name: own, factor: '1' }]),
        ...(column.units?.(row) ?? []).filter((unit) => unit.name !== own),
      ]
    : [];
  const entry = readQuantity(kind.measured ? text : undecorated(text, column.field), units);
  if (!entry.ok) return kept(column, text, entry.why, entry.details);
  const places = kind.whole ? 0 : (rules.places ?? kind.places ?? 6);
  let value = entry.value;
  if (value.places > places) {
    // A division seldom ends; a typed figure with too many places is a mistake to look at.
    if (!entry.divided || kind.whole)
      return kept(column, text, kind.whole ? 'figure.whole' : 'figure.places', { places: String(places) });
    value = value.rounded(places);
  }
  if (rules.positive && !value.isPositive()) return kept(column, text, 'figure.positive');
  if (rules.min !== undefined && value.isBelow(Decimal.of(String(rules.min))))
    return kept(column, text, 'figure.min', { min: String(rules.min) });
  if (rules.max !== undefined && value.isAbove(Decimal.of(String(rules.max))))
    return kept(column, text, 'figure.max', { max: String(rules.max) });
  if (!kind.whole) return { values: { [column.name]: value.toString() } };
  // Whole numbers travel as numbers; beyond nine digits none is meant.
  return value.abs().isAbove(LARGEST_WHOLE)
    ? kept(column, text, 'figure.max', { max: LARGEST_WHOLE.toString() })
    : { values: { [column.name]: Number(value.toString()) } };
}
const LARGEST_WHOLE = Decimal.of(999_999_999);

/** Prices come with a currency sign, percentages with theirs. */
const undecorated = (text: string, { kind }: Column['field']): string =>
  kinds[kind].percent === 'points'
    ? text.replace(/[%％]\s*$/, '')
    : kinds[kind].cents !== undefined
      ? text.replace(/^\s*[¥￥]/, '').replace(/元\s*$/, '')
      : text;

const kept = (column: Column, text: string, why: Why, details?: Readonly<Record<string, string>>): Entry => ({
  values: emptyEntry(column).values,
  unread: { text, why, ...(details ? { details } : {}) },
});

/** The entry that empties a cell, with every field its column writes. */
export function emptyEntry(column: Column): Entry {
  return { values: Object.fromEntries(fieldsOf(column).map((name) => [name, null])) };
}

/** All fields of a row a column writes: a reference carries its title and what it brings. */
function fieldsOf(column: Column): readonly string[] {
  if (column.face === 'ref') return [column.name, column.nameField, column.codeField, ...(column.brings ?? [])];
  return column.face === 'choice' ? [column.name, column.nameField] : [column.name];
}

/** The entry of a record somebody chose: its id, name, code and what it brings. */
export const hitEntry = (column: Column, hit: Hit): Entry => ({
  values: {
    ...emptyEntry(column).values,
    ...hit.values,
    [column.name]: hit.id,
    [column.nameField]: hit.name,
    [column.codeField]: hit.code ?? null,
  },
});

/** The entry of a text that leads to no one record: it stays in the cell with the reason. */
export const unfoundEntry = (
  column: Column,
  text: string,
  why: 'ref.unknown' | 'ref.ambiguous' | 'ref.unreachable',
): Entry => kept(column, text, why);

/** The entry of a fixed choice, by its value. */
export function choiceEntry(column: Column, value: string): Entry {
  const choice = column.choices.find((each) => each.value === value);
  return {
    values: {
      [column.name]: kinds[column.field.kind].words === 'yes-no' ? Number(value) : value,
      [column.nameField]: choice?.label.zh ?? value,
    },
  };
}

/** What a cell holds, to be put into another cell of the same column as it is. */
export function entryOf(column: Column, row: GridRow): Entry {
  const unread = row.unread?.[column.name];
  return {
    values: Object.fromEntries(fieldsOf(column).map((name) => [name, row[name] ?? null])),
    ...(unread ? { unread } : {}),
  };
}

/** The row with an entry written into it. */
export function written(row: GridRow, column: Column, entry: Entry): GridRow {
  const { [column.name]: _replaced, ...others } = row.unread ?? {};
  const unread = entry.unread ? { ...others, [column.name]: entry.unread } : others;
  const { unread: _before, ...rest } = row;
  const next = { ...rest, ...entry.values, key: row.key };
  return Object.keys(unread).length > 0 ? { ...next, unread } : next;
}

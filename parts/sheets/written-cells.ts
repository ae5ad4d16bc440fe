import { Decimal } from '../../kernel/core/decimal.ts';
import type { Field } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import type { Language } from '../../kernel/core/label.ts';
import { withCents } from '../postgres/cents.ts';
import { isSealedText, MASK } from '../secrets/secrets.ts';
import type { SheetColumn, SheetRowContent } from '../xlsx/sheet-spec.ts';
import { wordsOf, type CellLookups } from './cell-text.ts';

/** How a stored value stands in a sheet: plain data, so that a thread can be told. */
interface Written {
  /** The name or code of what a field refers to, as it is. */
  readonly asIs?: true;
  readonly cents?: true;
  readonly sealed?: true;
  /** A number kept as text. */
  readonly numeric?: true;
  /** Words of its values, where it has some. */
  readonly words?: Readonly<Record<string, string>>;
  /** Several values with commas between them. */
  readonly several?: true;
  /** The words of no and yes. */
  readonly yesNo?: readonly [string, string];
}

/** A column of a sheet whose values come in rows without names. */
export interface PlannedColumn {
  readonly column: SheetColumn;
  /** Place of its value in a row; null where nothing is said of it. */
  readonly at: number | null;
  /** Place of what is taken off it. */
  readonly less?: number;
  readonly written: Written;
}

/** Makes the cells of a row. */
export function cellsOf(columns: readonly PlannedColumn[]): (row: readonly unknown[]) => SheetRowContent {
  const cells = columns.map(cellOf);
  return (row) => cells.map((cell) => cell(row));
}

function cellOf({ at, less, written }: PlannedColumn): (row: readonly unknown[]) => string | null {
  if (at === null) return () => null;
  const write = writerOf(written);
  if (less === undefined) return (row) => write(row[at]);
  return (row) => {
    const [whole, off] = [row[at], row[less]].map((value) => Decimal.of(String(value))) as [Decimal, Decimal];
    return write(whole.minus(off).toString());
  };
}

/** The same rules as `presentFields` and `cellText` go by, for a field straight from the database. */
export function writtenAs(field: Field, language: Language, lookups: CellLookups): Written {
  const { cents, sealed, words: wordsFrom } = kinds[field.kind];
  const words = wordsOf(field, language, lookups);
  return {
    ...(cents === 'always' ? { cents: true } : {}),
    ...(sealed === true ? { sealed: true } : {}),
    ...(field.rules.numeric === true ? { numeric: true } : {}),
    ...(wordsFrom === 'yes-no' ? { yesNo: [words[0]![1], words[1]![1]] } : {}),
    // The first of those with one value counts.
    ...(wordsFrom === 'field' || wordsFrom === 'dictionary' ? { words: Object.fromEntries(words.toReversed()) } : {}),
    ...(wordsFrom === 'dictionary' && field.rules.several ? { several: true } : {}),
  };
}

/** Writes the values of one column; null is an empty cell. */
function writerOf({ asIs, cents, sealed, numeric, words, several, yesNo }: Written): (value: unknown) => string | null {
  const stored = (value: unknown): string => {
    const text = Array.isArray(value) ? value.join(',') : String(value);
    if (asIs || Array.isArray(value)) return text;
    if (cents) return withCents(text);
    if (sealed || isSealedText(text)) return MASK;
    return numeric && /^-?\d{1,9}$/.test(text) ? String(Number(text)) : text;
  };
  const wordOf = (key: string): string => (Object.hasOwn(words!, key) ? words![key]! : key);
  return (value) => {
    if (value === null || value === undefined) return null;
    const text = stored(value);
    if (text === '') return null;
    if (yesNo !== undefined) return yesNo[Number(text) === 1 ? 1 : 0];
    if (words === undefined) return text;
    return several ? text.split(',').map(wordOf).join(',') : wordOf(text);
  };
}

import { Decimal } from '../../kernel/core/decimal.ts';
import type { Choice, Field } from '../../kernel/core/field.ts';
import { kinds, normaliseWidth, plainFigure } from '../../kernel/core/kinds.ts';
import type { Label, Language } from '../../kernel/core/label.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { isDay, serialToText } from '../xlsx/serial-date.ts';

/** What a field alone does not know when it stands in a sheet. Plain data. */
export interface CellLookups {
  /** Entries of each business dictionary, by its code. */
  readonly dictionaries: Readonly<Record<string, readonly Choice[]>>;
  /**
   * What each target is called, by its name, and whether its records are named by a code. Default: the field's label,
   * and yes.
   */
  readonly targets: Readonly<Record<string, { readonly label: Label; readonly code: boolean }>>;
}

/** What a cell says: a wire value still to be validated, texts that name other records, or why it says nothing. */
type ReadCell = { readonly raw: unknown } | { readonly references: readonly string[] } | { readonly refusal: Refusal };

const YES = new Set(['1', '是', '有', '√', '✓', '✔', 'yes', 'y', 'true', 't']);
const NO = new Set(['0', '否', '无', '×', '✗', '✘', 'no', 'n', 'false', 'f']);
const FLAG_TEXT: readonly [Label, Label] = [
  { zh: '否', en: 'No' },
  { zh: '是', en: 'Yes' },
];
const EXCEL_ERROR = /^#(?:N\/A|VALUE!|REF!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/;

/** The words by which a cell asks to be emptied; a blank one leaves the record as it is. */
export const CLEARING = { zh: '清空', en: 'CLEAR' } as const;
/** In either language; in capitals, since `clear` may be what a field says. */
export const isClearing = (cell: string): boolean =>
  Object.values<string>(CLEARING).includes(normaliseWidth(cell.trim()));

/** What a person may mean by the text of a cell, which is not empty. */
export function readCell(field: Field, cell: string, lookups: CellLookups): ReadCell {
  const text = cell.trim();
  if (EXCEL_ERROR.test(text)) return { refusal: refuse('excel.cell.excelError') };
  switch (field.kind) {
    case 'integer':
    case 'quantity':
    case 'price':
    case 'money':
    case 'percent':
    case 'factor': {
      const number = readNumber(field, text);
      return number === null ? { refusal: refuse('excel.cell.number') } : { raw: number };
    }
    case 'flag': {
      const word = normaliseWidth(text).toLowerCase();
      return YES.has(word) ? { raw: 1 } : NO.has(word) ? { raw: 0 } : { refusal: refuse('excel.cell.flag') };
    }
    case 'day':
    case 'moment': {
      const moment = readMoment(text);
      if (moment === null) return { refusal: refuse(`excel.cell.${field.kind}`) };
      return { raw: kinds[field.kind].nature === 'day' ? moment.slice(0, 10) : moment };
    }
    case 'choice':
      return { raw: matching(field.rules.choices ?? [], text) ?? text };
    case 'dictionary': {
      const entries = lookups.dictionaries[field.rules.dictionary ?? ''];
      if (entries === undefined) return { raw: text };
      const named = field.rules.several ? listed(text) : [text];
      const keys = named.map((each) => matching(entries, each));
      const unknown = keys.indexOf(undefined);
      return unknown < 0
        ? { raw: keys.join(',') }
        : { refusal: refuse('field.not-in-dictionary', { name: field.label, value: named[unknown] }) };
    }
    case 'ref':
    case 'parent':
      return { references: [text] };
    case 'refs':
      return {
        references: [...new Set(listed(text))],
      };
    default:
      return { raw: cell };
  }
}

/** The text of a value in a cell: what `readCell` reads back. References are given as the text that names them. */
export function cellText(field: Field, value: unknown, language: Language, lookups: CellLookups): string | null {
  if (value === null || value === undefined || value === '') return null;
  switch (field.kind) {
    case 'flag':
      return FLAG_TEXT[Number(value) === 1 ? 1 : 0][language];
    case 'choice':
      return labelOf(field.rules.choices ?? [], String(value), language);
    case 'dictionary':
      return (field.rules.several ? String(value).split(',') : [String(value)])
        .map((key) => labelOf(lookups.dictionaries[field.rules.dictionary ?? ''] ?? [], key, language))
        .join(',');
    case 'refs':
      return Array.isArray(value) ? value.join(',') : String(value);
    default:
      return String(value);
  }
}

/** The values of a field that have words, and their words. */
export function wordsOf(
  field: Field,
  language: Language,
  lookups: CellLookups,
): readonly (readonly [string, string])[] {
  const { words } = kinds[field.kind];
  if (words === 'yes-no') return FLAG_TEXT.map((label, value) => [String(value), label[language]] as const);
  const entries =
    words === 'field'
      ? field.rules.choices
      : words === 'dictionary'
        ? lookups.dictionaries[field.rules.dictionary ?? '']
        : undefined;
  return (entries ?? []).map(({ value, label }) => [value, label[language]] as const);
}

/** What a cell of this field may be chosen from, or nothing. */
export function choicesOf(field: Field, language: Language, lookups: CellLookups): readonly string[] | undefined {
  const words = wordsOf(field, language, lookups).map(([, word]) => word);
  if (words.length === 0) return undefined;
  return kinds[field.kind].words === 'yes-no' ? words.toReversed() : words;
}

/** The entries of a cell that names several. */
const listed = (text: string): string[] =>
  text
    .split(/[,，;；、\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const labelOf = (entries: readonly Choice[], value: string, language: Language): string =>
  entries.find((entry) => entry.value === value)?.label[language] ?? value;

/** The entry a text names by its word in either language, else by its value. */
function matching(entries: readonly Choice[], text: string): string | undefined {
  let byWord = words.get(entries);
  if (byWord === undefined) {
    byWord = new Map();
    // Later ones win: a word counts for more than a value that reads like it, and the first entry of a word for most.
    for (const { value } of entries) byWord.set(plain(value), value);
    for (const { value, label } of entries.toReversed()) byWord.set(plain(label.en), value).set(plain(label.zh), value);
    words.set(entries, byWord);
  }
  return byWord.get(plain(text));
}
/** Entries by what names them, made once for a sheet of many rows. */
const words = new WeakMap<readonly Choice[], Map<string, string>>();
const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/**
 * "1,234.50", "１２", "¥ 3.5" and "9 %" as decimal text. A comma only parts thousands: "1,5" is refused, not read as 15.
 * A percent sign is the unit of `percent`, divides a `factor`, and is refused elsewhere.
 */
function readNumber(field: Field, text: string): string | null {
  let figure = normaliseWidth(text)
    .replace(/[\s\u00a0]/g, '')
    .replace(/[−–]/, '-');
  const { cents, percent } = kinds[field.kind];
  if (cents !== undefined) figure = figure.replace(/^([+-]?)[¥￥]/, '$1');
  const isPercent = figure.endsWith('%');
  if (isPercent) {
    if (percent === undefined) return null;
    figure = figure.slice(0, -1);
  }
  figure = plainFigure(figure)
    .replace(/^\+(?=[\d.])/, '')
    .replace(/(?<=\d)\.$/, '')
    .replace(/^(-?)\./, '$10.');
  if (!Decimal.isText(figure)) return null;
  return isPercent && percent === 'ratio' ? Decimal.of(figure).dividedBy(Decimal.hundred).toString() : figure;
}

const DATE = /(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{4})年(\d{1,2})月(\d{1,2})日|(\d{4})(\d{2})(\d{2})/;
const TIME = /(\d{1,2}):(\d{2})(?::(\d{2}))?/;
const DAY = new RegExp(`^(?:${DATE.source})(?:[ T]*${TIME.source})?$`);

/**
 * A day in any order that starts with the year, with or without a time, as `yyyy-MM-dd HH:mm:ss`. "3/4/2026" is two
 * days to two people, so it is none.
 */
function readMoment(text: string): string | null {
  const written = normaliseWidth(text)
    .replace(/\s+/g, ' ')
    .replace(/ ?([年月]) ?/g, '$1')
    .trim();
  // A date whose format was lost on pasting: a bare serial of this century.
  if (/^\d{5}$/.test(written) && Number(written) >= 36_526 && Number(written) <= 73_050)
    return serialToText(Number(written), false, true);
  const match = DAY.exec(written);
  if (match === null) return null;
  const [year, month, day] = [
    match[1] ?? match[4] ?? match[7],
    match[2] ?? match[5] ?? match[8],
    match[3] ?? match[6] ?? match[9],
  ].map(Number) as [number, number, number];
  const [hour, minute, second] = [match[10] ?? 0, match[11] ?? 0, match[12] ?? 0].map(Number) as [
    number,
    number,
    number,
  ];
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return null;
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}

/** Whether two wire values of a field say the same: decimals by worth, lists in order, empty is empty. */
export function sameValue(field: Field, one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value) =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0)
      ? ''
      : Array.isArray(value)
        ? value.join(',')
        : String(value),
  ) as [string, string];
  if (a === b) return true;
  if (kinds[field.kind].nature === 'decimal')
    return Decimal.isText(a) && Decimal.isText(b) && Decimal.of(a).equals(Decimal.of(b));
  return kinds[field.kind].refers === 'above' && (a === '' || a === '0') && (b === '' || b === '0');
}

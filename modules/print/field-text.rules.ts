/** What stands on paper for one field of a record: the words and figures of the screens. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Field, Fields } from '../../kernel/core/field.ts';
import { answeredName, kinds } from '../../kernel/core/kinds.ts';
import { label, type Language } from '../../kernel/core/label.ts';
import { perUnit, written } from '../../parts/quantities/amount.rules.ts';

type Row = Readonly<Record<string, unknown>>;
/** What the keys of business dictionaries are called, by dictionary and key. */
export type Dictionaries = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** How values are read. */
export interface Reading {
  readonly language: Language;
  readonly dictionaries: Dictionaries;
}

const YES = label('是', 'Yes');
const NO = label('否', 'No');
/** yyyy-MM-dd HH:mm. */
const MINUTE = 16;

const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The unit a figure is in; empty where it has none. */
export function unitText({ kind, rules: { unit = '' } }: Field, row: Row): string {
  if (kinds[kind].percent === 'points') return '%';
  if (unit === '') return '';
  return asText(row[answeredName(unit, 'Name')] ?? (unit.endsWith('Id') ? '' : row[unit]));
}

/** A figure without its unit. Whole numbers of four digits that are years have no comma. */
export function figureText({ kind, rules }: Field, value: unknown, isAlone = false): string {
  const text = asText(value);
  const { min = 0, max = Infinity } = rules;
  if (!Decimal.isText(text) || (kinds[kind].whole === true && min >= 1000 && max <= 9999)) return text;
  return written(text, kinds[kind].cents, isAlone);
}

/** Does it hold a figure, which stands at the right and adds up? */
export const isFigure = ({ kind }: Field): boolean =>
  kinds[kind].nature === 'decimal' || (kinds[kind].nature === 'number' && kinds[kind].words === undefined);

/** The text of a field; `isAlone`: no heading above says that it is money. Pictures, files and secrets have none. */
export function fieldText(name: string, field: Field, row: Row, reading: Reading, isAlone = false): string {
  const value = row[name];
  const { words, refers, nature } = kinds[field.kind];
  if (value === null || value === undefined || value === '') return '';
  if (words === 'yes-no') return (Number(value) === 1 ? YES : NO)[reading.language];
  if (words === 'field')
    return field.rules.choices?.find((choice) => choice.value === value)?.label[reading.language] ?? asText(value);
  if (words === 'dictionary') return dictionaryText(field, value, reading);
  if (refers === 'several') return asText(row[`${name.replace(/Ids$/, '')}Name`]).replaceAll(',', '、');
  if (refers !== undefined) return value === '0' ? '' : asText(row[answeredName(name, 'Name')]);
  if (isFigure(field)) {
    const figure = figureText(field, value, isAlone);
    const unit = unitText(field, row);
    const shown = kinds[field.kind].cents === 'at-least' ? perUnit(unit) : unit;
    return shown === '' || kinds[field.kind].cents === 'always' ? figure : `${figure} ${shown}`;
  }
  return nature === 'moment' ? asText(value).slice(0, MINUTE) : asText(value);
}

function dictionaryText({ rules }: Field, value: unknown, { dictionaries }: Reading): string {
  const words = dictionaries[rules.dictionary ?? ''] ?? {};
  return asText(value)
    .split(',')
    .filter((key) => key !== '')
    .map((key) => words[key] ?? key)
    .join('、');
}

/** Business dictionaries these fields take their words from. */
export const dictionariesOf = (fields: readonly Fields[]): readonly string[] => [
  ...new Set(fields.flatMap((each) => Object.values(each).flatMap(({ rules }) => rules.dictionary ?? []))),
];

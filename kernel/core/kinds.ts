import './kernel.refusals.ts';
import { Decimal } from './decimal.ts';
import type { Field, Kind } from './field.ts';
import { label, type Label } from './label.ts';
import { refuse, type Refusal } from './refusal.ts';

/** What reading a value off the wire gives: the value as stored (text, number, list), or why not. */
type Read = { readonly value: unknown } | { readonly refusal: Refusal };

interface KindFace {
  /** Reads one non-empty wire value. `name` is the field's label, for the sentence. */
  read(raw: unknown, field: Field): Read;
  /** Value sorts and compares as: decides filter operators. */
  readonly nature: 'text' | 'number' | 'decimal' | 'day' | 'moment' | 'id' | 'list' | 'none';
  /** Decimal places kept and shown, for decimal kinds. */
  readonly places?: number;
  /** How its value names records of another resource: one, several, or the one above it in the same tree. */
  readonly refers?: 'one' | 'several' | 'above';
  /** What sort of text it holds: words, signs that are compared exactly, long prose, or marked-up text. */
  readonly text?: 'words' | 'signs' | 'prose' | 'markup';
  /** Where the words of its values stand: with the field, in a dictionary, or yes and no. */
  readonly words?: 'field' | 'dictionary' | 'yes-no';
  /** Its values are ids of stored files. */
  readonly files?: 'pictures' | 'attachments';
  /** Stored sealed and shown to nobody. */
  readonly sealed?: true;
  /** Structured data of any shape. */
  readonly structured?: true;
  /** A whole number. */
  readonly whole?: true;
  /** Has a unit and may be typed with it. */
  readonly measured?: true;
  /** An amount in the currency: cents are shown always, or at least. */
  readonly cents?: 'always' | 'at-least';
  /** What 9 % typed into it means: 9 points, or 0.09. */
  readonly percent?: 'points' | 'ratio';
  /** The value that says nothing. */
  readonly neutral?: string;
}

const no = (field: Field, code: string, detail: Record<string, unknown> = {}): Read => ({
  refusal: refuse(code, { name: field.label satisfies Label, ...detail }),
});
const yes = (value: unknown): Read => ({ value });

/** Full-width digits and punctuation, as Chinese input methods type them. */
export const normaliseWidth = (value: string): string =>
  value.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/　/g, ' ');

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** A typed figure in plain signs, without commas between thousands. Other commas stay: 4,60 is no figure, never 460. */
export function plainFigure(typed: string): string {
  const figure = normaliseWidth(typed).trim();
  return GROUPED.test(figure) ? figure.replaceAll(',', '') : figure;
}

const readText = (raw: unknown, field: Field): Read => {
  if (typeof raw !== 'string' && typeof raw !== 'number') return no(field, 'field.text');
  const value = String(raw)
    .replace(/\u0000/g, '')
    .trim();
  const { max = 255, min = 0 } = field.rules;
  const length = [...value].length;
  if (length > max) return no(field, 'field.too-long', { max, length });
  if (length < min) return no(field, 'field.too-short', { min });
  return yes(value);
};

/** `words`: whose sentences say what is wrong; those of prices are the trade's own. */
const readDecimal =
  (kept: number, words: 'field' | 'price' = 'field') =>
  (raw: unknown, field: Field): Read => {
    const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? plainFigure(raw) : '';
    if (!Decimal.isText(text)) return no(field, `${words}.decimal`);
    const value = Decimal.of(text);
    const places = field.rules.places ?? kept;
    if (value.places > places)
      return no(field, `${words}.places`, { places: words === 'price' && places === 2 ? TWO : places });
    if (field.rules.positive && !value.isPositive()) return no(field, `${words}.positive`);
    const { min, max } = field.rules;
    if (min !== undefined && value.isBelow(bound(min))) return no(field, 'field.at-least', { min });
    if (max !== undefined && value.isAbove(bound(max))) return no(field, 'field.at-most', { max });
    return yes(value.toString());
  };
/** 两位, as people say it. */
const TWO = label('两', '2');
const bound = (limit: number): Decimal => Decimal.of(String(limit));

const readInteger = (raw: unknown, field: Field): Read => {
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? normaliseWidth(raw).trim() : '';
  if (!/^-?\d{1,9}$/.test(text)) return no(field, 'field.integer');
  const value = Number(text);
  const { min, max, positive } = field.rules;
  if (positive && value <= 0) return no(field, 'field.positive');
  if (min !== undefined && value < min) return no(field, 'field.at-least', { min });
  if (max !== undefined && value > max) return no(field, 'field.at-most', { max });
  return yes(value);
};

const readFlag = (raw: unknown, field: Field): Read => {
  if (raw === true || raw === 1 || raw === '1' || raw === 'true') return yes(1);
  if (raw === false || raw === 0 || raw === '0' || raw === 'false') return yes(0);
  return no(field, 'field.flag');
};

/** A calendar day that exists, as yyyy-MM-dd; a time behind it is dropped. */
export function readDay(raw: string): string | null {
  const match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$/.exec(raw.trim());
  if (match === null) return null;
  const [, year, month, dayOfMonth] = match as unknown as [string, string, string, string];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth)));
  const text = `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  return date.toISOString().slice(0, 10) === text ? text : null;
}

const readMoment = (raw: unknown, field: Field): Read => {
  if (typeof raw !== 'string') return no(field, 'field.moment');
  const match = /^(\S+?)(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(raw.trim());
  const date = match === null ? null : readDay(match[1]!);
  if (match === null || date === null) return no(field, 'field.moment');
  const [hour, minute, second] = [match[2] ?? '0', match[3] ?? '0', match[4] ?? '0'].map(Number) as [
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 59) return no(field, 'field.moment');
  const two = (part: number): string => String(part).padStart(2, '0');
  return yes(`${date} ${two(hour)}:${two(minute)}:${two(second)}`);
};

const readId = (raw: unknown, field: Field): Read => {
  const text = typeof raw === 'number' && Number.isSafeInteger(raw) ? String(raw) : raw;
  return typeof text === 'string' && /^\d{1,19}$/.test(text) && BigInt(text) <= MAX_ID
    ? yes(text)
    : no(field, 'field.id');
};
const MAX_ID = 9_223_372_036_854_775_807n;

/** Lists arrive as an array, as `a,b`, or as one value. */
export const listOf = (raw: unknown): string[] =>
  (Array.isArray(raw) ? raw : String(raw).split(','))
    .map((entry) => String(entry).trim())
    .filter((entry) => entry !== '');

const readIds = (raw: unknown, field: Field): Read => {
  const ids = listOf(raw);
  if (field.rules.max !== undefined && ids.length > field.rules.max)
    return no(field, 'field.too-many', { max: field.rules.max });
  for (const id of ids) {
    const read = readId(id, field);
    if ('refusal' in read) return read;
  }
  return yes([...new Set(ids)]);
};

/** The resource whose records a value of the field names, if it names any; `owner` is the one the field belongs to. */
export function targetOf({ kind, rules }: Pick<Field, 'kind' | 'rules'>, owner?: string): string | undefined {
  const { refers } = kinds[kind];
  return refers === undefined ? undefined : refers === 'above' ? owner : rules.target;
}

/** Does the field name one record of another resource? */
export const refersToOne = (field: Pick<Field, 'kind'> | undefined): boolean =>
  field !== undefined && kinds[field.kind].refers === 'one';

/** `materialId` is answered with its title as `materialName` and its code as `materialCode`. */
export const answeredName = (name: string, what: 'Name' | 'Code'): string =>
  name.endsWith('Id') ? `${name.slice(0, -2)}${what}` : `${name}${what}`;

/** One face per kind. Shared code never asks which kind it has; it asks the kind. */
export const kinds: Readonly<Record<Kind, KindFace>> = {
  text: { read: readText, nature: 'text', text: 'words' },
  longtext: {
    read: (raw, field) => readText(raw, { ...field, rules: { max: 20_000, ...field.rules } }),
    nature: 'text',
    text: 'prose',
  },
  richtext: {
    read: (raw, field) => readText(raw, { ...field, rules: { max: 100_000, ...field.rules } }),
    nature: 'text',
    text: 'markup',
  },
  code: {
    nature: 'text',
    text: 'signs',
    read: (raw, field) => {
      const read = readText(raw, field);
      if ('refusal' in read) return read;
      return /^[\p{L}\p{N}._\-/]*$/u.test(read.value as string) ? read : no(field, 'field.code');
    },
  },
  secret: { read: readText, nature: 'none', sealed: true },
  integer: { read: readInteger, nature: 'number', whole: true },
  quantity: { read: readDecimal(6), nature: 'decimal', places: 6, measured: true },
  price: { read: readDecimal(6, 'price'), nature: 'decimal', places: 6, cents: 'at-least' },
  money: { read: readDecimal(2), nature: 'decimal', places: 2, cents: 'always' },
  percent: { read: readDecimal(6), nature: 'decimal', places: 6, percent: 'points' },
  factor: { read: readDecimal(12), nature: 'decimal', places: 12, percent: 'ratio', neutral: '1' },
  flag: { read: readFlag, nature: 'number', words: 'yes-no' },
  day: {
    nature: 'day',
    read: (raw, field) => {
      const value = typeof raw === 'string' ? readDay(raw) : null;
      return value === null ? no(field, 'field.day') : yes(value);
    },
  },
  moment: { read: readMoment, nature: 'moment' },
  choice: {
    nature: 'text',
    words: 'field',
    read: (raw, field) => {
      const value = String(raw);
      const choices = field.rules.choices ?? [];
      if (choices.some((choice) => choice.value === value)) return yes(value);
      const shown = {
        zh: choices.map((choice) => choice.label.zh).join('、'),
        en: choices.map((choice) => choice.label.en).join(', '),
      };
      return no(field, 'field.choice', { value, choices: shown });
    },
  },
  dictionary: {
    read: (raw, field) => readText(field.rules.several ? listOf(raw).join(',') : raw, field),
    nature: 'text',
    words: 'dictionary',
  },
  ref: { read: readId, nature: 'id', refers: 'one' },
  refs: { read: readIds, nature: 'list', refers: 'several' },
  parent: { read: readId, nature: 'id', refers: 'above' },
  pictures: { read: readIds, nature: 'list', files: 'pictures' },
  attachments: { read: readIds, nature: 'list', files: 'attachments' },
  json: { read: (raw) => yes(raw), nature: 'none', structured: true },
};

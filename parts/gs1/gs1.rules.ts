/**
 * What a GS1 code says (GS1 General Specifications): an element string from a GS1-128, DataMatrix or QR symbol, the
 * same with its identifiers in brackets, or a digital link. FNC1 arrives as GS, the character 29, or as one of the
 * signs scanners put in its place.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { checkDigitHolds } from './check-digit.rules.ts';
import './gs1.refusals.ts';

export interface Gs1 {
  /** The trade item, 14 digits; of a logistic unit the item it contains. */
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly serial: string | null;
  readonly productionDate: string | null;
  /** Expiry, else best before, else sell by. */
  readonly expiryDate: string | null;
  readonly netKg: Decimal | null;
  readonly grossKg: Decimal | null;
  /** Of a measured item or of items contained. */
  readonly count: Decimal | null;
}
type Gs1Reading = { readonly ok: true; readonly gs1: Gs1 } | { readonly ok: false; readonly refusal: Refusal };

type Elements = ReadonlyMap<string, string>;
type ElementsRead =
  | { readonly ok: true; readonly elements: Elements }
  | { readonly ok: false; readonly refusal: Refusal };

const GS = '\u001D';
/** What scanners send for GS where they cannot send it. */
const GS_SIGNS = /\u241D|\{GS\}|<GS>|\^\]/gi;
/** Symbologies that carry element strings: GS1-128, DataBar, DataMatrix, QR, DotCode. */
const GS1_SYMBOL = /^\](C1|e0|d2|Q3|J1)/;
/** Any other symbology says that what follows is no element string. */
const OTHER_SYMBOL = /^\][A-Za-z]\d/;
const DIGITAL_LINK = /^https?:\/\/[^/?#]+(\/[^?#]*?)?\/01\/(\d{8,14})(?=[/?#]|$)([^?#]*)(?:\?([^#]*))?/i;
const POUND_KG = Decimal.of('0.45359237');
const WEIGHT_PLACES_MAX = 5;
const KG_PLACES = 6;

/** How many digits an application identifier has, by its first two. */
const LONGER: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['23', '24', '25', '40', '41', '42', '71'].map((start) => [start, 3])),
  ...Object.fromEntries(
    ['31', '32', '33', '34', '35', '36', '39', '43', '70', '72', '80', '81', '82'].map((start) => [start, 4]),
  ),
};
const TWO_DIGITS = /^(0[0-3]|1[0-35-7]|2[0-2]|30|37|9\d)$/;
/** Values of a length laid down beforehand, by the first two digits of their identifier: nothing ends them. */
const FIXED: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '03': 14,
  '20': 2,
  '41': 13,
  ...Object.fromEntries(['11', '12', '13', '15', '16', '17'].map((ai) => [ai, 6])),
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((start) => [start, 6])),
};
const LONGEST: Readonly<Record<string, number>> = { '10': 20, '21': 20, '22': 20, '30': 8, '37': 8 };
const LONGEST_OTHER = 90;
const CHECKED = new Set(['00', '01', '02', '03']);
const DIGITS_ONLY = /^(0[0-3]|1[1-7]|20|30|37|3[1-6]\d\d)$/;

/**
 * Reads a code as GS1; `undefined` where it is none. Without a symbology before it, a code is taken for an element
 * string where it begins with a trade item and all of it reads as one.
 */
export function readGs1(scanned: string, today: string): Gs1Reading | undefined {
  const code = scanned.trim().replaceAll(GS_SIGNS, GS);
  const read = elementsOf(code);
  if (read === undefined || !read.ok) return read;
  return factsOf(read.elements, today);
}

function elementsOf(code: string): ElementsRead | undefined {
  const link = DIGITAL_LINK.exec(code);
  if (link !== null) return linkElements(link);
  if (/^\(\d{2,4}\)/.test(code)) return bracketed(code);
  if (GS1_SYMBOL.test(code)) return elementString(code.replace(GS1_SYMBOL, ''));
  if (OTHER_SYMBOL.test(code)) return undefined;
  if (code.startsWith(GS)) return elementString(code);
  if (!/^0[12]\d{14}/.test(code)) return undefined;
  const read = elementString(code);
  return read.ok || read.refusal.code !== 'gs1.unknown' ? read : undefined;
}

/** Collects elements one by one, and the first thing wrong with them. */
function collect(pairs: readonly (readonly [ai: string, value: string])[]): ElementsRead {
  const elements = new Map<string, string>();
  for (const [ai, value] of pairs) {
    const refusal = elementRefusal(ai, value, elements.get(ai));
    if (refusal !== undefined) return { ok: false, refusal };
    elements.set(ai, value);
  }
  return { ok: true, elements };
}

function elementRefusal(ai: string, value: string, before: string | undefined): Refusal | undefined {
  if (before !== undefined && before !== value) return refuse('gs1.twice', { ai, first: before, second: value });
  const fixed = fixedLength(ai);
  const longest = fixed ?? LONGEST[ai] ?? LONGEST_OTHER;
  if (DIGITS_ONLY.test(ai) && !/^\d*$/.test(value)) return refuse('gs1.not-digits', { ai, value });
  if (value === '' || value.length > longest || (fixed !== undefined && value.length < fixed))
    return refuse('gs1.length', { ai, value });
  if (CHECKED.has(ai) && !checkDigitHolds(value))
    return refuse('gs1.check-digit', { code: value, expected: rightDigit(value) });
  return undefined;
}
const fixedLength = (ai: string): number | undefined => FIXED[ai.slice(0, 2)];
const rightDigit = (code: string): string =>
  [...'0123456789'].find((digit) => checkDigitHolds(`${code.slice(0, -1)}${digit}`))!;

const lengthOfAi = (text: string): number => LONGER[text.slice(0, 2)] ?? 2;
const isAi = (ai: string): boolean =>
  /^\d{2,4}$/.test(ai) && ai.length === lengthOfAi(ai) && (ai.length > 2 || TWO_DIGITS.test(ai));

function elementString(text: string): ElementsRead {
  const pairs: (readonly [string, string])[] = [];
  let rest = text;
  while (rest !== '') {
    if (rest.startsWith(GS)) {
      rest = rest.slice(1);
      continue;
    }
    const ai = rest.slice(0, lengthOfAi(rest));
    if (!isAi(ai)) return { ok: false, refusal: refuse('gs1.unknown', { rest: rest.slice(0, 20) }) };
    const value = rest.slice(ai.length);
    const end = value.indexOf(GS);
    const length = fixedLength(ai) ?? (end < 0 ? value.length : end);
    pairs.push([ai, value.slice(0, length)]);
    rest = value.slice(length);
  }
  return collect(pairs);
}

function bracketed(text: string): ElementsRead {
  const parts = [...text.matchAll(/\((\d{2,4})\)([^(]*(?:\((?!\d{2,4}\))[^(]*)*)/g)];
  const odd = parts.find(([, ai]) => !isAi(ai!));
  if (odd !== undefined) return { ok: false, refusal: refuse('gs1.unknown', { rest: odd[0].slice(0, 20) }) };
  return collect(parts.map(([, ai, value]) => [ai!, value!.replaceAll(GS, '').trim()]));
}

function linkElements([, , gtin, path = '', query = '']: RegExpExecArray): ElementsRead {
  const steps = path.split('/').filter(Boolean);
  const own = steps.flatMap((ai, at) => (at % 2 === 0 ? [[ai, steps[at + 1] ?? ''] as const] : []));
  const asked = [...new URLSearchParams(query)].filter(([name]) => isAi(name));
  const odd = own.find(([ai]) => !isAi(ai));
  if (odd !== undefined) return { ok: false, refusal: refuse('gs1.unknown', { rest: odd[0].slice(0, 20) }) };
  return collect([
    ['01', gtin!.padStart(14, '0')],
    ...own.map(([ai, value]) => [ai, decoded(value)] as const),
    ...asked,
  ]);
}
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function factsOf(elements: Elements, today: string): Gs1Reading {
  const refusals: Refusal[] = [];
  const day = (ai: string): string | null => {
    const value = elements.get(ai);
    if (value === undefined) return null;
    const read = dayOf(value, today, ai === '11' ? 'first' : 'last');
    if (read === null) refusals.push(refuse('gs1.date', { ai, value }));
    return read;
  };
  const weight = (kilograms: string, pounds: string): Decimal | null => {
    const [ai, value] = [...elements].find(([each]) => each.startsWith(kilograms) || each.startsWith(pounds)) ?? [];
    if (ai === undefined) return null;
    const places = Number(ai[3]);
    if (places > WEIGHT_PLACES_MAX) {
      refusals.push(refuse('gs1.places', { ai, places }));
      return null;
    }
    const measured = Decimal.of(places === 0 ? value! : `${value!.slice(0, -places)}.${value!.slice(-places)}`);
    return ai.startsWith(pounds) ? measured.times(POUND_KG).rounded(KG_PLACES) : measured;
  };
  const count = elements.get('30') ?? elements.get('37');
  const gs1: Gs1 = {
    gtin: elements.get('01') ?? elements.get('02') ?? null,
    lot: elements.get('10') ?? null,
    serial: elements.get('21') ?? null,
    productionDate: day('11'),
    expiryDate: [day('17'), day('15'), day('16')].find((each) => each !== null) ?? null,
    netKg: weight('310', '320'),
    grossKg: weight('330', '340'),
    count: count === undefined ? null : Decimal.of(count),
  };
  return refusals.length > 0 ? { ok: false, refusal: refusals[0]! } : { ok: true, gs1 };
}

/**
 * YYMMDD as a day: the century that is nearest to today; day 00 is the month as a whole, its first or its last day.
 * Null where there is no such day.
 */
function dayOf(text: string, today: string, wholeMonth: 'first' | 'last'): string | null {
  const year = yearOf(Number(text.slice(0, 2)), Number(today.slice(0, 4)));
  const month = Number(text.slice(2, 4));
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const given = Number(text.slice(4, 6));
  const day = given > 0 ? given : wholeMonth === 'first' ? 1 : last;
  if (month < 1 || month > 12 || day > last) return null;
  return [String(year), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-');
}

/** GS1 General Specifications 7.12: 51 years ahead or more is the century before, 50 back or more the one after. */
function yearOf(two: number, thisYear: number): number {
  const century = thisYear - (thisYear % 100);
  const ahead = two - (thisYear % 100);
  return century + two + (ahead >= 51 ? -100 : ahead <= -50 ? 100 : 0);
}

import { MARKED, STYLE } from './cell-styles.ts';
import { textToSerial } from './serial-date.ts';
import type { CellFace } from './sheet-spec.ts';

const CELL_LENGTH_MAX = 32_767;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const SIGNIFICANT_MAX = 15;

/** A cell with this value; a figure Excel would cut to 15 digits stays text. */
export function cellXml(address: string, face: CellFace, value: string, marked: boolean): string {
  if (face !== 'text') {
    const number = face === 'day' || face === 'moment' ? textToSerial(value) : isExactNumber(value) ? value : null;
    if (number !== null) return `<c r="${address}" s="${STYLE[face] + (marked ? MARKED : 0)}"><v>${number}</v></c>`;
  }
  // Excel reads a text beginning like this as a formula once somebody edits the cell; the quote prefix keeps it a text.
  // OWASP's list.
  const style = /^[=+\-@\t\r]/.test(value) ? STYLE.quoted : STYLE.text;
  return textCell(address, style + (marked ? MARKED : 0), value);
}

/** Whether Excel can hold every digit: it keeps 15. */
function isExactNumber(value: string): boolean {
  if (!NUMBER.test(value)) return false;
  if (value.length <= SIGNIFICANT_MAX) return true;
  const digits = value.replace(/[-.]/g, '').replace(/^0+/, '');
  return (value.includes('.') ? digits.replace(/0+$/, '') : digits).length <= SIGNIFICANT_MAX;
}

/** A cell with this text and style. */
export const textCell = (address: string, style: number, value: string): string =>
  `<c r="${address}" s="${style}" t="inlineStr"><is>${textXml(value)}</is></c>`;

/** A text without a blank, without XML's own characters and without what XML cannot hold: as most are. */
const ORDINARY = /^[^\s&<>_\u0000-\u001f\ud800-\udfff\ufffe\uffff]*$/;

/** The element of a text, cut to what a cell can hold. */
export function textXml(value: string): string {
  if (value.length <= CELL_LENGTH_MAX && ORDINARY.test(value)) return `<t>${value}</t>`;
  const cut = value.length > CELL_LENGTH_MAX ? value.slice(0, CELL_LENGTH_MAX) : value;
  return /^\s|\s$|[\n\t]| {2}/.test(cut) ? `<t xml:space="preserve">${escaped(cut)}</t>` : `<t>${escaped(cut)}</t>`;
}

const MARKUP_OR_CONTROL = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]/;
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const SPECIAL = new RegExp([MARKUP_OR_CONTROL, LOOKS_ESCAPED, LONE_SURROGATE].map(({ source }) => source).join('|'));
const ALL_SPECIAL = new RegExp(SPECIAL, 'g');

/** Text of an element: XML's own characters as entities, what XML cannot hold the way Excel writes it, `_x000D_`. */
const escaped = (text: string): string => (SPECIAL.test(text) ? text.replace(ALL_SPECIAL, escape) : text);
const escape = (character: string): string =>
  ENTITIES[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Text of an attribute between double quotes. */
export const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');

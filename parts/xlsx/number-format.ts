/** What a number format makes of a number: a figure, a percentage, a day, a moment. */
export type NumberFace = 'number' | 'percent' | 'day' | 'moment';

/** Formats 27–36 and 50–58 are the Chinese and Japanese dates; 32, 33, 55 and 56 are their times of day. */
const BUILT_IN: ReadonlyMap<number, NumberFace> = new Map([
  ...[9, 10].map((id) => [id, 'percent'] as const),
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'day'] as const),
  ...[18, 19, 20, 21, 22, 32, 33, 45, 47, 55, 56].map((id) => [id, 'moment'] as const),
]);

/**
 * The face of a format, by its built-in id or its own code. Elapsed times such as [h]:mm stay figures: they are no
 * moment.
 */
export function faceOf(formatId: number, formatCode: string | undefined): NumberFace {
  if (formatCode === undefined) return BUILT_IN.get(formatId) ?? 'number';
  if (/^general$/i.test(formatCode) || /\[(?:h+|m+|s+)\]/i.test(formatCode)) return 'number';
  const shown = formatCode
    .slice(0, 255)
    .split(';')[0]!
    .replace(/"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]?/g, '');
  const plain = shown.replace(/am\/pm|a\/p/gi, 'h');
  if (/[hs]/i.test(plain)) return 'moment';
  if (/[ymd]/i.test(plain)) return 'day';
  return plain.includes('%') ? 'percent' : 'number';
}

const NUMBER_TEXT = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * The number of a cell as plain decimal text, without exponent and without detour over a float.
 *
 * Excel stores 1.1 as 1.1000000000000001: a fraction with 16 or 17 significant digits is the print of a double, of
 * which Excel itself shows 15. Those are rounded to 15; whole numbers and longer fractions, which no double prints,
 * stay as they are.
 * `null` when the text is no number.
 */
export function plainNumber(text: string, shift = 0): string | null {
  const match = NUMBER_TEXT.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  let digits = (whole + fraction).replace(/^0+/, '');
  let point = whole.length - (whole.length + fraction.length - digits.length) + Number(exponent);
  const significant = digits.replace(/0+$/, '').length;
  if ((significant === 16 || significant === 17) && point < significant) {
    const kept = BigInt(digits.slice(0, 15)) + (digits.charCodeAt(15) >= 53 ? 1n : 0n);
    const rounded = String(kept);
    point += rounded.length - 15;
    digits = rounded;
  }
  digits = digits.replace(/0+$/, '');
  if (digits === '') return '0';
  point += shift;
  if (Math.abs(point) > 400) return null;
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits + '0'.repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return sign === '-' ? `-${plain}` : plain;
}

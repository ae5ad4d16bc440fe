/** More columns than this stand on A4 laid across. */
const UPRIGHT = 8;
/** How A4 lies for a table of so many columns. */
export const layOf = (columns: number): 'portrait' | 'landscape' => (columns > UPRIGHT ? 'landscape' : 'portrait');

/** Any text as a string of CSS: nothing in it ends the string or the style sheet around it. */
export const cssString = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} .,:·/-]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `)}"`;

const [WIDE_LETTER, LETTER] = [13, 7.5];
/** From here on letters are as wide as they are high. */
const FIRST_WIDE = '\u2e80';

/** About how many pixels a word takes in a table. */
export const textWidth = (word: string): number =>
  [...word].reduce((sum, sign) => sum + (sign >= FIRST_WIDE ? WIDE_LETTER : LETTER), 0);

/** Beside the words of a heading: its edges, and the sign of the order. */
const AROUND_HEADING = 34;
/** What a column needs so that no word of its heading is broken; Chinese breaks anywhere. */
export const headingWidth = (heading: string): number =>
  AROUND_HEADING + Math.max(0, ...(heading.match(/[A-Za-z]+/g) ?? []).map(textWidth));

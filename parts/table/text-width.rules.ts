const [WIDE_LETTER, LETTER] = [13, 7.5];
/** From here on letters are as wide as they are high. */
const FIRST_WIDE = '\u2e80';

/** About how many pixels a word takes in a table. */
export const textWidth = (word: string): number =>
  [...word].reduce((sum, sign) => sum + (sign >= FIRST_WIDE ? WIDE_LETTER : LETTER), 0);

import { pinyin } from 'pinyin-pro';
import { nameKey, namesIn } from './names.ts';

const HAN_RUNS = /\p{Script=Han}+/gu;
const HAN = /\p{Script=Han}/u;
const SIGN_OR_OTHERS = /\p{Script=Han}|\P{Script=Han}+/gu;
const FEW_HAN = /^\p{Script=Han}{1,2}$/u;

/**
 * What one search box looks into: the words themselves, names in them, each after a space, and without spaces and in
 * usual width, their pinyin and their initials, in lower case, and at the end each two characters that follow each
 * other. 西红柿 → "西红柿 xihongshi xhs 西红 红柿 柿".
 */
export function searchText(values: readonly unknown[]): string {
  const words = values
    .filter((value) => typeof value === 'string' && value !== '')
    .map((value) => String(value).toLowerCase());
  const parts = new Set<string>();
  const pairs = new Set<string>();
  for (const word of words) {
    parts.add(word);
    for (const name of namesIn(word)) {
      if (!` ${word}`.includes(` ${name}`)) parts.add(name);
      if (!word.includes(nameKey(name))) parts.add(nameKey(name));
    }
    if (HAN.test(word)) for (const form of pinyinForms(word)) parts.add(form);
    for (const [run] of word.matchAll(HAN_RUNS))
      [...run].forEach((_, at, all) => pairs.add(all.slice(at, at + 2).join('')));
  }
  return [...parts, ...pairs].join(' ');
}

/** A word in pinyin, and in its initials: each sign's first letter. */
function pinyinForms(word: string): readonly [string, string] {
  const syllables = pinyin(word, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
  const signs = word.match(SIGN_OR_OTHERS)!;
  const initials =
    signs.length === syllables.length
      ? syllables.map((part, at) => (HAN.test(signs[at]!) ? [...part][0] : part))
      : pinyin(word, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' });
  return [syllables.join(''), initials.join('')];
}

/** Is this word, in lower case, in a search text? The same in memory as `searchPattern` in SQL. */
export const isFound = (text: string, word: string): boolean => text.includes(FEW_HAN.test(word) ? ` ${word}` : word);

/**
 * Does the text have no letters but ASCII, or of one case only? What holds it then holds it in lower case too, whoever
 * folds: others are folded in one way here and in another by the database.
 */
export const isFolded = (text: string): boolean => /^[ -~\p{Lo}\p{N}\p{P}\p{S}\p{Zs}]*$/u.test(text);

const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * The pattern that finds a word, in lower case, in a search text. One or two characters are too short for the index:
 * they are found where a pair begins with them.
 */
export const searchPattern = (word: string): string => (FEW_HAN.test(word) ? `% ${word}%` : `%${escaped(word)}%`);

/** The patterns that find what begins with these words, in lower case; null where all that is found does. */
export const beginningPatterns = (words: readonly string[]): readonly [first: string, later: string] | null =>
  words.length === 1 && FEW_HAN.test(words[0]!)
    ? null
    : [`${escaped(words.join(' '))}%`, `% ${escaped(words.join(' '))}%`];

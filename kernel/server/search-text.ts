import { pinyin } from 'pinyin-pro';

/**
 * What one search box looks into: the words themselves, their pinyin and their initials, in lower case.
 * 西红柿 → "西红柿 xihongshi xhs".
 */
export function searchText(values: readonly unknown[]): string {
  const words = values.filter((value) => typeof value === 'string' && value !== '').map((value) => String(value).toLowerCase());
  const parts = new Set<string>();
  for (const word of words) {
    parts.add(word);
    if (/\p{Script=Han}/u.test(word)) {
      parts.add(pinyin(word, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join(''));
      parts.add(pinyin(word, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' }).join(''));
    }
  }
  return [...parts].join(' ');
}

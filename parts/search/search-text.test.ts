import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchPattern, searchText } from './search-text.ts';

test.each([
  [
    ['V30035', '西红柿', '番茄, 洋柿子'],
    'v30035 西红柿 xihongshi xhs 番茄, 洋柿子 fanqie, yangshizi fq, ysz 西红 红柿 柿 番茄 茄 洋柿 柿子 子',
  ],
  [['Milk 2%'], 'milk 2% milk2%'],
  [['Cola、Sprite'], 'cola、sprite sprite'],
  [['ＡＢＣ'], 'ａｂｃ abc'],
  [['盐', null, ''], '盐 yan y 盐'],
])('%j is searched as %s', (values, text) => {
  expect(searchText(values)).toBe(text);
});

test.each([
  ['西', '% 西%'],
  ['红柿', '% 红柿%'],
  ['西红柿', '%西红柿%'],
  ['xhs', '%xhs%'],
  ['2%', '%2\\%%'],
  ['大5', '%大5%'],
])('%s is looked for as %s', (word, pattern) => {
  expect(searchPattern(word)).toBe(pattern);
});

/** LIKE without escapes, as PostgreSQL has it. */
const isLike = (text: string, pattern: string): boolean => text.includes(pattern.replaceAll('%', ''));
test('a part of a name is found by one, two or more of its characters, and by nothing else', () => {
  const han = fc.string({
    unit: fc.constantFrom('西', '红', '柿', '番', '茄', '大', '5', 'a'),
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      han,
      fc.string({ unit: fc.constantFrom('西', '红', '柿', '番', '茄', '大'), minLength: 1, maxLength: 3 }),
      (name, word) => {
        expect(isLike(searchText([name]), searchPattern(word))).toBe(name.includes(word));
      },
    ),
  );
});

import { expect, test } from 'vitest';
import { nameKey, asText, namesIn } from './names.ts';

test.each([
  ['大白菜', '大白菜'],
  [' 大　白菜 ', '大白菜'],
  ['ＡＢＣ１２', 'abc12'],
  ['Pak Choi', 'pakchoi'],
])('%s is compared as %s', (name, key) => expect(nameKey(name)).toBe(key));

test.each([
  ['番茄,洋柿子', '西红柿', ['番茄', '洋柿子']],
  ['番茄，番 茄、洋柿子;；', '', ['番茄', '洋柿子']],
  ['西红柿, 番茄', '西红柿', ['番茄']],
  [null, '西红柿', []],
])('%s beside %s names %j', (text, except, names) => {
  expect(namesIn(text, except)).toEqual(names);
  expect(namesIn(asText(names))).toEqual(names);
});

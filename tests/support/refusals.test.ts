import { expect, test } from 'vitest';
import { declaredCodes, untried } from './refusals.ts';

test('codes are read from the printed catalogue', () => {
  expect(
    declaredCodes(
      '| code | 中文 | English |\n|---|---|---|\n| attach.name | 名称 | A name |\n| stock.place-short | 缺 | Short |\n',
    ),
  ).toEqual(['attach.name', 'stock.place-short']);
});

test.each([
  ['what no test provokes and nobody listed', ['a.b', 'a.c'], ['a.b'], [], ['a.c'], ['a.c']],
  ['what is listed may stay untried for a while', ['a.b', 'a.c'], ['a.b'], ['a.c'], ['a.c'], []],
  ['what is listed and declared no more', ['a.b'], ['a.b'], ['a.z'], [], ['a.z']],
])('%s', (_title, declared, provoked, listed, codes, wrong) => {
  expect(untried(declared, new Set(provoked), new Set(listed))).toEqual({ codes, wrong });
});

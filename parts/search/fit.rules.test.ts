import { describe, expect, test } from 'vitest';
import { fitOf, nearTo, takenOnEnter, withTaken } from './fit.rules.ts';

const kilogram = { id: '1', name: '千克', code: 'KG', fit: 0 };
const bag = { id: '2', name: '袋(1kg)', code: 'BAG1', fit: 6 };
const largeBag = { id: '3', name: '袋(10kg)', code: 'BAG10', fit: 6 };
const cabbage = { id: '4', name: '大白菜', code: 'V10', fit: 4 };
const firstCabbage = { id: '5', name: '大白菜1号', code: 'V11', fit: 5 };

describe('Enter', () => {
  test.each([
    ['kg', 'takes the unit whose code it is', [kilogram, bag, largeBag], 0],
    ['kg', 'takes none of packs that merely have it within', [bag, largeBag], -1],
    ['1kg', 'takes the only one there is', [bag], 0],
    ['dbc', 'takes what sounds so before what goes on', [cabbage, firstCabbage], 0],
    [
      '西红柿',
      'takes none of two of one name',
      [
        { name: '西红柿', code: 'A', fit: 1 },
        { name: '西红柿', code: 'B', fit: 1 },
      ],
      -1,
    ],
    [
      '西',
      'takes none of two that begin so',
      [
        { name: '西红柿', fit: 3 },
        { name: '西兰花', fit: 3 },
      ],
      -1,
    ],
    [
      'v1',
      'goes by code and name where nothing else is said',
      [
        { name: '大白菜', code: 'V1' },
        { name: '大白菜1号', code: 'V11' },
      ],
      0,
    ],
    ['洋白菜', 'takes nothing that is merely called similarly', [{ ...cabbage, fit: 7 }], -1],
    ['', 'takes nothing before anything was typed', [kilogram], -1],
    ['zzz', 'takes nothing where there is nothing', [], -1],
  ])('after %j %s', (typed, _what, hits, taken) => expect(takenOnEnter(typed, hits)).toBe(taken));
});

test.each([
  ['ＫＧ', { name: '千克', code: 'KG' }, 0],
  ['千克', { name: '千克', code: 'KG' }, 1],
  ['千', { name: '千克', code: 'KG' }, 3],
  ['k', { name: '千克', code: 'KG' }, 3],
  ['克', { name: '千克', code: 'KG' }, 6],
])('%s fits %j at %i', (typed, hit, fit) => expect(fitOf(typed, hit)).toBe(fit));

describe('what was taken before for the same words', () => {
  test('stands in front of what fits alike or worse, and is taken again', () => {
    const hits = withTaken('dbc', [cabbage, firstCabbage], '5');
    expect([hits.map(({ id }) => id), takenOnEnter('dbc', hits)]).toEqual([['5', '4'], 0]);
  });
  test('stands behind what is typed to the letter', () => {
    const hits = withTaken('kg', [kilogram, bag, largeBag], '3');
    expect([hits.map(({ id }) => id), takenOnEnter('kg', hits)]).toEqual([['1', '3', '2'], 0]);
  });
});

test.each([
  ['洋白菜', ['白菜', '洋白']],
  [' 白菜 ', []],
])('near to %j is what is called %j', (typed, near) => expect(nearTo(typed)).toEqual(near));

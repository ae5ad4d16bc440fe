import { expect, test } from 'vitest';
import { ancestry, placeRefusals, type Place } from './region.rules.ts';

const codes = (place: Place, above?: { code: string; level: number }): string[] =>
  placeRefusals(place, above).map((refusal) => refusal.code);

test.each<[string, Place, { code: string; level: number } | undefined, string[]]>([
  ['the country stands alone', { code: '00', parentCode: '', level: 0 }, undefined, []],
  ['the country is called 00', { code: '99', parentCode: '', level: 0 }, undefined, ['region.country']],
  ['a province hangs below the country', { code: '44', parentCode: '00', level: 1 }, { code: '00', level: 0 }, []],
  ['a county hangs below its city', { code: '440106', parentCode: '4401', level: 3 }, { code: '4401', level: 2 }, []],
  ['a town has nine digits', { code: '440106001', parentCode: '440106', level: 4 }, { code: '440106', level: 3 }, []],
  [
    'a village has twelve',
    { code: '440106001001', parentCode: '440106001', level: 5 },
    { code: '440106001', level: 4 },
    [],
  ],
  [
    'nothing but the country stands without a parent',
    { code: '44', parentCode: '', level: 1 },
    undefined,
    ['region.parent'],
  ],
  ['the parent has to be there', { code: '4499', parentCode: '98', level: 2 }, undefined, ['region.parent-unknown']],
  ['no level is left out', { code: '440106', parentCode: '44', level: 3 }, { code: '44', level: 1 }, ['region.deeper']],
  [
    'a county of another city is refused',
    { code: '330106', parentCode: '4401', level: 3 },
    { code: '4401', level: 2 },
    ['region.prefix'],
  ],
  [
    'the length follows the level',
    { code: '44010', parentCode: '4401', level: 3 },
    { code: '4401', level: 2 },
    ['region.length'],
  ],
  ['letters are no code', { code: '44A1', parentCode: '44', level: 2 }, { code: '44', level: 1 }, ['region.digits']],
])('RULE-183: %s', (_name, place, above, expected) => expect(codes(place, above)).toEqual(expected));

test('a code tells everything above it', () => {
  expect(ancestry('440106001001')).toEqual(['44', '4401', '440106', '440106001', '440106001001']);
  expect(ancestry('44')).toEqual(['44']);
  expect(ancestry('00')).toEqual([]);
});

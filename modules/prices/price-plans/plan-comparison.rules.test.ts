import { expect, test } from 'vitest';
import { compareVersions, type ComparedLine } from './plan-comparison.rules.ts';

const line = (materialId: string, price: string, more: Partial<ComparedLine> = {}): ComparedLine => ({
  materialId,
  code: materialId,
  name: materialId,
  unitName: 'kg',
  price,
  basePrice: price,
  startDate: '',
  ...more,
});
const comparison = (older: readonly ComparedLine[], newer: readonly ComparedLine[]): unknown => {
  const { rows, sameCount } = compareVersions(older, newer);
  return [
    rows.map((row) => [
      row.materialId,
      row.difference,
      row.before?.price ?? null,
      row.after?.price ?? null,
      row.changePercent,
    ]),
    sameCount,
  ];
};

test.each([
  ['nothing changed', [line('a', '5')], [line('a', '5.00')], [[], 1]],
  [
    'left out first, then the biggest change whichever way, then what is new',
    [line('a', '5'), line('b', '10'), line('c', '4'), line('d', '1')],
    [line('e', '2'), line('a', '5.5'), line('b', '8'), line('d', '1')],
    [
      [
        ['c', 'left-out', '4', null, null],
        ['b', 'changed', '10', '8', '-20'],
        ['a', 'changed', '5', '5.5', '10'],
        ['e', 'added', null, '2', null],
      ],
      1,
    ],
  ],
  [
    'in different units by what a base unit costs',
    [line('a', '150', { unitName: 'box', basePrice: '5' })],
    [line('a', '5')],
    [[], 1],
  ],
  [
    'and told in their own',
    [line('a', '150', { unitName: 'box', basePrice: '5' })],
    [line('a', '6')],
    [[['a', 'changed', '150', '6', '20']], 0],
  ],
  [
    'the last of the older beside the first of the newer',
    [line('a', '5'), line('a', '6', { startDate: '2026-12-01' })],
    [line('a', '9', { startDate: '2027-06-01' }), line('a', '6.6', { startDate: '2027-01-01' })],
    [[['a', 'changed', '6', '6.6', '10']], 0],
  ],
  [
    'equal changes by code',
    [line('b', '1'), line('a', '1')],
    [line('b', '2'), line('a', '2')],
    [
      [
        ['a', 'changed', '1', '2', '100'],
        ['b', 'changed', '1', '2', '100'],
      ],
      0,
    ],
  ],
] as const)('%s', (_title, older, newer, expected) => {
  expect(comparison(older, newer)).toEqual(expected);
});

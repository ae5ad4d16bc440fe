import { expect, test } from 'vitest';
import { foreseenAmount, foreseenTotal, repeatedLines } from './order-entry.rules.ts';

const guess = { unitId: 'kg', guessPrice: '2.20', guessUnitId: 'kg' };

test.each([
  ['its own price', { orderQty: '3', price: '2.55', ...guess }, '7.65'],
  ['the agreed price, where none was typed', { orderQty: '3', price: null, ...guess }, '6.6'],
  ['nothing yet, in another unit than the price is agreed for', { orderQty: '3', ...guess, unitId: 'box' }, undefined],
  ['nothing yet, without a quantity', { price: '2.55' }, undefined],
  ['nothing yet, without any price', { orderQty: '3' }, undefined],
] as const)('a line comes to %s', (_, line, amount) => {
  expect(foreseenAmount(line)?.toString()).toBe(amount);
});

test('the sum of what is typed says how much of it is guessed or unknown; the empty line counts for nothing', () => {
  expect(
    foreseenTotal([
      { materialId: '1', orderQty: '3', price: '2.55' },
      { materialId: '2', orderQty: '3', ...guess },
      { materialId: '3', orderQty: '3' },
      {},
    ]),
  ).toEqual({ amount: '14.25', lines: 3, guessed: 1, unknown: 1 });
});

test('a material that stands there twice for one day is named with its first line; for another day it is not', () => {
  const lines = [
    { materialId: '1' },
    { materialId: '2' },
    { materialId: '1' },
    { materialId: '2', deliveryDate: '2026-11-26' },
    {},
    { materialId: '1', deliveryDate: null },
  ];
  expect(repeatedLines(lines).map(({ line, first }) => [lines.indexOf(line), first])).toEqual([
    [2, 1],
    [5, 1],
  ]);
});

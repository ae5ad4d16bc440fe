import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { lowestPrice, clearedBy, type Candidate, type Shortage } from './use-plan.rules.ts';

const of = (text: string): Decimal => Decimal.of(text);
const short = (warehouseId: string, day: string, qty: string): Shortage => ({ warehouseId, day, qty: of(qty) });
const dish = (key: string, day: string, portions: string, perPortion: string): Candidate => ({
  key,
  day,
  portions: of(portions),
  perPortion: of(perPortion),
});
const words = (left: string, shortages: readonly Shortage[], candidates: readonly Candidate[]): unknown => {
  const { transfers, dishes, rest } = clearedBy({ left: of(left), until: '2025-03-20' }, shortages, candidates);
  return {
    transfers: transfers.map(({ warehouseId, qty }) => `${warehouseId} ${qty}`),
    dishes: dishes.map(({ key, portions, qty }) => `${key} +${portions} ${qty}`),
    rest: rest.toString(),
  };
};

test('W10: what is left goes where it is short first, then into dishes, and what nothing clears is said', () => {
  expect(
    words(
      '10',
      [short('B', '2025-03-19', '3'), short('A', '2025-03-18', '2')],
      [dish('soup', '2025-03-19', '20', '0.1'), dish('braise', '2025-03-19', '20', '0.2')],
    ),
  ).toEqual({ transfers: ['A 2', 'B 3'], dishes: ['braise +10 2', 'soup +10 1'], rest: '2' });
});

test('nothing is proposed for a day after the lot has ended', () => {
  expect(words('5', [short('A', '2025-03-21', '5')], [dish('soup', '2025-03-21', '100', '1')])).toEqual({
    transfers: [],
    dishes: [],
    rest: '5',
  });
});

test('portions are whole, no more than half as many again, and no more than clear it', () => {
  expect(words('1', [], [dish('soup', '2025-03-19', '100', '0.3')])).toEqual({
    transfers: [],
    dishes: ['soup +4 1'],
    rest: '0',
  });
  expect(words('1', [], [dish('soup', '2025-03-19', '1', '0.3')])).toMatchObject({ dishes: [], rest: '1' });
});

test('a price may go down by what the goods in a portion cost, and never below nothing', () => {
  expect(lowestPrice(of('12'), of('20'), of('0.15')).toFixed(2)).toBe('9.00');
  expect(lowestPrice(of('2'), of('20'), of('0.15')).toFixed(2)).toBe('0.00');
});

import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { entered, isUnexplained, totalOf, usedOf } from './self-purchase-entry.rules.ts';

const TEN = Decimal.of('10');
const shrimp = { materialId: '1', unitId: '301', baseUnitId: '301', referenceBase: '50', orderQty: '12', price: '57' };

test('12 kg of shrimp at 57 beside 50: 684.00, 14 % above, and a reason is asked for until there is one', () => {
  const line = entered(shrimp, ['price']);
  expect(line).toMatchObject({ amount: '684.00', referencePrice: '50', deviation: '14' });
  expect(isUnexplained(line, TEN)).toBe(true);
  expect(isUnexplained({ ...line, deviationReason: ' ' }, TEN)).toBe(true);
  expect(isUnexplained({ ...line, deviationReason: '台风停航' }, TEN)).toBe(false);
});

test('in another unit than the base the reference is known once it is saved', () => {
  expect(entered({ ...shrimp, unitId: '302', referencePrice: '50' }, ['unitId'])).toMatchObject({
    referencePrice: null,
    deviation: null,
  });
  expect(
    entered({ ...shrimp, unitId: '302', referenceBase: undefined, referencePrice: '1250', price: '1300' }, ['price']),
  ).toMatchObject({ referencePrice: '1250', deviation: '4' });
});

test('what is half typed comes to nothing yet', () => {
  expect(entered({ ...shrimp, price: '5.' }, ['price'])).toMatchObject({ amount: null, deviation: null });
  expect(totalOf([shrimp, { ...shrimp, price: '' }, { orderQty: '0.333', price: '10' }]).toFixed(2)).toBe('687.33');
});

test.each([
  ['684', '2000', 34, '1316'],
  ['2000', '2000', 100, '0'],
  ['2500', '2000', 100, '-500'],
  ['0', '0', 100, '0'],
])('%s of %s is %s %% of it, and %s are left', (amount, limit, percent, left) => {
  const used = usedOf(Decimal.of(amount), Decimal.of(limit));
  expect([used.percent, used.left.toString()]).toEqual([percent, left]);
});

import { expect, test } from 'vitest';
import { balanceSum } from './balance-sum.rules.ts';

const at = (qty: string, holdQty: string, expiredQty: string, reservedQty: string, availableQty: string) => ({
  qty,
  holdQty,
  expiredQty,
  reservedQty,
  availableQty,
});

test.each([
  ['no place', [], at('0', '0', '0', '0', '0')],
  ['one place', [at('10', '1', '2', '3', '4')], at('10', '1', '2', '3', '4')],
  [
    'two places, to the last digit',
    [at('0.1', '0', '0', '0', '0.1'), at('0.2', '0.000001', '0', '0.1', '0.099999')],
    at('0.3', '0.000001', '0', '0.1', '0.199999'),
  ],
])('what lies at %s together', (_title, rows, sum) => {
  expect(balanceSum(rows)).toEqual(sum);
});

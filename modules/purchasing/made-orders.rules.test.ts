import { expect, test } from 'vitest';
import { amountOf, bySupplier } from './made-orders.rules.ts';

const order = (billCode: string, supplierName: string, amount: string | null, orderBefore = '', lineCount = 1) => ({
  id: billCode,
  billCode,
  supplierId: supplierName,
  supplierName,
  lineCount,
  amount,
  orderBefore,
});

test('orders stand by supplier with lines and money; who must get his first stands first, then the dearest', () => {
  const groups = bySupplier([
    order('CG1', '菜商', '10.50', '', 2),
    order('CG2', '肉商', '300.00', '2026-11-25 16:00:00'),
    order('CG3', '菜商', '4.50', '', 3),
    order('CG4', '油商', '99.00'),
    order('CG5', '肉商', '20.00', '2026-11-24 10:30:00'),
  ]);
  expect(groups.map((group) => [group.supplierName, group.lines, group.amount, group.orderBefore])).toEqual([
    ['肉商', 2, '320.00', '2026-11-24 10:30:00'],
    ['油商', 1, '99.00', ''],
    ['菜商', 5, '15.00', ''],
  ]);
  expect(groups[2]!.orders.map(({ billCode }) => billCode)).toEqual(['CG1', 'CG3']);
});

test('who sees no amount is told no sum', () => {
  expect([amountOf([{ amount: null }, { amount: '3' }]), amountOf([]), amountOf([{ amount: '3' }])]).toEqual([
    null,
    null,
    '3.00',
  ]);
});

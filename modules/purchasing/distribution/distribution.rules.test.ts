import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { distributionSum, lineFault, marksOf, type DistributedLine } from './distribution.rules.ts';

const line = (
  takeQty: string,
  more: Partial<Record<'supplierId' | 'warehouseId' | 'deliveryDate', string>> = {},
): DistributedLine => ({
  supplierId: 'farm',
  warehouseId: 'north',
  deliveryDate: '2026-11-25',
  openQty: Decimal.of('100'),
  ...more,
  takeQty: Decimal.of(takeQty),
});

test.each`
  title                                 | lines                                                                                                                       | sum
  ${'nothing taken'}                    | ${[line('0'), line('0')]}                                                                                                   | ${{ lines: 0, suppliers: 0, orders: 0 }}
  ${'one supplier, one place, one day'} | ${[line('5'), line('7.5')]}                                                                                                 | ${{ lines: 2, suppliers: 1, orders: 1 }}
  ${'another day is another order'}     | ${[line('5'), line('5', { deliveryDate: '2026-11-26' })]}                                                                   | ${{ lines: 2, suppliers: 1, orders: 2 }}
  ${'another place, another supplier'}  | ${[line('5'), line('5', { warehouseId: 'south' }), line('5', { supplierId: 'mill' }), line('0', { supplierId: 'nobody' })]} | ${{ lines: 3, suppliers: 2, orders: 3 }}
`('$title', ({ lines, sum }) => {
  expect(distributionSum(lines)).toEqual(sum);
});

test.each`
  take       | supplierId | fault
  ${'0'}     | ${''}      | ${undefined}
  ${'100'}   | ${'farm'}  | ${undefined}
  ${'100.1'} | ${'farm'}  | ${'over'}
  ${'1'}     | ${''}      | ${'supplier'}
`('$take of 100 from "$supplierId": $fault', ({ take, supplierId, fault }) => {
  expect(lineFault({ supplierId, openQty: Decimal.of('100'), takeQty: Decimal.of(take) })).toBe(fault);
});

test.each`
  refused                                                     | marks
  ${{ line: 2, field: 'qty', message: 'too much' }}           | ${[{ key: 'b', field: 'takeQty', sentence: 'too much' }]}
  ${{ line: 1, field: 'supplierId', message: 'not offered' }} | ${[{ key: 'a', field: 'supplierId', sentence: 'not offered' }]}
  ${{ line: 1, message: 'not open' }}                         | ${[{ key: 'a', field: 'takeQty', sentence: 'not open' }]}
  ${{ line: 2, message: '第 2 行：物料「米」已冻结' }}        | ${[{ key: 'b', field: 'takeQty', sentence: '物料「米」已冻结' }]}
  ${{ message: 'of all lines' }}                              | ${[]}
  ${{ line: 3, message: 'of a line nobody sent' }}            | ${[]}
`('"$refused.message" is marked at $marks', ({ refused, marks }) => {
  expect(marksOf([refused], ['a', 'b'])).toEqual(marks);
});

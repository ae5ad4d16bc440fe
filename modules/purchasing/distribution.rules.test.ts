import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { distributionSum, lineFault, type DistributedLine } from './distribution.rules.ts';

const line = (takeQty: string, more: Partial<Record<'supplierId' | 'warehouseId' | 'deliveryDate', string>> & { price?: string | null } = {}): DistributedLine => ({
  supplierId: 'farm', warehouseId: 'north', deliveryDate: '2026-11-25', openQty: Decimal.of('100'), ...more, takeQty: Decimal.of(takeQty), price: more.price === null ? null : Decimal.of(more.price ?? '2'),
});

test.each`
  title                                   | lines                                                                                                                        | sum
  ${'nothing taken'}                      | ${[line('0'), line('0', { price: null })]}                                                                                   | ${[0, 0, 0, '0']}
  ${'one supplier, one place, one day'}   | ${[line('5'), line('7.5')]}                                                                                                  | ${[2, 1, 1, '25']}
  ${'another day is another order'}       | ${[line('5'), line('5', { deliveryDate: '2026-11-26' })]}                                                                    | ${[2, 1, 2, '20']}
  ${'another place, another supplier'}    | ${[line('5'), line('5', { warehouseId: 'south' }), line('5', { supplierId: 'mill' }), line('0', { supplierId: 'nobody' })]}  | ${[3, 2, 3, '30']}
  ${'each line is rounded to the cent'}   | ${[line('3', { price: '0.335' }), line('3', { price: '0.335' })]}                                                            | ${[2, 1, 1, '2.02']}
  ${'a price nobody has'}                 | ${[line('5'), line('5', { price: null })]}                                                                                   | ${[2, 1, 1, null]}
`('$title', ({ lines, sum }) => {
  const { amount, ...counts } = distributionSum(lines);
  expect([...Object.values(counts), amount?.toString() ?? null]).toEqual(sum);
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

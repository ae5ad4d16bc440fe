import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { ordersFromRequests, roundedToPack, type OpenRequestLine } from './orders-from-requests.rules.ts';

const d = Decimal.of;
const line = (over: Partial<OpenRequestLine> & { qty: string }): OpenRequestLine => ({
  requestId: 'r1', lineId: 'l1', warehouseId: 'north', supplierId: 'greens', materialId: 'cabbage', unitId: 'kg', deliveryDate: '2026-11-23', openQty: d(over.qty), ...over,
});
const noPack = () => ({ minOrderQty: null, orderMultiple: null });

test.each`
  need      | minimum | multiple | ordered
  ${'125'}  | ${null} | ${'25'}  | ${'125'}
  ${'126'}  | ${null} | ${'25'}  | ${'150'}
  ${'3'}    | ${'10'} | ${'4'}   | ${'12'}
  ${'3.3'}  | ${null} | ${null}  | ${'3.3'}
  ${'0.01'} | ${'5'}  | ${null}  | ${'5'}
`('$need, at least $minimum, in packs of $multiple, is $ordered', ({ need, minimum, multiple, ordered }) => {
  expect(roundedToPack(d(need), { minOrderQty: minimum && d(minimum), orderMultiple: multiple && d(multiple) }).toString()).toBe(ordered);
});

test('one order per supplier, place and day; equal lines are merged and rounded once', () => {
  const orders = ordersFromRequests(
    [
      line({ lineId: 'a', qty: '7' }), line({ lineId: 'b', requestId: 'r2', qty: '6' }), line({ lineId: 'c', materialId: 'leek', qty: '2' }),
      line({ lineId: 'd', warehouseId: 'south', qty: '1' }), line({ lineId: 'e', deliveryDate: '2026-11-24', qty: '1' }), line({ lineId: 'f', qty: '0' }),
    ],
    () => ({ minOrderQty: null, orderMultiple: d('5') }),
  );
  expect(orders.map(({ warehouseId, deliveryDate, lines }) => [warehouseId, deliveryDate, lines.map((each) => `${each.materialId} ${each.orderQty} (${each.surplusQty} over)`)])).toEqual([
    ['north', '2026-11-23', ['cabbage 15 (2 over)', 'leek 5 (3 over)']],
    ['north', '2026-11-24', ['cabbage 5 (4 over)']],
    ['south', '2026-11-23', ['cabbage 5 (4 over)']],
  ]);
  expect(orders[0]!.lines[0]!.serves.map((each) => `${each.lineId} ${each.qty}`)).toEqual(['a 7', 'b 6']);
});

test('every gram once: what is ordered is what was asked and the surplus, in any order of lines', () => {
  const lines = fc.array(
    fc.record({ warehouse: fc.constantFrom('n', 's'), supplier: fc.constantFrom('x', 'y'), material: fc.constantFrom('m1', 'm2', 'm3'), qty: fc.integer({ min: 0, max: 5_000_000 }) }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(lines, (given) => {
      const open = given.map((each, index) => line({ lineId: String(index), warehouseId: each.warehouse, supplierId: each.supplier, materialId: each.material, qty: d(String(each.qty)).dividedBy(d('1000')).toString() }));
      const orders = ordersFromRequests(open, noPack);
      const asked = Decimal.sum(open.map((each) => each.openQty));
      expect(Decimal.sum(orders.flatMap((order) => order.lines.map((each) => each.orderQty.minus(each.surplusQty)))).toString()).toBe(asked.toString());
      expect(ordersFromRequests(open.toReversed(), noPack).map((order) => order.lines.map((each) => each.orderQty.toString()))).toEqual(orders.map((order) => order.lines.map((each) => each.orderQty.toString())));
    }),
  );
});

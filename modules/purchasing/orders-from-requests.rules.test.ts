import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import {
  ordersFromRequests,
  roundedToPack,
  type OfferedPack,
  type OpenRequestLine,
} from './orders-from-requests.rules.ts';

const d = Decimal.of;
const line = ({
  qty,
  factor = '1',
  ...over
}: { qty: string; factor?: string } & Partial<Omit<OpenRequestLine, 'factor'>>): OpenRequestLine => ({
  requestId: 'r1',
  lineId: 'l1',
  warehouseId: 'north',
  supplierId: 'greens',
  materialId: 'cabbage',
  unitId: 'kg',
  deliveryDate: '2026-11-23',
  factor: d(factor),
  openQty: d(qty),
  openBaseQty: d(qty).times(d(factor)),
  ...over,
});
const pack = (unitId: string, factor: string, orderMultiple: string, minOrderQty = '0'): OfferedPack => ({
  unitId,
  factor: d(factor),
  minOrderQty: d(minOrderQty),
  orderMultiple: d(orderMultiple),
});

test.each`
  need      | minimum | multiple      | ordered
  ${'125'}  | ${'0'}  | ${'25'}       | ${'125'}
  ${'126'}  | ${'0'}  | ${'25'}       | ${'150'}
  ${'3'}    | ${'10'} | ${'4'}        | ${'12'}
  ${'3.3'}  | ${'0'}  | ${'0.000001'} | ${'3.3'}
  ${'0.01'} | ${'5'}  | ${'1'}        | ${'5'}
`('$need, at least $minimum, in packs of $multiple, is $ordered', ({ need, minimum, multiple, ordered }) => {
  expect(roundedToPack(d(need), { minOrderQty: d(minimum), orderMultiple: d(multiple) }).toString()).toBe(ordered);
});

test('one order per supplier, place and day; equal lines are merged and rounded once', () => {
  const orders = ordersFromRequests(
    [
      line({ lineId: 'a', qty: '7' }),
      line({ lineId: 'b', requestId: 'r2', qty: '6' }),
      line({ lineId: 'c', materialId: 'leek', qty: '2' }),
      line({ lineId: 'd', warehouseId: 'south', qty: '1' }),
      line({ lineId: 'e', deliveryDate: '2026-11-24', qty: '1' }),
      line({ lineId: 'f', qty: '0' }),
    ],
    () => [pack('kg', '1', '5')],
  );
  expect(
    orders.map(({ warehouseId, deliveryDate, lines }) => [
      warehouseId,
      deliveryDate,
      lines.map((each) => `${each.materialId} ${each.orderQty}`),
    ]),
  ).toEqual([
    ['north', '2026-11-23', ['cabbage 15', 'leek 5']],
    ['north', '2026-11-24', ['cabbage 5']],
    ['south', '2026-11-23', ['cabbage 5']],
  ]);
  expect(orders[0]!.lines[0]!.serves.map((each) => `${each.lineId} ${each.openQty}`)).toEqual(['a 7', 'b 6']);
});

const kilograms = line({ lineId: 'kilograms', qty: '10' });
const tubs = line({ lineId: 'tubs', unitId: 'tub', factor: '3', qty: '1.1' });
const dozens = line({ lineId: 'dozens', unitId: 'dozen', factor: '36', qty: '1' });
test.each`
  title                                                  | lines                   | packs                                              | ordered
  ${'kilograms and tubs are one need, in whole tubs'}    | ${[kilograms, tubs]}    | ${[pack('tub', '3', '1', '4')]}                    | ${['5 tub']}
  ${'in kilograms where a tub is offered: the tub'}      | ${[kilograms]}          | ${[pack('tub', '3', '1', '4')]}                    | ${['4 tub']}
  ${'as it was requested where he delivers that too'}    | ${[kilograms]}          | ${[pack('tub', '3', '1'), pack('kg', '1', '2.5')]} | ${['10 kg']}
  ${'a tub that holds more than when it was requested'}  | ${[dozens]}             | ${[pack('dozen', '40', '1')]}                      | ${['1 dozen']}
  ${'three thirds are one, not one and a bit'}           | ${[line({ qty: '1' })]} | ${[pack('third', '0.333333333333', '1')]}          | ${['3 third']}
  ${'nobody has said how it comes: as it was requested'} | ${[kilograms, tubs]}    | ${[]}                                              | ${['10 kg', '1.1 tub']}
`('$title', ({ lines, packs, ordered }: { lines: OpenRequestLine[]; packs: OfferedPack[]; ordered: string[] }) => {
  expect(
    ordersFromRequests(lines, () => packs).flatMap((order) =>
      order.lines.map((each) => `${each.orderQty} ${each.unitId}`),
    ),
  ).toEqual(ordered);
});

test('every gram once: what is ordered covers what was asked, by less than a pack more, in any order of lines', () => {
  const lines = fc.array(
    fc.record({
      warehouse: fc.constantFrom('n', 's'),
      supplier: fc.constantFrom('x', 'y'),
      material: fc.constantFrom('m1', 'm2', 'm3'),
      isTub: fc.boolean(),
      qty: fc.integer({ min: 0, max: 5_000_000 }),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(lines, fc.boolean(), (given, isOffered) => {
      const open = given.map((each, index) =>
        line({
          lineId: String(index),
          warehouseId: each.warehouse,
          supplierId: each.supplier,
          materialId: each.material,
          qty: d(String(each.qty)).dividedBy(d('1000')).toString(),
          ...(each.isTub ? { unitId: 'tub', factor: '3' } : {}),
        }),
      );
      const packs = isOffered ? [pack('tub', '3', '1')] : [];
      const orders = ordersFromRequests(open, () => packs);
      const served = orders.flatMap((order) => order.lines.flatMap((each) => each.serves.map((one) => one.lineId)));
      expect(served.toSorted()).toEqual(
        open
          .filter((each) => each.openQty.isPositive())
          .map((each) => each.lineId)
          .toSorted(),
      );
      for (const each of orders.flatMap((order) => order.lines)) {
        const over = each.orderQty
          .times(d(each.unitId === 'tub' ? '3' : '1'))
          .minus(Decimal.sum(each.serves.map((one) => one.openBaseQty)));
        expect([over.isNegative(), over.isBelow(d(isOffered ? '3' : '0.000001'))]).toEqual([false, true]);
      }
      const figures = (proposed: typeof orders) =>
        proposed.map((order) => order.lines.map((each) => each.orderQty.toString()));
      expect(figures(ordersFromRequests(open.toReversed(), () => packs))).toEqual(figures(orders));
    }),
  );
});

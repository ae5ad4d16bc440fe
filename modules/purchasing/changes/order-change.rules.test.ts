/** What may change of an order's lines, and what a line becomes of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import {
  changedFigures,
  changeRefusals,
  openOf,
  type ChangeType,
  type OrderedLine,
  type WantedLine,
} from './order-change.rules.ts';

const d = (text: string): Decimal => Decimal.of(text);
const line = (
  more: Partial<Record<'qty' | 'shippedQty' | 'receivedQty' | 'settledQty', string>> = {},
): OrderedLine => ({
  id: '1',
  materialId: '201',
  unitId: '301',
  material: '大米',
  unit: '千克',
  qty: d(more.qty ?? '240'),
  deliveryDate: '2026-12-01',
  price: d('4'),
  shippedQty: d(more.shippedQty ?? '0'),
  receivedQty: d(more.receivedQty ?? '0'),
  settledQty: d(more.settledQty ?? '0'),
});
const wanted = (more: Partial<WantedLine>): WantedLine => ({
  orderDetailId: '1',
  materialId: null,
  unitId: null,
  newQty: null,
  newDate: null,
  newPrice: null,
  ...more,
});
const codes = (
  type: ChangeType,
  lines: readonly WantedLine[],
  { order = [line()], hasReleaseTo = true } = {},
): string[] =>
  changeRefusals(order, lines, {
    changeType: type,
    hasReleaseTo,
    earliest: '2026-11-28',
    nameOf: () => '面粉',
  }).map(({ code }) => code);

describe('quantities', () => {
  it.each([
    ['more', '300', {}, []],
    ['less', '200', {}, []],
    ['taken out', '0', {}, []],
    ['the same', '240', {}, ['order-change.same']],
    ['down to what came', '100', { receivedQty: '80', settledQty: '20' }, []],
    ['below what came', '99', { receivedQty: '80', settledQty: '20' }, ['order-change.below-came']],
    ['below what is on its way', '119', { shippedQty: '120', receivedQty: '80' }, ['order-change.below-came']],
    ['of a line that was closed', '10', { qty: '0' }, ['order-change.nothing-open']],
  ])('%s', (_, qty, more, expected) => {
    expect(codes('quantity', [wanted({ newQty: d(qty) })], { order: [line(more)] })).toEqual(expected);
  });

  it('less asks where it goes; more does not', () => {
    expect(codes('quantity', [wanted({ newQty: d('1') })], { hasReleaseTo: false })).toEqual([
      'order-change.release-to',
    ]);
    expect(codes('quantity', [wanted({ newQty: d('241') })], { hasReleaseTo: false })).toEqual([]);
    expect(codes('close', [wanted({})], { hasReleaseTo: false })).toEqual(['order-change.release-to']);
  });

  it('goods are added with material, unit and quantity, once, and by a change of quantities alone', () => {
    const added = wanted({ orderDetailId: null, materialId: '202', unitId: '301', newQty: d('5') });
    expect(codes('quantity', [added])).toEqual([]);
    expect(codes('quantity', [{ ...added, newDate: '2026-11-27' }])).toEqual(['order-change.day-past']);
    expect(codes('quantity', [{ ...added, newQty: d('0') }])).toEqual(['order-change.goods-missing']);
    expect(codes('quantity', [{ ...added, materialId: null }])).toEqual(['order-change.goods-missing']);
    expect(codes('quantity', [{ ...added, materialId: '201' }])).toEqual(['order-change.already-ordered']);
    expect(codes('date', [added])).toEqual(['order-change.added-elsewhere']);
  });

  it('nothing, a line of another order, a line twice, a figure left out', () => {
    expect(codes('quantity', [])).toEqual(['order-change.nothing']);
    expect(codes('quantity', [wanted({ orderDetailId: '9', newQty: d('1') })])).toEqual(['order-change.other-line']);
    expect(codes('quantity', [wanted({ newQty: d('1') }), wanted({ newQty: d('2') })])).toEqual([
      'order-change.line-twice',
    ]);
    expect(codes('quantity', [wanted({})])).toEqual(['order-change.value-missing']);
    expect(codes('date', [wanted({})])).toEqual(['order-change.value-missing']);
    expect(codes('price', [wanted({})])).toEqual(['order-change.value-missing']);
  });
});

describe('days, prices, and the rest closed', () => {
  it.each([
    ['2026-12-03', {}, []],
    ['2026-12-01', {}, ['order-change.same']],
    ['2026-11-27', {}, ['order-change.day-past']],
    ['2026-12-03', { receivedQty: '240' }, ['order-change.nothing-open']],
  ])('to %s', (day, more, expected) => {
    expect(codes('date', [wanted({ newDate: day })], { order: [line(more)] })).toEqual(expected);
  });
  it.each([
    ['4.2', {}, []],
    ['4', {}, ['order-change.same']],
    ['4.2', { receivedQty: '1' }, ['order-change.received-price']],
  ])('at %s', (price, more, expected) => {
    expect(codes('price', [wanted({ newPrice: d(price) })], { order: [line(more)] })).toEqual(expected);
  });
  it.each([
    ['nothing came', {}, []],
    ['a part came', { receivedQty: '100', shippedQty: '100' }, []],
    ['some is on its way', { receivedQty: '100', shippedQty: '120' }, ['order-change.on-the-way']],
    ['all came', { receivedQty: '240' }, ['order-change.nothing-open']],
  ])('closed where %s', (_, more, expected) => {
    expect(codes('close', [wanted({})], { order: [line(more)] })).toEqual(expected);
  });
});

it('what is asked for after a change is what it says, whatever was cancelled before', () => {
  const figure = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(figure, figure, figure, figure, (ordered, cancelled, received, next) => {
      const [total, gone] = [ordered + cancelled + 1, cancelled];
      const own = line({ qty: String(total - gone), receivedQty: String(Math.min(received, total - gone)) });
      const before = { orderQty: d(String(total)), cancelledQty: d(String(gone)) };
      const changed = changedFigures('quantity', own, wanted({ newQty: d(String(next)) }), before);
      expect(changed.orderQty.minus(changed.cancelledQty).toString()).toBe(String(next));
      expect(changed.orderQty.isPositive()).toBe(true);
      const closed = changedFigures('close', own, wanted({}), before);
      expect(closed.orderQty.equals(before.orderQty)).toBe(true);
      expect(closed.cancelledQty.minus(before.cancelledQty).equals(openOf(own))).toBe(true);
    }),
  );
});

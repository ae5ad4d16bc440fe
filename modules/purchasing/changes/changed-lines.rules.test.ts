/** What is sent of a change as it is typed, and what it comes to. */
import { expect, it } from 'vitest';
import { amounts, changedLines, linesFor, lowers, type OrderLine } from './changed-lines.rules.ts';

const line = (more: Partial<OrderLine> = {}): OrderLine => ({
  id: '1',
  materialName: '大米',
  unitName: '千克',
  orderQty: '100',
  cancelledQty: '20',
  shippedQty: '0',
  receivedQty: '0',
  settledQty: '0',
  deliveryDate: '2026-12-01',
  price: '4',
  ...more,
});
const lines = [line(), line({ id: '2', receivedQty: '80' })];
const flour = { materialId: '9', materialName: '面粉', unitId: '301', unitName: '千克', qty: '5', price: '3' };

it('only what is otherwise than it was is sent, and only of lines it may be about', () => {
  expect(linesFor('quantity', lines).map(({ id }) => id)).toEqual(['1']);
  expect(linesFor('price', lines).map(({ id }) => id)).toEqual(['1']);
  expect(changedLines('quantity', lines, { 1: { qty: '80' } }, [])).toEqual([]);
  expect(changedLines('quantity', lines, { 1: { qty: 'x' } }, [])).toEqual([]);
  expect(changedLines('quantity', lines, { 1: { qty: '60.50' } }, [])).toEqual([
    { orderDetailId: '1', newQty: '60.5' },
  ]);
  expect(changedLines('date', lines, { 1: { day: '2026-12-01' } }, [])).toEqual([]);
  expect(changedLines('date', lines, { 1: { day: '2026-12-03' } }, [flour])).toEqual([
    { orderDetailId: '1', newDate: '2026-12-03' },
  ]);
  expect(changedLines('price', lines, { 1: { price: '5' } }, [])).toEqual([{ orderDetailId: '1', newPrice: '5' }]);
  expect(changedLines('close', lines, {}, [])).toEqual([{ orderDetailId: '1' }]);
  expect(changedLines('close', lines, { 1: { isKept: true } }, [])).toEqual([]);
});

it('goods are added once they have a quantity, at a price where one was typed', () => {
  expect(changedLines('quantity', [], {}, [flour, { ...flour, qty: '' }, { ...flour, price: null }])).toEqual([
    { materialId: '9', unitId: '301', newQty: '5', newPrice: '3' },
    { materialId: '9', unitId: '301', newQty: '5' },
  ]);
});

it('less asks where it goes', () => {
  expect(lowers('quantity', lines, [{ orderDetailId: '1', newQty: '79' }])).toBe(true);
  expect(lowers('quantity', lines, [{ orderDetailId: '1', newQty: '81' }])).toBe(false);
  expect(lowers('close', lines, [{ orderDetailId: '1' }])).toBe(true);
  expect(lowers('price', lines, [{ orderDetailId: '1', newPrice: '1' }])).toBe(false);
});

it.each([
  ['quantity', [{ orderDetailId: '1', newQty: '50' }], '520'],
  ['quantity', [{ materialId: '9', unitId: '301', newQty: '5', newPrice: '3' }], '655'],
  ['price', [{ orderDetailId: '1', newPrice: '5' }], '720'],
  ['close', [{ orderDetailId: '1' }], '320'],
] as const)('%s: %j comes to %s', (type, changes, after) => {
  expect(amounts(type, lines, changes).map(String)).toEqual(['640', after]);
});

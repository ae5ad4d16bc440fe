import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { label } from '../../../kernel/core/label.ts';
import type { WasteKind } from './food-waste.document.ts';
import { leavesStock, portionsIn, thrownRefusals, wastedLots, type Thrown } from './food-waste.rules.ts';

const d = (text: string): Decimal => Decimal.of(text);
const thrown = (wasteKind: WasteKind, more: Partial<Thrown> = {}): Thrown => ({
  wasteKind,
  kindLabel: label('类别', 'Kind'),
  hasMaterial: false,
  hasDish: false,
  hasLabel: false,
  stdYield: null,
  ...more,
});

test.each([
  ['plate', { hasMaterial: true }, false],
  ['plate', {}, false],
  ['trim', { hasMaterial: true, stdYield: d('80') }, false],
  ['trim', { hasMaterial: true, stdYield: d('100') }, true],
  ['trim', { hasMaterial: true }, true],
  ['spoiled', { hasMaterial: true, stdYield: d('80') }, true],
  ['overproduction', { hasDish: true }, true],
] as const)('%s of %j leaves stock: %s', (kind, more, expected) => {
  expect(leavesStock(thrown(kind, more))).toBe(expected);
});

test.each([
  ['spoiled', {}, ['production.waste-what']],
  ['overproduction', { hasMaterial: true }, ['production.waste-dish']],
  ['sample', { hasLabel: true }, []],
  ['plate', { hasDish: true }, ['production.waste-plate']],
  ['drop', { hasDish: true }, []],
] as const)('%s with %j: %j', (kind, more, codes) => {
  expect(thrownRefusals(thrown(kind, more)).map(({ code }) => code)).toEqual(codes);
});

test('portions of a weight: two places, never none, never more than there are', () => {
  expect(portionsIn(d('1'), d('300'), d('40')).toString()).toBe('3.33');
  expect(portionsIn(d('0.001'), d('300'), d('40')).toString()).toBe('0.01');
  expect(portionsIn(d('20'), d('300'), d('40')).toString()).toBe('40');
});

test('lots nobody named: the first to expire first, expired ones too, held ones never', () => {
  const lot = (batchId: string, qty: string, expiryDate: string, lotState: 'free' | 'hold' = 'free') => ({
    batchId,
    batchCode: batchId,
    qty: d(qty),
    expiryDate,
    receivedDate: '2025-03-01',
    opened: false,
    lotState,
  });
  const lots = [lot('1', '5', '2025-04-01'), lot('2', '2', '2025-03-01'), lot('3', '9', '2025-02-01', 'hold')];
  const picks = (qty: string) => wastedLots(lots, d(qty))?.map((pick) => [pick.batchId, pick.qty.toString()]) ?? null;
  expect(picks('3')).toEqual([
    ['2', '2'],
    ['1', '1'],
  ]);
  expect(picks('7.001')).toBeNull();
});

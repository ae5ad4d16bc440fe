import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { assigned, supplyModes } from './assign.rules.ts';
import { partsOf, sharedAmong } from './shares.rules.ts';

const d = (text: string): Decimal => Decimal.of(text);
const whole = (qty: string, decimals = 3, factor = '1') => ({
  qty: d(qty),
  needBaseQty: d(qty).times(d(factor)),
  baseQty: d(qty).times(d(factor)),
  decimals,
});
const sharing = (code: string, share: string | null) => ({ code, sharePercent: share === null ? null : d(share) });

test.each([
  ['60 and 40 of ten', '10', 3, ['60', '40'], ['6', '4']],
  ['the gram left over to the largest remainder', '10.001', 3, ['60', '40'], ['6.001', '4']],
  ['pieces stay whole', '7', 0, ['50', '50'], ['4', '3']],
  ['a tie to the higher share', '1', 0, ['70', '30'], ['1']],
  ['shares that are not a hundred', '9', 0, ['20', '10'], ['6', '3']],
  ['what is smaller than a step goes to the first in line', '1.5', 0, ['50', '50'], ['1', '0.5']],
])('B13: parts by share: %s', (_what, qty, decimals, shares, parts) => {
  const found = sharedAmong(
    whole(qty, decimals),
    shares.map((share, at) => sharing(`S${at}`, share)),
  )!;
  expect(found.map((part) => part.qty.toString())).toEqual(parts);
  expect(Decimal.sum(found.map((part) => part.qty)).toString()).toBe(qty);
});

test('without two that share nothing is parted; equal shares go by code', () => {
  expect(sharedAmong(whole('10'), [sharing('A', '100'), sharing('B', null)])).toBeNull();
  expect(sharedAmong(whole('10'), [sharing('A', '60'), sharing('B', '0')])).toBeNull();
  expect(sharedAmong(whole('1', 0), [sharing('B', '50'), sharing('A', '50')])!.map(({ of }) => of.code)).toEqual(['A']);
});

test('base quantities of parts add up to the millionth, whatever the factor', () => {
  const of = { qty: d('3'), needBaseQty: d('10'), baseQty: d('15.000001') };
  const parts = partsOf(of, [d('1'), d('1'), d('1')]);
  expect(parts.map((part) => part.needBaseQty.toString())).toEqual(['3.333334', '3.333333', '3.333333']);
  expect(Decimal.sum(parts.map((part) => part.baseQty)).toString()).toBe('15.000001');
});

const ranked = (...codes: readonly (readonly [string, string | null])[]) =>
  codes.map(([code, share]) => ({
    candidate: {
      supplierId: code,
      code,
      agreementNo: null,
      sharePercent: share === null ? null : d(share),
      orderedThisMonth: Decimal.zero,
      basePrice: null,
      isDefault: false,
      leadDays: 2,
    },
    deficit: null,
    reason: { zh: `因为${code}`, en: `because ${code}` },
  }));

test('who gets a need: shares, else whom the asking line names if he can, else the best, else nobody', () => {
  const who = (of: ReturnType<typeof ranked>, suggested: string | null): unknown[] =>
    assigned(whole('10'), of, suggested).map((part) => [
      part.supplierId,
      part.qty.toString(),
      part.supplierReason?.split('\n')[0],
    ]);
  expect(who(ranked(['A', '60'], ['B', '40']), 'B')).toEqual([
    ['A', '6', '按约定份额 60%；因为A'],
    ['B', '4', '按约定份额 40%；因为B'],
  ]);
  expect(who(ranked(['A', null], ['B', null]), 'B')).toEqual([['B', '10', '来源单建议；因为B']]);
  expect(who(ranked(['A', null], ['B', null]), 'Z')).toEqual([['A', '10', '因为A']]);
  expect(who([], 'A')).toEqual([[null, '10', '没有可供货的供应商']]);
});

test('a centre sends what lies there while it lasts; then a factory makes what it makes, and the rest is bought', () => {
  const need = (baseQty: string, isMade = false) => ({ place: '1', materialId: '2', baseQty: d(baseQty), isMade });
  expect(supplyModes([need('6'), need('5'), need('4'), need('1', true)], new Map([['1 2', d('10')]]))).toEqual([
    'stock',
    'purchase',
    'stock',
    'produce',
  ]);
});

import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import {
  dayRefusal,
  endOf,
  givenLifeRefusal,
  lifeOf,
  overRefusals,
  standardOf,
  valueOfCuts,
  type Cut,
} from './produce.rules.ts';

const d = (text: string): Decimal => Decimal.of(text);
const codes = (refusals: readonly { readonly code: string }[]): string[] => refusals.map(({ code }) => code);

describe('use beyond the BOM', () => {
  const goods = (actual: string, std = '10') => [{ material: '大米', unit: 'kg', std: d(std), actual: d(actual) }];
  test.each([
    ['13', '30', '', []],
    ['13.000001', '30', '', ['production.over-bom']],
    ['13.000001', '30', '多加', []],
    ['10.1', '0', ' ', ['production.over-bom']],
  ])('%s of 10 at %s %% with reason "%s": %j', (actual, percent, reason, expected) => {
    expect(codes(overRefusals(goods(actual), d(percent), reason))).toEqual(expected);
  });
  test('goods outside the BOM are beyond it', () => {
    expect(codes(overRefusals(goods('0.1', '0'), d('30'), ''))).toEqual(['production.over-bom']);
  });
});

test('the standard of a pot: dear goods weigh more than salt, goods outside the BOM nothing', () => {
  const used = (std: string, actual: string, amount: string) => ({ std: d(std), actual: d(actual), amount: d(amount) });
  expect(standardOf(d('40'), [used('5', '6', '24'), used('0.1', '0.1', '1')]).toString()).toBe('47.62');
  expect(standardOf(d('40'), [used('0', '6', '24')]).toString()).toBe('40');
});

describe('how long what is made is good', () => {
  const at = (more: object) =>
    lifeOf({ produceTime: '2025-03-16 10:00:00', holdMinutes: null, shelfLifeDays: null, partDays: [], ...more });
  test.each([
    [{ holdMinutes: 120 }, '2025-03-16 12:00:00', '2025-03-16'],
    [{ holdMinutes: 0 }, '2025-03-16 23:59:59', '2025-03-16'],
    [{ holdMinutes: 840 }, '2025-03-17 00:00:00', '2025-03-16'],
    [{ shelfLifeDays: 3 }, '2025-03-19 23:59:59', '2025-03-19'],
    [{ shelfLifeDays: 3, partDays: ['2025-03-18', '2025-03-17'] }, '2025-03-17 23:59:59', '2025-03-17'],
    [{ partDays: ['2025-03-20'] }, '2025-03-20 23:59:59', '2025-03-20'],
    [{}, null, null],
  ])('%j: until %s, last day %s', (facts, until, day) => {
    expect([endOf(at(facts)), at(facts).expiryDate]).toEqual([until, day]);
  });
  test('a time that was given: after it was made, another only with a reason', () => {
    const life = at({ holdMinutes: 120 });
    const given = (time: string, reason = '') => givenLifeRefusal(time, '2025-03-16 10:00:00', life, reason)?.code;
    expect(given('2025-03-16 10:00:00')).toBe('production.life-reversed');
    expect(given('2025-03-16 12:00:00')).toBeUndefined();
    expect(given('2025-03-16 12:00:01')).toBe('production.life-reason');
    expect(given('2025-03-16 11:00:00', '易变质')).toBeUndefined();
  });
});

describe('D03: value of cuts, the last takes the rest', () => {
  const cut = (qty: string, price: string | null = null, share: string | null = null): Cut => ({
    qty: d(qty),
    price: price === null ? null : d(price),
    share: share === null ? null : d(share),
  });
  const cents = (amount: string, mode: 'price' | 'weight' | 'fixed', cuts: readonly Cut[]): string[] =>
    valueOfCuts(d(amount), mode, cuts).map((value) => value.toFixed(2));
  test.each([
    ['weight', [cut('1'), cut('1'), cut('1')], ['33.33', '33.33', '33.34']],
    ['price', [cut('2', '30'), cut('4', '10')], ['60.00', '40.00']],
    ['fixed', [cut('9', null, '12.5'), cut('1', null, '87.5')], ['12.50', '87.50']],
    ['price', [cut('2'), cut('4')], ['100.00', '0.00']],
  ] as const)('100 by %s', (mode, cuts, expected) => {
    expect(cents('100', mode, cuts)).toEqual(expected);
  });
  test('no cent is lost or made, however small', () => {
    const values = valueOfCuts(d('0.05'), 'weight', [cut('1'), cut('1'), cut('1'), cut('1')]);
    expect(Decimal.sum(values).toFixed(2)).toBe('0.05');
    expect(values.some((value) => value.isNegative())).toBe(false);
  });
});

test.each([
  ['2025-03-16', undefined],
  ['2025-03-17', 'production.day-future'],
  ['2025-03-13', undefined],
  ['2025-03-12', 'production.day-early'],
  ['2025-02-28', 'production.month-closed'],
])('a bill of %s: %s', (bizDate, code) => {
  const day = { today: '2025-03-16', daysBack: 3, monthsThrough: '2025-02-28', isClosed: false, stall: '面档' };
  expect(dayRefusal({ ...day, bizDate })?.code).toBe(code);
  expect(dayRefusal({ ...day, bizDate: '2025-03-15', isClosed: true })?.code).toBe('production.day-closed');
});

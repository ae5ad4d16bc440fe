import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { isSampleOverdue, keyOf, prepMoment, readKey, servedOf } from './kitchen-day.rules.ts';

test('H27: served = made − left over − thrown away of the pot; leftovers thrown away count once, and it is never below nothing', () => {
  const portions = (made: string, left: string, wastedOfPot: string) => ({
    planned: Decimal.of('40'),
    made: Decimal.of(made),
    left: Decimal.of(left),
    wastedOfPot: Decimal.of(wastedOfPot),
    wastedOfLeft: Decimal.of(left),
  });
  expect(servedOf(portions('40', '8', '2')).toString()).toBe('30');
  expect(servedOf(portions('5', '4', '2')).toString()).toBe('0');
});

test.each([
  ['day-before', '2025-03-16 11:30', 0, '2025-03-15 16:00'],
  ['morning', '2025-03-16 11:30', 0, '2025-03-16 08:00'],
  ['morning', '2025-03-16 07:00', 0, '2025-03-16 06:00'],
  ['before-service', '2025-03-16 11:30', 0, '2025-03-16 10:30'],
  ['lead', '2025-03-16 11:30', 24, '2025-03-15 11:30'],
  ['lead', '2025-03-16 11:30', 0, '2025-03-16 11:30'],
] as const)('R10: %s for a meal at %s with a lead of %s h: %s', (timing, meal, lead, moment) => {
  expect(prepMoment(timing, meal, lead)).toBe(moment);
});

test('a sample is overdue once the hour is over, and not a second before', () => {
  expect(isSampleOverdue('2025-03-16 10:00:00', '2025-03-16 11:00:00')).toBe(false);
  expect(isSampleOverdue('2025-03-16 10:00:00', '2025-03-16 11:00:01')).toBe(true);
});

test('a tick names a dish of a meal at one of its times, and nothing else', () => {
  const key = { mealDate: '2025-03-16', mealType: 'lunch', dishId: '801', timing: 'morning' } as const;
  expect(readKey(keyOf(key))).toEqual(key);
  for (const wrong of ['', '2025-03-16/lunch/801/noon', '2025-03-16/lunch/x/lead', '16/lunch/1/lead'])
    expect(readKey(wrong)).toBeUndefined();
});

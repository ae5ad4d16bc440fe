import { expect, test } from 'vitest';
import { capacityOf, intervalsFrom, mealTime, overlap, serves, type ServingInterval } from './meal-time.rules.ts';

const interval = (
  mealType: string,
  startTime: string,
  endTime: string,
  more: Partial<ServingInterval> = {},
): ServingInterval => ({ mealType, startTime, endTime, weekdays: [], effectiveFrom: null, effectiveTo: null, ...more });
const lunch = interval('lunch', '11:00', '13:00', { weekdays: [1, 2, 3, 4, 5] });
const MONDAY = '2026-11-23';
const SUNDAY = '2026-11-29';

test('a meal is served on the weekdays of its interval', () => {
  expect([
    serves([lunch], 'lunch', MONDAY),
    serves([lunch], 'lunch', SUNDAY),
    serves([lunch], 'dinner', MONDAY),
  ]).toEqual([true, false, false]);
});
test('a stall without hours serves every meal, and what is sold outside all hours is never refused', () => {
  expect([serves([], 'dinner', MONDAY), serves([lunch], 'other', MONDAY)]).toEqual([true, true]);
});
test('a meal starts with the first interval of the day, else when the trade eats', () => {
  expect([
    mealTime([interval('lunch', '12:30', '14:00'), lunch], 'lunch', MONDAY),
    mealTime([], 'dinner', MONDAY),
  ]).toEqual([`${MONDAY} 11:00`, `${MONDAY} 17:30`]);
});
test('an interval not yet in force does not count', () => {
  expect(serves([interval('lunch', '11:00', '13:00', { effectiveFrom: '2026-12-01' })], 'lunch', MONDAY)).toBe(false);
});
test.each`
  title                                             | other                                                     | meets
  ${'touching intervals do not overlap'}            | ${interval('tea', '13:00', '15:00')}                      | ${false}
  ${'a minute inside overlaps'}                     | ${interval('tea', '12:59', '15:00')}                      | ${true}
  ${'other weekdays do not overlap'}                | ${interval('tea', '12:00', '15:00', { weekdays: [6] })}   | ${false}
  ${'a night that runs into the next day overlaps'} | ${interval('night', '22:00', '11:30', { weekdays: [1] })} | ${true}
`('$title', ({ other, meets }: { other: ServingInterval; meets: boolean }) => {
  expect(overlap([lunch, other]) !== undefined).toBe(meets);
});
test.each`
  title                                        | intervals                                                                                | day       | capacity
  ${'nobody said'}                             | ${[lunch]}                                                                               | ${MONDAY} | ${null}
  ${'no hours at all'}                         | ${[]}                                                                                    | ${MONDAY} | ${null}
  ${'one serving'}                             | ${[{ ...lunch, capacity: 300 }, interval('dinner', '17:00', '19:00', { capacity: 80 })]} | ${MONDAY} | ${300}
  ${'two servings'}                            | ${[{ ...lunch, capacity: 300 }, interval('lunch', '13:30', '14:00', { capacity: 50 })]}  | ${MONDAY} | ${350}
  ${'two servings, one of which does not say'} | ${[{ ...lunch, capacity: 300 }, interval('lunch', '13:30', '14:00')]}                    | ${MONDAY} | ${null}
  ${'a day it does not serve'}                 | ${[{ ...lunch, capacity: 300 }]}                                                         | ${SUNDAY} | ${null}
`('what a stall can make for a meal: $title', ({ intervals, day, capacity }) => {
  expect(capacityOf(intervals, 'lunch', day)).toBe(capacity);
});
test('other hours from a day on: what ended stands, what runs ends the day before, what was to come goes', () => {
  const standing = [
    interval('lunch', '10:00', '12:00', { effectiveTo: '2026-10-31' }),
    interval('lunch', '11:00', '13:00'),
    interval('dinner', '17:00', '19:00', { effectiveFrom: '2026-11-01', effectiveTo: '2026-12-31' }),
    interval('tea', '15:00', '16:00', { effectiveFrom: '2027-01-01' }),
  ];
  const changed = intervalsFrom(standing, [interval('lunch', '11:30', '13:30')], '2026-12-01');
  expect(
    changed.map((each) => `${each.mealType} ${each.startTime} ${each.effectiveFrom ?? ''}–${each.effectiveTo ?? ''}`),
  ).toEqual([
    'lunch 10:00 –2026-10-31',
    'lunch 11:00 –2026-11-30',
    'dinner 17:00 2026-11-01–2026-11-30',
    'lunch 11:30 2026-12-01–',
  ]);
  expect([
    serves(changed, 'dinner', '2026-11-30'),
    serves(changed, 'dinner', '2026-12-01'),
    mealTime(changed, 'lunch', '2026-12-01'),
  ]).toEqual([true, false, '2026-12-01 11:30']);
});

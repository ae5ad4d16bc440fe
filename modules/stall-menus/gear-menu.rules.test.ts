import { expect, test } from 'vitest';
import type { ServingInterval } from '../operations/meals/meal-time.rules.ts';
import { changeRefusals, leftOf, phaseOf, soldOutBy, type SoldDish } from './gear-menu.rules.ts';

const hours = (startTime: string, endTime: string): ServingInterval[] => [
  { mealType: 'lunch', startTime, endTime, weekdays: [], effectiveFrom: null, effectiveTo: null },
];

test.each`
  title                                         | from       | to         | now                      | phase
  ${'before it starts a meal is coming'}        | ${'11:00'} | ${'13:00'} | ${'2026-11-21 10:59:59'} | ${'coming'}
  ${'from its first minute it runs'}            | ${'11:00'} | ${'13:00'} | ${'2026-11-21 11:00:00'} | ${'running'}
  ${'in its last minute it still runs'}         | ${'11:00'} | ${'13:00'} | ${'2026-11-21 12:59:59'} | ${'running'}
  ${'when it ends it is past'}                  | ${'11:00'} | ${'13:00'} | ${'2026-11-21 13:00:00'} | ${'past'}
  ${'one over midnight runs into the next day'} | ${'21:00'} | ${'01:00'} | ${'2026-11-22 00:30:00'} | ${'running'}
  ${'and is past when the night is over'}       | ${'21:00'} | ${'01:00'} | ${'2026-11-22 01:00:00'} | ${'past'}
`('$title', ({ from, to, now, phase }) => {
  expect(phaseOf(hours(from, to), 'lunch', '2026-11-21', now)).toBe(phase);
});

test('without hours a meal runs for two and a half hours from the time of the trade', () => {
  expect(
    ['2026-11-21 11:29', '2026-11-21 11:30', '2026-11-21 13:59', '2026-11-21 14:00'].map((now) =>
      phaseOf([], 'lunch', '2026-11-21', now),
    ),
  ).toEqual(['coming', 'running', 'running', 'past']);
});

const dish = (dishId: string, isFree = 0): SoldDish => ({ dishId, portionGroup: 'standard', isFree });
const facts = { date: '2026-11-21', meal: { zh: '午餐', en: 'Lunch' } };

test.each`
  title                                    | phase        | determined | after                     | codes
  ${'before the meal dishes come and go'}  | ${'coming'}  | ${true}    | ${[dish('2')]}            | ${[]}
  ${'a running menu keeps its dishes'}     | ${'running'} | ${true}    | ${[dish('1')]}            | ${[]}
  ${'and takes no other'}                  | ${'running'} | ${true}    | ${[dish('1'), dish('2')]} | ${['stall-menus.running']}
  ${'nor gives one away that was sold'}    | ${'running'} | ${true}    | ${[dish('1', 1)]}         | ${['stall-menus.running']}
  ${'a late draft may still be drawn up'}  | ${'running'} | ${false}   | ${[dish('2')]}            | ${[]}
  ${'a meal that is over changes no more'} | ${'past'}    | ${true}    | ${[dish('1')]}            | ${['stall-menus.past']}
  ${'not even as a draft'}                 | ${'past'}    | ${false}   | ${[dish('1')]}            | ${['stall-menus.past']}
`('$title', ({ phase, determined, after, codes }) => {
  expect(changeRefusals({ ...facts, phase, determined }, [dish('1')], after).map((refusal) => refusal.code)).toEqual(
    codes,
  );
});

test.each`
  title                                     | soldOut | soldQty | limit   | by         | left
  ${'without a limit it is sold on'}        | ${0}    | ${'90'} | ${null} | ${''}      | ${null}
  ${'below its limit it is sold on'}        | ${0}    | ${'9'}  | ${'10'} | ${''}      | ${'1'}
  ${'at its limit it is sold out'}          | ${0}    | ${'10'} | ${'10'} | ${'limit'} | ${'0'}
  ${'beyond a limit lowered later as well'} | ${0}    | ${'12'} | ${'10'} | ${'limit'} | ${'0'}
  ${'whoever says so sells it out'}         | ${1}    | ${'0'}  | ${'10'} | ${'hand'}  | ${'10'}
`('R14: $title', ({ soldOut, soldQty, limit, by, left }) => {
  expect(soldOutBy({ soldOut, soldQty, saleLimitQty: limit })).toBe(by);
  expect(leftOf({ soldQty, saleLimitQty: limit })).toBe(left);
});

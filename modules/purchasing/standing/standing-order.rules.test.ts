import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { deliveriesOf, learnedWeek, readDays, wantedOn, type StandingWeek } from './standing-order.rules.ts';

// 23 November 2026 is a Monday.
const order = (more: Partial<StandingWeek> = {}): StandingWeek => ({
  startDate: '2026-11-01',
  endDate: null,
  skipDates: null,
  lines: [
    { qty1: '10', qty3: '5' },
    { qty3: '2', qty5: '0' },
  ],
  ...more,
});

describe('B27: days of a standing order', () => {
  test.each`
    title                                      | more                                       | days
    ${'weekdays on which something is wanted'} | ${{}}                                      | ${['11-23', '11-25', '11-30']}
    ${'not before it begins'}                  | ${{ startDate: '2026-11-25' }}             | ${['11-25', '11-30']}
    ${'not after it ended'}                    | ${{ endDate: '2026-11-25' }}               | ${['11-23', '11-25']}
    ${'not on skipped days'}                   | ${{ skipDates: '2026-11-25, 2026-11-23' }} | ${['11-30']}
    ${'nothing wanted at all'}                 | ${{ lines: [{ qty1: null, qty2: '0' }] }}  | ${[]}
  `('$title', ({ more, days }) => {
    expect(deliveriesOf(order(more), '2026-11-22', '2026-12-01').map((day) => day.slice(5))).toEqual(days);
  });
  test('only lines that want something on a day', () => {
    expect([wantedOn(order().lines, '2026-11-23').length, wantedOn(order().lines, '2026-11-25').length]).toEqual([
      1, 2,
    ]);
  });
  test.each([
    ['', []],
    [null, []],
    ['2026-12-25，2026-12-24 2026-12-25', ['2026-12-24', '2026-12-25']],
    ['2026-02-30', null],
    ['25 December', null],
  ])('days named as %j', (text, days) => {
    expect(readDays(text)).toEqual(days);
  });
});

describe('B27: learned from the last eight same weekdays', () => {
  const monday = (back: number) => dayPlus('2026-11-23', -7 * back);
  const week = (figures: readonly (string | null)[], more: object = {}) =>
    figures.flatMap((figure, at) =>
      figure === null
        ? []
        : [{ materialId: 'leek', unitId: 'kg', day: monday(at + 1), qty: Decimal.of(figure), ...more }],
    );
  test.each`
    title                                  | figures                                                    | learned
    ${'the middle of an even number'}      | ${['10', '12', '11', '13', '10', '12', '11', '13']}        | ${'11.5'}
    ${'a banquet changes nothing'}         | ${['10', '10', '10', '300', '10']}                         | ${'10'}
    ${'weeks without do not count'}        | ${['8', null, '8', null, '10', null, '10', null]}          | ${'9'}
    ${'ordered in less than half: chance'} | ${['8', '8', '8']}                                         | ${undefined}
    ${'nine weeks ago is forgotten'}       | ${[null, null, null, null, null, '8', '8', '8', '8', '8']} | ${undefined}
  `('$title', ({ figures, learned }) => {
    expect(learnedWeek('2026-11-23', week(figures))[0]?.qty1).toBe(learned);
  });
  test('two orders of one day are one day; weekdays, materials and units stand apart; today is not over', () => {
    const rows = [
      ...week(['4', '4', '4', '4']),
      ...week(['6', '6', '6', '6']),
      ...week(['1', '1', '1', '1'], { unitId: 'bag' }),
      ...[1, 2, 3, 4].map((back) => ({
        materialId: 'leek',
        unitId: 'kg',
        day: dayPlus(monday(back), 2),
        qty: Decimal.of('7'),
      })),
      { materialId: 'leek', unitId: 'kg', day: '2026-11-23', qty: Decimal.of('900') },
    ];
    expect(learnedWeek('2026-11-23', rows)).toEqual([
      { materialId: 'leek', unitId: 'kg', qty1: '10', qty3: '7' },
      { materialId: 'leek', unitId: 'bag', qty1: '1' },
    ]);
  });
});

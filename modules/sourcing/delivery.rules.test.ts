import { describe, expect, test } from 'vitest';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import {
  deliveryFor,
  windowsAt,
  type CalendarClosure,
  type DeliveryCalendar,
  type PlaceWindow,
} from './delivery.rules.ts';

describe('delivery and cut-off', () => {
  const closed = (day: number, shift: CalendarClosure['shift'] = 'before'): CalendarClosure => ({
    date: `2025-03-${day}`,
    shift,
    reason: '盘点',
  });
  const receives = (...weekdays: number[]) => weekdays.map((weekday) => ({ weekday, available: true, leadDays: 0 }));
  const calendar = (more: Partial<DeliveryCalendar> = {}): DeliveryCalendar => ({
    windows: [1, 3, 5].map((weekday) => ({ weekday, available: true, cutOffTime: '14:00', advanceDays: 3 })),
    senderClosures: [],
    receivingDays: [],
    receiverClosures: [],
    leadDays: 2,
    ...more,
  });
  const delivered = (needDay: number, more: Partial<DeliveryCalendar> = {}, now = '2025-03-01 08:00:00') => {
    const delivery = deliveryFor('番茄', `2025-03-${needDay}`, now, calendar(more));
    return delivery.ok
      ? `${delivery.deliveryDate.slice(8)} before ${delivery.orderBefore.slice(8)}${delivery.late ? ' late' : ''}`
      : delivery.refusals.map((refusal) => sentenceOf(refusal, 'zh')).join();
  };

  test.each`
    title                                          | need  | more                                                      | answer
    ${'Monday, 14:00, 3 days: Friday 14:00'}       | ${17} | ${{}}                                                     | ${'17 before 14 14:00'}
    ${'no delivery on Tuesday: Monday'}            | ${18} | ${{}}                                                     | ${'17 before 14 14:00'}
    ${'the sender is closed: the delivery before'} | ${17} | ${{ senderClosures: [closed(17)] }}                       | ${'14 before 11 14:00'}
    ${'the site is closed'}                        | ${17} | ${{ receiverClosures: [closed(17)] }}                     | ${'14 before 11 14:00'}
    ${'the site does not receive on Mondays'}      | ${17} | ${{ receivingDays: receives(2, 3, 4, 5) }}                | ${'14 before 11 14:00'}
    ${'the cut-off moves back off a closed day'}   | ${17} | ${{ senderClosures: [closed(14), closed(13)] }}           | ${'17 before 12 14:00'}
    ${'an extra day'}                              | ${18} | ${{ senderClosures: [closed(18, 'extra')] }}              | ${'18 before 16 16:00'}
    ${'closed without a substitute'}               | ${17} | ${{ senderClosures: [closed(17, 'none')] }}               | ${'【番茄】2025-03-17 休息，不送货（盘点）'}
    ${'moved to after the need'}                   | ${17} | ${{ senderClosures: [closed(17, 'after')] }}              | ${'【番茄】2025-03-17 前没有可送货日，最早 2025-03-19 到货，到货晚于需求'}
    ${'moved after, yet before the need'}          | ${20} | ${{ senderClosures: [closed(19, 'after')], windows: [] }} | ${'20 before 18 16:00'}
    ${'without a calendar daily by lead days'}     | ${18} | ${{ windows: [] }}                                        | ${'18 before 16 16:00'}
  `('$title', ({ need, more, answer }) => {
    expect(delivered(need, more)).toBe(answer);
  });
  test('the moment itself is in time', () => {
    expect([
      delivered(17, {}, '2025-03-14 14:00:00'),
      delivered(17, {}, '2025-03-14 14:00'),
      delivered(17, {}, '2025-03-14 14:00:01'),
    ]).toEqual(['17 before 14 14:00', '17 before 14 14:00', '17 before 14 14:00 late']);
  });
  test('what cannot come in time says when it could', () => {
    const instead = (more: Partial<DeliveryCalendar>) => {
      const delivery = deliveryFor('番茄', '2025-03-17', '2025-03-01 08:00:00', calendar(more));
      return delivery.ok ? 'in time' : delivery.deliveryDate;
    };
    expect([
      instead({ senderClosures: [closed(17, 'none')] }),
      instead({ senderClosures: [closed(17, 'after')] }),
      instead({ windows: [{ weekday: 1, available: false, cutOffTime: '14:00', advanceDays: 3 }] }),
    ]).toEqual(['2025-03-19', '2025-03-19', null]);
  });
  test('the rows of the nearest place that has any make the calendar', () => {
    const row = (deptId: string | null, weekday: number): PlaceWindow => ({
      deptId,
      weekday,
      available: true,
      cutOffTime: '14:00',
      advanceDays: 1,
    });
    const rows = [row(null, 1), row('星海', 2), row('星海', 3), row('公司', 4)];
    expect(
      [['一号餐厅', '星海', '公司'], ['东湖', '公司'], ['东湖']].map((deptIds) =>
        windowsAt(rows, deptIds).map((one) => one.weekday),
      ),
    ).toEqual([[2, 3], [4], [1]]);
  });
  test('a sender who never delivers', () => {
    expect(delivered(17, { windows: [{ weekday: 1, available: false, cutOffTime: '14:00', advanceDays: 3 }] })).toMatch(
      '没有可送货日',
    );
  });
});

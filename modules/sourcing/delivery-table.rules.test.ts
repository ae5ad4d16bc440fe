/**
 * The rule of deliveries against a slow model that only says what is meant: it looks at every day and every minute.
 * Cases are drawn from fixed numbers, so they are the same each time.
 */
import { expect, test } from 'vitest';
import { shownIn } from '../operations/sites/site-clock.rules.ts';
import { deliveryFor, type CalendarClosure, type DeliveryCalendar } from './delivery.rules.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const plus = (day: string, days: number): string => dayOf(at(day) + days * DAY);
const weekday = (day: string): number => new Date(at(day)).getUTCDay() || 7;

/** What the calendar means, answered without care for speed. */
function model(needDate: string, calendar: DeliveryCalendar): { date: string; moment: number } | 'none' | 'later' {
  const { windows, receivingDays, senderClosures, receiverClosures } = calendar;
  const answered = (closures: readonly CalendarClosure[], day: string, extra: boolean) =>
    closures.filter((one) => one.date === day && (one.shift === 'extra') === extra);
  const sends = (day: string) =>
    windows.length === 0 ||
    windows.some((one) => one.available && one.weekday === weekday(day)) ||
    answered(senderClosures, day, true).length > 0;
  const receives = (day: string) =>
    receivingDays.length === 0 ||
    receivingDays.some((one) => one.available && one.weekday === weekday(day)) ||
    answered(receiverClosures, day, true).length > 0;
  const inTime = (day: string) =>
    plus(day, receivingDays.find((one) => one.weekday === weekday(day))?.leadDays ?? 0) <= needDate;
  const closed = (day: string) => [...answered(senderClosures, day, false), ...answered(receiverClosures, day, false)];
  const regular: string[] = [];
  const open: string[] = [];
  for (let back = 30; back >= 0; back -= 1) {
    const day = plus(needDate, -back);
    if (sends(day) && receives(day) && inTime(day)) regular.push(day);
  }
  for (let ahead = -30; ahead <= 62; ahead += 1) {
    const day = plus(needDate, ahead);
    if (sends(day) && receives(day) && closed(day).length === 0) open.push(day);
  }
  const planned = regular.at(-1);
  if (planned === undefined) return 'later';
  const shifts = closed(planned).map((one) => one.shift);
  if (shifts.includes('none')) return 'none';
  let date: string | undefined;
  if (shifts.includes('after')) date = open.find((day) => day > planned);
  else date = open.filter((day) => day <= needDate && inTime(day)).at(-1);
  if (date === undefined || !inTime(date)) return 'later';
  const own = shifts.includes('after')
    ? closed(planned).find((one) => one.shift === 'after')
    : shifts.includes('before')
      ? closed(planned).find((one) => one.shift === 'before')
      : answered(senderClosures, date, true)[0];
  const row = windows.find((one) => one.weekday === weekday(date));
  const time = own?.cutOffTime ?? row?.cutOffTime ?? '16:00';
  let day = plus(date, -(own?.advanceDays ?? row?.advanceDays ?? calendar.leadDays));
  while (answered(senderClosures, day, false).length > 0) day = plus(day, -1);
  // The first minute at which the clock of the site shows the cut-off or has passed it.
  for (let moment = at(day) - DAY; ; moment += MINUTE)
    if (shownIn(calendar.clock!.site, moment).slice(0, 16) >= `${day} ${time}`) return { date, moment };
}

/** Numbers that are the same each time. */
function drawn(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}
// Clocks are put forward and back around these days: Berlin, New York, Lord Howe by half an hour; Shanghai never.
const ZONES = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'] as const;
const AROUND = ['2026-03-31', '2026-10-27', '2026-03-10', '2026-11-03', '2026-04-07', '2026-10-06', '2026-10-03'];
const TIMES = ['02:30', '02:00', '01:45', '00:00', '14:00', '23:59', '03:00'];
const SHIFTS = ['before', 'after', 'none', 'extra'] as const;

function aCase(number: number): { needDate: string; calendar: DeliveryCalendar; late: number } {
  const draw = drawn(number * 7919 + 17);
  const pick = <T>(from: readonly T[]): T => from[draw(from.length)]!;
  const needDate = plus(pick(AROUND), draw(6) - 2);
  const closures = (): CalendarClosure[] => {
    const days = new Set(Array.from({ length: draw(4) }, () => plus(needDate, -draw(6))));
    return [...days].map((date) => ({
      date,
      shift: pick(SHIFTS),
      reason: '盘点',
      ...(draw(3) === 0 ? { cutOffTime: pick(TIMES), advanceDays: draw(3) } : {}),
    }));
  };
  const week = [1, 2, 3, 4, 5, 6, 7].filter(() => draw(2) === 0);
  const days = [1, 2, 3, 4, 5, 6, 7].filter(() => draw(4) > 0);
  return {
    needDate,
    late: draw(5),
    calendar: {
      windows: week.map((each) =>
        draw(8) === 0
          ? { weekday: each, available: false, cutOffTime: null, advanceDays: null }
          : { weekday: each, available: true, cutOffTime: pick(TIMES), advanceDays: draw(4) },
      ),
      senderClosures: closures(),
      receivingDays:
        draw(3) === 0 ? days.map((each) => ({ weekday: each, available: true, leadDays: draw(3) === 0 ? 1 : 0 })) : [],
      receiverClosures: draw(2) === 0 ? closures() : [],
      leadDays: draw(4),
      clock: { site: pick(ZONES), reader: 'Asia/Shanghai' },
    },
  };
}

test('B10: 600 drawn calendars with holidays on holidays, weekday lead days and clock changes, as the slow model', () => {
  const met: Record<string, number> = {};
  const count = (what: string) => (met[what] = (met[what] ?? 0) + 1);
  for (let number = 0; number < 600; number += 1) {
    const { needDate, calendar, late } = aCase(number);
    const meant = model(needDate, calendar);
    // A second before, the moment itself, a second after, a day before, a day after.
    const shift = [-1000, 0, 1000, -DAY, DAY][late]!;
    const now = typeof meant === 'string' ? needDate : shownIn('Asia/Shanghai', meant.moment + shift);
    const found = deliveryFor('番茄', needDate, now.length === 10 ? `${now} 08:00:00` : now, calendar);
    if (typeof meant === 'string') {
      count(meant);
      expect([number, found.ok ? found.deliveryDate : found.refusals[0]!.code]).toEqual([
        number,
        meant === 'none' ? 'sourcing.no-delivery' : 'sourcing.after-need',
      ]);
      continue;
    }
    count(shift > 0 ? 'late' : 'in time');
    count(calendar.clock!.site);
    if (meant.date < needDate) count('earlier than needed');
    expect([number, found]).toEqual([
      number,
      {
        ok: true,
        deliveryDate: meant.date,
        orderBefore: shownIn('Asia/Shanghai', meant.moment).slice(0, 16),
        late: shift > 0,
        terms: null,
      },
    ]);
  }
  // Every kind of answer was met often enough to say something.
  for (const kind of ['none', 'later', 'late', 'in time', 'earlier than needed', ...ZONES])
    expect([kind, (met[kind] ?? 0) >= 30]).toEqual([kind, true]);
});

test.each`
  title                                                      | cutOff     | now                      | answered              | late
  ${'put forward: 02:30 is missing, the jump is the moment'} | ${'03-29'} | ${'2026-03-29 01:59:59'} | ${'2026-03-29 03:00'} | ${false}
  ${'put forward: the jump itself is in time'}               | ${'03-29'} | ${'2026-03-29 03:00:00'} | ${'2026-03-29 03:00'} | ${false}
  ${'put forward: after the jump it is late'}                | ${'03-29'} | ${'2026-03-29 03:00:01'} | ${'2026-03-29 03:00'} | ${true}
  ${'put back: before the hour that comes twice'}            | ${'10-25'} | ${'2026-10-25 01:59:59'} | ${'2026-10-25 02:30'} | ${false}
  ${'put back: nobody knows which of the two: the second'}   | ${'10-25'} | ${'2026-10-25 02:15:00'} | ${'2026-10-25 02:30'} | ${true}
  ${'put back: after it'}                                    | ${'10-25'} | ${'2026-10-25 03:00:00'} | ${'2026-10-25 02:30'} | ${true}
`('B10: the clock is $title', ({ cutOff, now, answered, late }) => {
  const calendar: DeliveryCalendar = {
    windows: [1, 2, 3, 4, 5, 6, 7].map((each) => ({
      weekday: each,
      available: true,
      cutOffTime: '02:30',
      advanceDays: 0,
    })),
    senderClosures: [],
    receivingDays: [],
    receiverClosures: [],
    leadDays: 0,
    clock: { site: 'Europe/Berlin', reader: 'Europe/Berlin' },
  };
  expect(deliveryFor('番茄', `2026-${cutOff}`, now, calendar)).toMatchObject({ orderBefore: answered, late });
});

import { describe, expect, it, test } from 'vitest';
import { hoursMeet, unmetWindow, type Tour } from './receiving-hours.rules.ts';

const span = (text: string) => {
  const [start = '', end = ''] = text.split('-');
  return { start: start || null, end: end || null };
};
describe('B25: hours in which something is brought, and in which it is received', () => {
  test.each([
    ['05:00-07:00', '06:00-09:00', true],
    ['05:00-06:00', '06:00-09:00', false],
    ['09:00-10:00', '06:00-09:00', false],
    ['-06:00', '06:00-09:00', false],
    ['08:00-', '06:00-09:00', true],
    ['09:00-', '06:00-09:00', false],
    ['22:00-02:00', '01:00-05:00', true],
    ['22:00-01:00', '01:00-05:00', false],
    ['22:00-01:00', '21:00-23:00', true],
  ])('%s and %s: %s', (one, other, meet) => {
    expect([hoursMeet(span(one), span(other)), hoursMeet(span(other), span(one))]).toEqual([meet, meet]);
  });
  it('asks nothing where one of them is not known', () => {
    expect([hoursMeet(null, span('1-2')), hoursMeet(span('1-2'), null)]).toEqual([true, true]);
  });
});

const tour = (name: string, window: string, departTime = '04:30', before = ''): Tour => ({
  name,
  departTime,
  stops: [...(before === '' ? [] : [stop('other', before)]), stop('here', window)],
});
const stop = (warehouseId: string, window: string) => ({
  id: warehouseId,
  warehouseId,
  name: warehouseId,
  windowStart: span(window).start,
  windowEnd: span(window).end,
  receiveStart: null,
  receiveEnd: null,
});
describe('B25: a delivery that cannot be taken in', () => {
  const unmet = (hours: string | null, tours: readonly Tour[], ...received: readonly string[]) => {
    const found = unmetWindow({
      who: '农场',
      warehouseId: 'here',
      hours: hours === null ? null : span(hours),
      tours,
      received: received.map(span),
    });
    return found === null ? null : `${found.kind} ${found.who}`;
  };
  test.each`
    title                                       | hours            | tours                                                         | received           | unmet
    ${'nothing is known of the sender'}         | ${null}          | ${[]}                                                         | ${['05:00-09:00']} | ${null}
    ${'the place says nothing'}                 | ${'10:00-12:00'} | ${[]}                                                         | ${[]}              | ${null}
    ${'a supplier comes after it closed'}       | ${'10:00-12:00'} | ${[]}                                                         | ${['05:00-09:00']} | ${'not-received 农场'}
    ${'a supplier comes while it is open'}      | ${'08:00-12:00'} | ${[]}                                                         | ${['05:00-09:00']} | ${null}
    ${'a tour comes after it closed'}           | ${null}          | ${[tour('早班', '09:30-10:00')]}                              | ${['05:00-09:00']} | ${'not-received 早班'}
    ${'another tour can'}                       | ${null}          | ${[tour('早班', '09:30-10:00'), tour('头班', '05:30-06:00')]} | ${['05:00-09:00']} | ${null}
    ${'a tour says more than the calendar'}     | ${'10:00-12:00'} | ${[tour('早班', '05:30-06:00')]}                              | ${['05:00-09:00']} | ${null}
    ${'the window ends before the tour leaves'} | ${null}          | ${[tour('午班', '05:30-06:00', '11:00')]}                     | ${[]}              | ${'missed 午班'}
    ${'the stops in front take too long'}       | ${null}          | ${[tour('早班', '05:30-06:00', '04:30', '07:00-08:00')]}      | ${[]}              | ${'missed 早班'}
  `('$title', ({ hours, tours, received, unmet: expected }) => {
    expect(unmet(hours as string | null, tours as Tour[], ...(received as string[]))).toBe(expected);
  });
});

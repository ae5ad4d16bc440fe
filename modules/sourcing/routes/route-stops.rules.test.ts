import { describe, expect, test } from 'vitest';
import { moved, sketched, stopProblems, type RouteStop } from './route-stops.rules.ts';

const stop = (id: string, window: string, receives = ''): RouteStop => {
  const [windowStart = null, windowEnd = null] = window === '' ? [] : window.split('-').map((each) => each || null);
  const [receiveStart = null, receiveEnd = null] = receives === '' ? [] : receives.split('-');
  return { id, name: id, windowStart, windowEnd, receiveStart, receiveEnd };
};

describe('B25: windows of stops', () => {
  test.each`
    title                                                 | stops                                                        | problems
    ${'nothing is promised'}                              | ${[stop('a', ''), stop('b', '')]}                            | ${[]}
    ${'one after the other'}                              | ${[stop('a', '05:00-06:00'), stop('b', '05:30-07:00')]}      | ${[]}
    ${'over before the vehicle leaves'}                   | ${[stop('a', '03:00-04:30')]}                                | ${['a before-departure']}
    ${'over before the stop in front may be served'}      | ${[stop('a', '06:30-07:00'), stop('b', '05:00-06:00')]}      | ${['b out-of-order']}
    ${'a stop without a window in between hides nothing'} | ${[stop('a', '06:30-'), stop('c', ''), stop('b', '-06:00')]} | ${['b out-of-order']}
    ${'when the unloading point is closed'}               | ${[stop('a', '05:00-05:30', '05:30-09:00')]}                 | ${['a not-received']}
    ${'partly within the hours of the unloading point'}   | ${[stop('a', '05:00-06:00', '05:30-09:00')]}                 | ${[]}
    ${'after the unloading point closed'}                 | ${[stop('a', '09:00-10:00', '05:30-09:00')]}                 | ${['a not-received']}
  `('$title', ({ stops, problems }) => {
    expect(stopProblems('04:30', stops).map(({ stopId, kind }) => `${stopId} ${kind}`)).toEqual(problems);
  });
});

test.each`
  from | to    | order
  ${0} | ${2}  | ${'bca'}
  ${2} | ${0}  | ${'cab'}
  ${1} | ${1}  | ${'abc'}
  ${0} | ${-1} | ${'abc'}
  ${2} | ${3}  | ${'abc'}
`('B25: the stop at $from moved to $to', ({ from, to, order }) => {
  expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(order);
});

describe('B25: the sketch', () => {
  const at = (longitude: string | null, latitude: string | null) => ({ longitude, latitude });
  test('north is above, east to the right; what has no place is left out', () => {
    expect(sketched([at('120', '30'), at('121', '31'), at(null, '30'), at('', ''), at('x', '1')], 100)).toEqual([
      { x: 7, y: 100 },
      { x: 93, y: 0 },
      null,
      null,
      null,
    ]);
  });
  test('one place lies in the middle', () => {
    expect(sketched([at('120', '30')], 100)).toEqual([{ x: 50, y: 50 }]);
  });
  test('a degree of longitude is narrower in the north', () => {
    expect(sketched([at('10', '60'), at('12', '60'), at('11', '61')], 100)).toEqual([
      { x: 1, y: 100 },
      { x: 99, y: 100 },
      { x: 50, y: 0 },
    ]);
  });
});

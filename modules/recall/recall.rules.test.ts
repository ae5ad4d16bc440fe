import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { accountedOf, coverageOf, minutesBetween, openFirst, standingOf, wholeOf } from './recall.rules.ts';

const covered = (accounted: string, received: string): string =>
  coverageOf(Decimal.of(accounted), Decimal.of(received)).toString();

test('coverage is what is accounted for of what was received, cut so that 100 means all of it', () => {
  expect(
    (
      [
        ['0', '10'],
        ['9.8', '10'],
        ['1', '3'],
        ['2', '3'],
        ['9999999.999999', '10000000'],
        ['10', '10'],
        ['0', '0'],
      ] as const
    ).map(([accounted, received]) => covered(accounted, received)),
  ).toEqual(['0', '98', '33.33', '66.66', '99.99', '100', '100']);
});

test('what is found, used, destroyed and returned counts alike; what nobody answered is nothing', () => {
  const nothing = { foundQty: null, usedQty: null, destroyedQty: null, returnedQty: null };
  expect(accountedOf(nothing).toString()).toBe('0');
  expect(accountedOf({ foundQty: '1.5', usedQty: '2', destroyedQty: '0.25', returnedQty: '4' }).toString()).toBe(
    '7.75',
  );
  expect(accountedOf({ ...nothing, usedQty: '0.000001' }).toString()).toBe('0.000001');
});

test('minutes are those begun since the start, at least one, over midnight too', () => {
  expect(
    (
      [
        ['2026-11-27 16:00:00', '2026-11-27 16:00:00'],
        ['2026-11-27 16:00:00', '2026-11-27 16:00:59'],
        ['2026-11-27 16:00:00', '2026-11-27 16:01:00'],
        ['2026-11-27 16:00:00', '2026-11-27 16:03:01'],
        ['2026-11-27 23:59:30', '2026-11-28 00:04:00'],
      ] as const
    ).map(([start, end]) => minutesBetween(start, end)),
  ).toEqual([1, 1, 1, 4, 5]);
});

const place = (lineNo: number, answerNo: number, receivedQty: string, accountedQty: string) => ({
  lineNo,
  answerNo,
  receivedQty,
  accountedQty,
});

test('a place is silent until it answers, short until it answers for all it had; silent ones stand first', () => {
  const places = [place(1, 1, '5', '5'), place(2, 2, '5', '4.9'), place(3, 0, '5', '0'), place(4, 0, '1', '0')];
  expect(places.map(standingOf)).toEqual(['accounted', 'short', 'silent', 'silent']);
  expect(openFirst(places).map(({ lineNo }) => lineNo)).toEqual([3, 4, 2, 1]);
});

test('the whole is of what was recalled itself, and takes as long as the last answer', () => {
  const of = (materialId: string, receivedQty: string, accountedQty: string, minutes: number | null) => ({
    ...place(1, minutes === null ? 0 : 1, receivedQty, accountedQty),
    materialId,
    minutes,
  });
  const whole = wholeOf([of('1', '60', '60', 2), of('1', '40', '38', 4), of('2', '7', '7', 9)], '1');
  expect([whole.received.toString(), whole.accounted.toString(), whole.coverage.toString(), whole.minutes]).toEqual([
    '100',
    '98',
    '98',
    9,
  ]);
  expect(wholeOf([of('1', '60', '0', null)], '1')).toMatchObject({ minutes: null });
});

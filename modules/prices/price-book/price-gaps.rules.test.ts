import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { gapsOf } from './price-gaps.rules.ts';

const looked = (...each: readonly (readonly [string, boolean])[]) => each.map(([day, found]) => ({ day, found }));

test.each([
  ['priced throughout', looked(['2026-11-22', true]), []],
  ['never', looked(['2026-11-22', false]), ['2026-11-22–2026-12-05 14']],
  ['until it ends', looked(['2026-11-22', true], ['2026-12-01', false]), ['2026-12-01–2026-12-05 5']],
  [
    'in between, past days on which something else changed',
    looked(['2026-11-22', true], ['2026-11-25', false], ['2026-11-28', false], ['2026-12-01', true]),
    ['2026-11-25–2026-11-30 6'],
  ],
  [
    'twice',
    looked(['2026-11-22', false], ['2026-11-23', true], ['2026-12-05', false]),
    ['2026-11-22–2026-11-22 1', '2026-12-05–2026-12-05 1'],
  ],
])('days without a price: %s', (_, days, wanted) => {
  expect(gapsOf(days, '2026-12-05').map(({ from, to, days: count }) => `${from}–${to} ${count}`)).toEqual(wanted);
});

test('the spans hold exactly the days a slow and obvious look finds', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), (found) => {
      const dayAt = (at: number): string => dayPlus('2026-11-22', at);
      // As the server looks: only where something changes, and now and then in between.
      const days = found.flatMap((is, at) =>
        at === 0 || is !== found[at - 1] || at % 7 === 0 ? [{ day: dayAt(at), found: is }] : [],
      );
      const missing = gapsOf(days, dayAt(found.length - 1)).flatMap(({ from, days: count }) =>
        Array.from({ length: count }, (_, at) => dayPlus(from, at)),
      );
      expect(missing).toEqual(found.flatMap((is, at) => (is ? [] : [dayAt(at)])));
    }),
  );
});

import { expect, test } from 'vitest';
import { headRefusals } from './allocation.rules.ts';

const CLOCK = { now: '2025-03-16 10:00:00', today: '2025-03-16' };
const head = (more: object = {}): Parameters<typeof headRefusals>[0] => ({
  billDate: '2025-03-16',
  needTime: '2025-03-17 08:00:00',
  outLocationId: '500',
  inLocationId: '501',
  ...more,
});

test.each<[string, object, string | null, readonly string[]]>([
  ['between two warehouses, for tomorrow', {}, null, []],
  ['to itself', { inLocationId: '500' }, null, ['transfers.same-place']],
  ['of tomorrow', { billDate: '2025-03-17' }, null, ['transfers.date-future']],
  ['for an hour ago', { needTime: '2025-03-16 09:00:00' }, null, ['transfers.need-time-past']],
  ['for an hour ago, as it was before', { needTime: '2025-03-16 09:00:00' }, '2025-03-16 09:00:00', []],
  ['for a mistyped year', { needTime: '2027-03-17 08:00:00' }, null, ['transfers.need-time-far']],
  [
    'to itself and of tomorrow',
    { inLocationId: '500', billDate: '2025-03-17' },
    null,
    ['transfers.same-place', 'transfers.date-future'],
  ],
])('a transfer %s', (_what, more, before, codes) => {
  expect(headRefusals(head(more), CLOCK, before).map(({ code }) => code)).toEqual(codes);
});

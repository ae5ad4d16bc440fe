import { expect, test } from 'vitest';
import { farDeliveries } from './delivery-day.rules.ts';

test.each([
  ['tomorrow', '2026-11-19', []],
  ['no day yet', null, []],
  ['a year ahead, to the day', '2027-11-19', []],
  [
    'one day further',
    '2027-11-20',
    [
      {
        code: 'purchasing.delivery-far',
        detail: { day: '2027-11-20', latest: '2027-11-19' },
        field: 'needDate',
        line: 2,
      },
    ],
  ],
  [
    'a year mistyped',
    '9999-12-31',
    [
      {
        code: 'purchasing.delivery-far',
        detail: { day: '9999-12-31', latest: '2027-11-19' },
        field: 'needDate',
        line: 2,
      },
    ],
  ],
])('goods wanted on %s', (_title, day, refusals) => {
  expect(farDeliveries('2026-11-18', [{ day, field: 'needDate', line: 2 }])).toEqual(refusals);
});

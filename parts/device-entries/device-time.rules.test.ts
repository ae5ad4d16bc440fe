import { expect, test } from 'vitest';
import { momentMade } from './device-time.rules.ts';

const NOW = '2026-11-18 17:00:00';
const START = '2026-11-18 09:00:00';

test.each([
  ['three hours ago', '2026-11-18T06:00:00.000Z', '2026-11-18T09:00:00.000Z', '2026-11-18 14:00:00'],
  [
    'three hours ago, by a clock a day ahead',
    '2026-11-19T06:00:00.000Z',
    '2026-11-19T09:00:00.000Z',
    '2026-11-18 14:00:00',
  ],
  [
    'three hours ago, by a clock a year behind',
    '2025-11-18T06:00:00.000Z',
    '2025-11-18T09:00:00.000Z',
    '2026-11-18 14:00:00',
  ],
  [
    'by a clock a day ahead that was set right before it was sent',
    '2026-11-19T06:00:00.000Z',
    '2026-11-18T09:00:00.000Z',
    NOW,
  ],
  [
    'by a clock a day behind that was set right before it was sent',
    '2026-11-17T06:00:00.000Z',
    '2026-11-18T09:00:00.000Z',
    START,
  ],
  ['without a moment', null, '2026-11-18T09:00:00.000Z', NOW],
  ['at no moment there is', 'yesterday', '2026-11-18T09:00:00.000Z', NOW],
  ['sent at no moment there is', '2026-11-18T06:00:00.000Z', null, NOW],
])('an entry made %s', (_, made, sent, then) => {
  expect(momentMade(NOW, made, sent, START)).toBe(then);
});

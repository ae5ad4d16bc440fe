import { expect, test } from 'vitest';
import { labelCode, lotOfLabel } from './lot-label.rules.ts';

test.each`
  scanned                   | lot
  ${labelCode('912043687')} | ${'912043687'}
  ${' l912043687 '}         | ${'912043687'}
  ${'L9223372036854775807'} | ${'9223372036854775807'}
  ${'L9223372036854775808'} | ${null}
  ${'L1234'}                | ${null}
  ${'L12345X'}              | ${null}
  ${'12345'}                | ${null}
`(
  'what is scanned as $scanned is the label of lot $lot',
  ({ scanned, lot }: { scanned: string; lot: string | null }) => {
    expect(lotOfLabel(scanned)).toBe(lot);
  },
);

import { expect, test } from 'vitest';
import { mayComeUp } from './connect-when-up.ts';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

test.each(['57P01', '57P02', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'EAI_AGAIN'])(
  'a server on its way up, down or through a crash answers %s, and is asked again',
  (code) => {
    expect(mayComeUp(failure(code))).toBe(true);
    expect(mayComeUp(new AggregateError([failure('ENETUNREACH'), failure(code)]))).toBe(true);
  },
);

test('a connection that breaks before anything is answered is asked for again', () => {
  expect(mayComeUp(new Error('Connection terminated unexpectedly'))).toBe(true);
});

test.each(['28P01', '3D000', '28000', 'ENOTFOUND', 'CERT_HAS_EXPIRED'])('%s does not pass by waiting', (code) => {
  expect(mayComeUp(failure(code))).toBe(false);
});

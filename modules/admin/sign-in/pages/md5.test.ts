import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { md5 } from './md5.ts';

test.each`
  text                | digest
  ${''}               | ${'d41d8cd98f00b204e9800998ecf8427e'}
  ${'abc'}            | ${'900150983cd24fb0d6963f7d28e17f72'}
  ${'message digest'} | ${'f96b697d7cb7938d525a2f31aaf161d0'}
`('the digest of "$text" is the one of RFC 1321', ({ text, digest }) => {
  expect(md5(text)).toBe(digest);
});

test('every length around a block, and text beyond ASCII, agrees with the reference', () => {
  for (const text of [
    ...Array.from({ length: 130 }, (_, length) => 'x'.repeat(length)),
    '膳链 ä €',
    'p'.repeat(10_000),
  ]) {
    expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'));
  }
});

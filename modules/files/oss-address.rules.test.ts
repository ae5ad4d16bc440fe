import { expect, test } from 'vitest';
import { isAllowedAddress } from '../../parts/addresses/allowed-address.ts';
import { objectAddress } from './oss-address.rules.ts';

test.each([
  ['https://s3.example.com', 's3.example.com', true],
  ['https://s3.example.com/', 'a.com, https://S3.example.com', true],
  ['https://s3.example.com:9000', 's3.example.com', false],
  ['https://evil.com', 's3.example.com', false],
  ['http://127.0.0.1:9000', '', false],
  ['http://127.0.0.1:9000', '127.0.0.1:9000', false],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000', true],
  ['https://s3.example.com@evil.com', 's3.example.com', false],
  ['https://u:p@s3.example.com', 's3.example.com', false],
  ['file:///etc/passwd', 'file:///etc/passwd', false],
  ['nonsense', 'nonsense', false],
  ['https://169.254.169.254', '', false],
])('RULE-187: %s where %s is allowed: %s', (endpoint, allowed, expected) =>
  expect(isAllowedAddress(endpoint, allowed)).toBe(expected),
);

test('an object is addressed by path or by host, its name never leaves its bucket', () => {
  expect(objectAddress('https://s3.example.com/', 'larder', true, '000000-1')).toBe(
    'https://s3.example.com/larder/000000-1',
  );
  expect(objectAddress('https://oss.example.com', 'larder', false, '000000-1')).toBe(
    'https://larder.oss.example.com/000000-1',
  );
  expect(objectAddress('https://s3.example.com', 'a', true, '../b/c')).toBe('https://s3.example.com/a/..%2Fb%2Fc');
});

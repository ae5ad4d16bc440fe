import { expect, test } from 'vitest';
import { loginAddress, returnAddress } from './login-address.ts';

test.each([
  ['/', '', '/login', '/'],
  ['/wel/index', '', '/login', '/'],
  ['/lock', '', '/login', '/'],
  [
    '/masterdata/material',
    '?name=a&b=1',
    '/login?to=%2Fmasterdata%2Fmaterial%3Fname%3Da%26b%3D1',
    '/masterdata/material?name=a&b=1',
  ],
])('RULE-047: from %s%s somebody is sent to the sign-in and later back', (path, search, address, back) => {
  expect(loginAddress(path, search)).toBe(address);
  expect(returnAddress(address.slice('/login'.length))).toBe(back);
});

test.each(['?to=//evil.com', '?to=https://evil.com', '?to=/%5Cevil.com', '?to=/login'])(
  'the sign-in leads nowhere else: %s',
  (search) => expect(returnAddress(search)).toBe('/'),
);

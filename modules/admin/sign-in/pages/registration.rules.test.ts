import { expect, test } from 'vitest';
import { firstWrong, isUnknown, REGISTRATION_FIELDS } from './registration.rules.ts';
import { signInTexts } from './texts.view.ts';

test.each([
  ['', true],
  ['-1', true],
  ['-7', true],
  ['1', false],
  ['123456789012345678', false],
])('RULE-123: user id “%s” asks for an account: %s', (userId, expected) => expect(isUnknown(userId)).toBe(expected));

test('RULE-124: the dialog has five fields', () =>
  expect(REGISTRATION_FIELDS).toEqual(['tenantId', 'name', 'account', 'password', 'password2']));

const empty = { tenantId: '', name: '', account: '', password: '', password2: '' };
test.each([
  [{}, '请先输入租户编号'],
  [{ account: 'a', password: 'x', password2: 'y' }, '请先输入租户编号'],
  [{ tenantId: ' ' }, '请先输入租户编号'],
  [{ tenantId: '000000' }, '请先输入账号名称'],
  [{ tenantId: '000000', account: ' ', password: 'x', password2: 'y' }, '请先输入账号名称'],
  [{ tenantId: '000000', account: 'a' }, '请先输入密码'],
  [{ tenantId: '000000', account: 'a', password: 'x' }, '请先输入密码'],
  [{ tenantId: '000000', account: 'a', password2: 'x' }, '请先输入密码'],
  [{ tenantId: '000000', account: 'a', password: 'x', password2: 'y' }, '两次密码输入不一致'],
  [{ tenantId: '000000', account: 'a', password: 'x', password2: 'x' }, undefined],
] as const)('RULE-214 RULE-215 RULE-216 RULE-217 RULE-218: with %o the one sentence is “%s”', (given, sentence) => {
  const wrong = firstWrong({ ...empty, ...given });
  expect(wrong === null ? undefined : signInTexts[wrong[1]].zh).toBe(sentence);
});

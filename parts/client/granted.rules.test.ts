import { expect, test } from 'vitest';
import { granted, type TokenAnswer } from './granted.rules.ts';

const NOW = 1_700_000_000_000;
const WHOLE: TokenAnswer = {
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 60,
  tenant_id: '000009',
  user_id: '7',
  account: 'chef',
  nick_name: '小王',
  real_name: '王厨',
  avatar: '/p.png',
  dept_name: '站点01',
  role_name: 'chef,guest',
  time_zone: 'Asia/Urumqi',
  must_change_password: 1,
};

test('a grant opens the session of whom it names', () => {
  expect(granted(WHOLE, '000000', NOW)).toEqual({
    accessToken: 'a',
    refreshToken: 'r',
    expiresIn: 60,
    obtainedAt: NOW,
    tenantId: '000009',
    userId: '7',
    account: 'chef',
    name: '王厨',
    avatar: '/p.png',
    deptName: '站点01',
    roles: ['chef', 'guest'],
    timeZone: 'Asia/Urumqi',
    mustChangePassword: true,
  });
});

test.each<[what: string, answer: TokenAnswer, session: object]>([
  ['names no tenant: that of who asked', { access_token: 'a', refresh_token: 'r' }, { tenantId: '000000' }],
  ['names no age: an hour', { access_token: 'a', refresh_token: 'r' }, { expiresIn: 3_600 }],
  ['names no role: none, not an empty one', { access_token: 'a', refresh_token: 'r', role_name: '' }, { roles: [] }],
  ['has no real name: the nickname', { ...WHOLE, real_name: '' }, { name: '小王' }],
  ['has no name at all: the account', { ...WHOLE, real_name: '', nick_name: '' }, { name: 'chef' }],
  [
    'says nothing of the password: it is one’s own',
    { access_token: 'a', refresh_token: 'r' },
    { mustChangePassword: false },
  ],
])('an answer that %s', (_, answer, session) => {
  expect(granted(answer, '000000', NOW)).toMatchObject(session);
});

test.each<[TokenAnswer]>([[{}], [{ access_token: 'a' }], [{ refresh_token: 'r' }], [{ error_description: 'no' }]])(
  '%o opens none',
  (answer) => {
    expect(granted(answer, '000000', NOW)).toBeUndefined();
  },
);

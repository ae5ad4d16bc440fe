/** How long a session lives and how many somebody has, and what locks an account: each as the parameters say. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import {
  askToken,
  openHouse,
  PASSWORD,
  passwordForm,
  pause,
  type Answer,
  type Client,
  type House,
} from '../admin.testing.ts';

let house: House;
const AGAIN_MS = 2_100;
beforeAll(async () => {
  house = await openHouse();
});

const works = async (who: Client): Promise<number> => (await who.get('blade-user/info')).status;
const renews = (who: Client): Promise<Answer> =>
  askToken(house.app, { grant_type: 'refresh_token', refresh_token: who.refresh, tenantId: '000000', scope: 'all' });
const parameter = (key: string, value: string): Promise<unknown> =>
  house.run((tx) => tx.run(sql`update param set param_value = ${value} where param_key = ${key}`));

test.each([
  ['idle for 13 hours has ended', sql`last_seen_time = now() - interval '13 hours'`, false],
  ['begun 8 days ago has ended', sql`started_time = now() - interval '8 days'`, false],
  ['idle for 11 hours goes on', sql`last_seen_time = now() - interval '11 hours'`, true],
  ['begun 6 days ago goes on', sql`started_time = now() - interval '6 days'`, true],
])('a session %s', async (_, aged, good) => {
  const [one, other] = [await house.signIn('chef'), await house.signIn('storekeeper')];
  for (const who of [one, other]) expect(await works(who)).toBe(200);
  await house.run((tx) => tx.run(sql`update session set ${aged} where ended_time is null`));
  await pause(AGAIN_MS);
  // Its refresh token is no other way in, asked first of one session and after the access token of the other.
  expect((await renews(one)).status).toBe(good ? 200 : 401);
  expect(await works(other)).toBe(good ? 200 : 401);
  expect((await renews(other)).status).toBe(good ? 200 : 401);
});

test('session.maxPerUser: one session too many ends the oldest', async () => {
  await parameter('session.maxPerUser', '2');
  const [first, second, third] = [
    await house.signIn('finance'),
    await house.signIn('finance'),
    await house.signIn('finance'),
  ];
  await pause(AGAIN_MS);
  expect([await works(first), await works(second), await works(third)]).toEqual([401, 200, 200]);
  await parameter('session.maxPerUser', '50');
  const fourth = await house.signIn('finance');
  expect([await works(second), await works(third), await works(fourth)]).toEqual([200, 200, 200]);
});

test('account.passwordMinLength: a tenant may ask for longer passwords that nobody else has, and tells so before one is chosen', async () => {
  const chef = await house.signIn('chef');
  const change = async (next: string): Promise<string> => {
    const { body } = await chef.post('blade-user/update-password', {
      oldPassword: PASSWORD,
      newPassword: next,
      newPassword1: next,
    });
    return body.msg;
  };
  const asked = async (): Promise<unknown> =>
    ((await chef.get('blade-auth/oauth/user-info')).body.data as Record<string, unknown>)['passwordMinLength'];
  expect([await asked(), await change('three green apples')]).toEqual([0, '密码为6-12位数字和字母']);
  await parameter('account.passwordMinLength', '10');
  expect(await asked()).toBe(10);
  const strong = '密码至少 10 个字符，并且不能是常见的密码或同一个字符';
  expect([
    await change('abc12345'),
    await change('password123'),
    await change('0cc175b9c0f1b6a831c399e269772661'),
  ]).toEqual([strong, strong, '请直接输入新密码，不能使用摘要']);
  expect(
    (
      await chef.post('blade-user/update-password', {
        oldPassword: PASSWORD,
        newPassword: 'three green apples',
        newPassword1: 'three green apples',
      })
    ).status,
  ).toBe(200);
  await parameter('account.passwordMinLength', '0');
});

test('account.failCount and account.lockMinutes: so many failures lock for so long', async () => {
  await parameter('account.failCount', '3');
  await parameter('account.lockMinutes', '40');
  const wrong = (): Promise<Answer> => askToken(house.app, passwordForm('purchaser', 'wrong2026'));
  for (let at = 0; at < 3; at += 1) await wrong();
  const lock = await house.run<{ failures: number; minutes: number }>((tx) =>
    tx.row(
      sql`select failures, round(extract(epoch from locked_until - now()) / 60)::integer as minutes
        from sign_in_failure where subject = 'account:purchaser'`,
    ),
  );
  expect(lock).toEqual({ failures: 3, minutes: 40 });
  await expect(house.signIn('purchaser')).rejects.toThrow('用户登录失败次数过多');
});

/** Counts a phone made without a network, sent later: once each, by the server's clock, by whoever made them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { refused } from '../../tests/support/refused.ts';
import { NOW, received, thing } from '../stock/ledger/stock-room.testing.ts';
import { aCountingRoom, COUNTER, REVIEWER, type Check, type CountingRoom } from './counting.testing.ts';

let room: CountingRoom;
let check: Check;
const LOTS = 500;
beforeAll(async () => {
  room = await aCountingRoom();
});
afterAll(() => room.close());

const MORNING = `${NOW.slice(0, 10)} 00:00:00`;
beforeEach(async () => {
  await room.act(({ tx }) => tx.run(sql`update stock_check set status = 'void' where status = 'counting'`));
  await room.act((context) => received(context, thing.rice, 100, '400'), MORNING);
  check = await room.aCount({}, MORNING);
});

/** What the clock of the phone shows, `hours` before it is sent and `ahead` of the right time. */
const onPhone = (hours: number, ahead = 0): string =>
  new Date(Date.parse(`${NOW.replace(' ', 'T')}+08:00`) + (ahead - hours) * 3_600_000).toISOString();
interface Sending {
  readonly who?: string;
  readonly deviceTime?: string;
  readonly madeBy?: string;
}
const send = (
  details: readonly Record<string, unknown>[],
  { who = COUNTER, deviceTime = onPhone(0), madeBy = who }: Sending = {},
): Promise<unknown> => room.call('invcheck/saveDetail', { checkId: check.id, details, deviceTime, madeBy }, who);
const stands = async (): Promise<Record<string, unknown>> => {
  const [line] = (await room.checkOf(check.id)).details;
  return { qty: line!['countBaseQty'], state: line!['lineState'], at: line!['countTime'] };
};
const entry = (key: string, countQty: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: check.details[0]!.id,
  key,
  countQty,
  seenQty: '',
  madeTime: onPhone(0),
  ...more,
});

test('what is sent twice is taken over once, even where one person may count twice and the figure was corrected since', async () => {
  await room.act(({ tx }) =>
    tx.run(sql`insert into param (param_name, param_key, param_value) values ('x', 'approval.separation', '0')`),
  );
  await room.act(({ tx }) =>
    tx.run(sql`update stock_check set recount_amount = 0, recount_percent = 0 where id = ${check.id}::bigint`),
  );
  const first = entry('0a', '7');
  await send([first]);
  // Sent again it would be the second count, which the same person may do here.
  await send([first]);
  expect(await stands()).toMatchObject({ state: 'recount' });
  await send([entry('0b', '8')]);
  await send([first]);
  expect(await stands()).toMatchObject({ qty: '8', state: 'agreed' });
  await room.act(({ tx }) => tx.run(sql`delete from param where param_key = 'approval.separation'`));
});

test('two at once are taken over once', async () => {
  const found = {
    key: '1a',
    materialId: thing.rice,
    supplierBatchNo: 'FOUND-1',
    countQty: '5',
    expiryDate: '2099-01-01',
  };
  await Promise.all([send([found]), send([found])]);
  const { details } = await room.checkOf(check.id);
  expect(details.filter((line) => line['supplierBatchNo'] === 'FOUND-1')).toHaveLength(1);
});

test('of what is sent again only what is new is read: the rest is not refused for what happened since', async () => {
  await send([entry('2a', '7')]);
  await room.call(
    'invcheck/saveDetail',
    { checkId: check.id, details: [{ id: check.details[0]!.id, countQty: '9' }] },
    REVIEWER,
  );
  await send([entry('2a', '7')]);
  expect(await stands()).toMatchObject({ qty: '9' });
});

test('a lot somebody else counted meanwhile keeps their figure, and the refusal says both; sent again it is refused again', async () => {
  await room.call(
    'invcheck/saveDetail',
    { checkId: check.id, details: [{ id: check.details[0]!.id, countQty: '9' }] },
    REVIEWER,
  );
  for (let times = 0; times < 2; times += 1)
    expect((await refused(send([entry('3a', '7')]))).map(([code]) => code)).toEqual([
      'counting.line-counted-meanwhile',
    ]);
  expect(await stands()).toMatchObject({ qty: '9' });
  // What was seen since, and is sent by the same key, passes: it had not been taken over.
  await send([entry('3a', '7', { seenQty: '9' })]);
  expect(await stands()).toMatchObject({ qty: '7' });
});

test.each([
  ['as it is', 0],
  ['a day ahead', 24],
  ['a week behind', -168],
])('with the clock of the phone %s a lot counted three hours ago was counted three hours ago', async (_, ahead) => {
  await send([entry(`4${ahead}`, '7', { madeTime: onPhone(3, ahead) })], { deviceTime: onPhone(0, ahead) });
  const three = new Date(Date.parse(`${NOW.replace(' ', 'T')}Z`) - 3 * 3_600_000).toISOString();
  expect(await stands()).toMatchObject({ at: three.slice(0, 19).replace('T', ' ') });
  const [noted] = await room.act(({ tx }) =>
    tx.rows<{ made: string }>(sql`select made_time::text as made from device_entry where key = ${`4${ahead}`}`),
  );
  expect(new Date(noted!.made).getTime(), 'what the phone showed is kept beside it').toBe(
    new Date(onPhone(3, ahead)).getTime(),
  );
});

test('nothing was counted before the count began, or later than now', async () => {
  await send([entry('5a', '7', { madeTime: onPhone(400) })]);
  expect(await stands()).toMatchObject({ at: MORNING });
  await send([entry('5b', '8', { madeTime: onPhone(-30), seenQty: '7' })]);
  expect(await stands()).toMatchObject({ qty: '8', at: NOW });
});

test('what one person made is not sent as another', async () => {
  expect(await refused(send([entry('6a', '7')], { who: REVIEWER, madeBy: COUNTER }))).toEqual([
    [
      'device.other-person',
      '这些数据由另一个账号录入，请由本人登录后上传',
      'Somebody else made these entries; they are sent once that person signs in on this device',
    ],
  ]);
  expect(await stands()).toMatchObject({ qty: null });
});

test('a count that was voided meanwhile takes nothing over, and says so', async () => {
  await room.call('invcheck/void', { ids: check.id, reason: '盘错仓库' });
  expect((await refused(send([entry('7a', '7')]))).map(([code]) => code)).toEqual(['document.state']);
});

test(`${LOTS} entries sent at once are all taken over, and sent again none`, async () => {
  const many = Array.from({ length: LOTS }, (_, at) => ({
    key: `8-${at}`,
    materialId: thing.rice,
    supplierBatchNo: `MANY-${at}`,
    countQty: '1',
    expiryDate: '2099-01-01',
    madeTime: onPhone(1),
  }));
  await send(many);
  await send(many);
  const { details } = await room.checkOf(check.id);
  expect(details.filter((line) => String(line['supplierBatchNo']).startsWith('MANY-'))).toHaveLength(LOTS);
});

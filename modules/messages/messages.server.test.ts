/**
 * What people are told: whom a notice reaches and when, what a message is, and that it is heard at once in every
 * process.
 */
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemble } from '../../apps/server/main.ts';
import type { Context } from '../../kernel/server/context.ts';
import { openDatabase, sql } from '../../parts/postgres/database.ts';
import { createHttp } from '../../kernel/server/http.ts';
import { createMetrics } from '../../parts/http/metrics.ts';
import { openHouse, pause, SECRET, type Client, type House } from '../admin/admin.testing.ts';
import { sendMessages } from './send-messages.server.ts';

interface News {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly read: boolean;
  readonly link: string;
  readonly actionLabel: string;
  readonly senderName: string;
}
let house: House;
let admin: Client;
let chef: Client;
let keeper: Client;
const address: string[] = [];
beforeAll(async () => {
  house = await openHouse();
  [admin, chef, keeper] = await Promise.all([house.signIn('admin'), house.signIn('chef'), house.signIn('storekeeper')]);
  // Two processes of one house: what happens in the first is heard in the second.
  const database = openDatabase(String(house.database.pool.options.connectionString), { max: 4 });
  const second = await createHttp({
    ...assemble({ database, tokenSecret: SECRET, fileFolder: tmpdir() }),
    database,
    logger: false,
    metrics: createMetrics(),
    uploadFolder: tmpdir(),
  });
  address.push(
    await house.app.listen({ port: 0, host: '127.0.0.1' }),
    await second.listen({ port: 0, host: '127.0.0.1' }),
  );
  afterAll(async () => {
    await second.close();
    await database.close();
  });
});

const moment = (plusMinutes: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + plusMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
const publish = (more: Record<string, unknown> = {}) =>
  admin.post('blade-desk/notice/submit', {
    title: '停水通知',
    category: '1',
    releaseTime: moment(-1),
    content: '<p>明天停水</p>',
    ...more,
  });
const idOf = ({ body }: { body: { data: unknown } }): string => (body.data as { id: string }).id;
const mine = async (who: Client, box: string): Promise<News[]> =>
  (await who.get('blade-desk/message/mine', { box })).body.data as unknown as News[];
const unread = async (who: Client): Promise<Record<string, number>> =>
  (await who.get('blade-desk/message/unread')).body.data as unknown as Record<string, number>;

/** Everything the stream of a person says, as it comes. */
async function listening(
  who: Client,
  at = 0,
): Promise<{ readonly heard: string[]; leave(): void; readonly over: Promise<void> }> {
  const abort = new AbortController();
  const response = await fetch(`${address[at]}/api/blade-desk/message/stream`, {
    headers: { accept: 'text/event-stream', 'blade-auth': `bearer ${who.token}` },
    signal: abort.signal,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const heard: string[] = [];
  const over = (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream()))
      heard.push(...[...piece.matchAll(/event: (\w+)/g)].map(([, event]) => event!));
  })().catch(() => {});
  while (!heard.includes('open')) await pause(5);
  return { heard, over, leave: () => abort.abort() };
}
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    if (await condition()) return;
    await pause(25);
  }
  throw new Error('It never came');
}

test('EP-0137 RULE-185: a notice is cleaned when it is saved, whatever it was sent as', async () => {
  const saved = await publish({
    content: '<h2>停水</h2><script>alert(1)</script><p onclick="x()">明天 <a href="javascript:1">看</a></p>',
  });
  expect([saved.status, (saved.body.data as { content: string }).content]).toEqual([
    200,
    '<h2>停水</h2><p>明天 <a target="_blank" rel="noopener noreferrer">看</a></p>',
  ]);
  const empty = await publish({ content: '<p> </p><script>1</script>' });
  expect([empty.status, empty.body.msg]).toEqual([400, '请填写通知内容']);
  expect((await publish({ endTime: moment(-60) })).body.msg).toBe('结束时间须晚于通知时间');
});

test('EP-0134: the list has its tabs by time and counts who has read', async () => {
  const coming = idOf(await publish({ title: '后天开会', releaseTime: moment(2880) }));
  const over = idOf(await publish({ title: '上周的事', releaseTime: moment(-2000), endTime: moment(-1000) }));
  const titles = async (status: string): Promise<string[]> =>
    (
      (await admin.get('blade-desk/notice/list', { status, size: '50' })).body.data as { records: { id: string }[] }
    ).records.map((row) => row.id);
  expect([await titles('coming'), await titles('ended')]).toEqual([[coming], [over]]);
  expect(await titles('current')).not.toContain(coming);
  expect((await admin.get('blade-desk/notice/statusCounts')).body.data).toMatchObject({ coming: 1, ended: 1 });
  expect((await mine(chef, 'notice')).map(({ id }) => id)).not.toEqual(expect.arrayContaining([coming]));
});

test('RULE-111 RULE-112: each person sees the notices meant for him, with the departments below, and reading counts once', async () => {
  const dept = async (deptName: string, parentId: string, deptCategory: string): Promise<string> =>
    idOf(
      await admin.post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, deptCategory, sort: 1 }),
    );
  const company = await dept('味禾', '0', '1');
  const [one, two] = [await dept('项目一', company, '2'), await dept('项目二', company, '2')];
  const restaurant = await dept('餐厅一', one, '3');
  await house.run((tx) =>
    tx.run(
      sql`update app_user set dept_id = case account when 'chef' then array[${restaurant}::bigint]
        else array[${two}::bigint] end where account in ('chef', 'storekeeper')`,
    ),
  );
  const role = (
    await house.run<{ id: string }>((tx) => tx.row(sql`select id from role where role_alias = 'storekeeper'`))
  ).id;
  const forOne = idOf(await publish({ title: '给项目一', targetDeptIds: one }));
  const forKeepers = idOf(await publish({ title: '给仓管', targetRoleIds: role }));
  const ids = async (who: Client): Promise<string[]> => (await mine(who, 'notice')).map(({ id }) => id);
  expect([(await ids(chef)).includes(forOne), (await ids(chef)).includes(forKeepers)]).toEqual([true, false]);
  expect([(await ids(keeper)).includes(forOne), (await ids(keeper)).includes(forKeepers)]).toEqual([false, true]);
  expect((await keeper.post('blade-desk/notice/read', undefined, { id: forOne })).status).toBe(404);
  expect([
    (await keeper.get('blade-desk/notice/detail', { id: forOne })).status,
    (await admin.get('blade-desk/notice/detail', { id: forOne })).status,
  ]).toEqual([404, 200]);
  const listed = (await keeper.get('blade-desk/notice/list', { size: '50' })).body.data as {
    records: { id: string }[];
  };
  expect([listed.records.some(({ id }) => id === forOne), listed.records.some(({ id }) => id === forKeepers)]).toEqual([
    false,
    true,
  ]);
  const before = await unread(chef);
  for (let twice = 0; twice < 2; twice += 1)
    expect((await chef.post('blade-desk/notice/read', undefined, { id: forOne })).body.data).toMatchObject({
      title: '给项目一',
      content: '<p>明天停水</p>',
    });
  expect((await unread(chef))['notice']).toBe(before['notice']! - 1);
  expect((await admin.get('blade-desk/notice/detail', { id: forOne })).body.data).toMatchObject({ readCount: 1 });
  expect((await mine(chef, 'notice')).at(-1)).toMatchObject({ id: forOne, read: true });
  expect((await admin.post('blade-desk/notice/remove', undefined, { ids: forOne })).status).toBe(200);
});

test('RULE-111: mail from a colleague and messages of the system stand in boxes of their own, each read by its owner only', async () => {
  const sent = await keeper.post('blade-desk/message/send', {
    userIds: chef.userId,
    title: '明早的猪肉',
    content: '六点到',
  });
  expect([sent.status, sent.body.data]).toEqual([200, { sent: 1 }]);
  await house.run((tx) =>
    sendMessages({ tx, tenant: '000000', user: {} } as unknown as Context, [
      {
        userIds: [chef.userId, chef.userId],
        topic: 'approval.todo',
        level: 'warning',
        title: { zh: '菜谱模板待审批', en: 'A menu template waits for you' },
        act: { link: '/work/todo', label: { zh: '去审批', en: 'Decide' } },
        once: 'todo:1',
      },
    ]),
  );
  await house.run((tx) =>
    sendMessages({ tx, tenant: '000000', user: {} } as unknown as Context, [
      { userIds: [chef.userId], topic: 'approval.todo', title: { zh: '再来一次', en: 'Again' }, once: 'todo:1' },
    ]),
  );
  const [mail] = await mine(chef, 'mail');
  expect(mail).toMatchObject({ title: '明早的猪肉', content: '六点到', senderName: '仓管员', read: false });
  expect(await mine(chef, 'message')).toMatchObject([
    { title: '菜谱模板待审批', link: '/work/todo', actionLabel: '去审批', level: 'warning' },
  ]);
  const english = await house.app.inject({
    url: '/api/blade-desk/message/mine?box=message',
    headers: { 'blade-auth': `bearer ${chef.token}`, 'accept-language': 'en' },
  });
  expect((english.json() as { data: News[] }).data[0]).toMatchObject({
    title: 'A menu template waits for you',
    actionLabel: 'Decide',
  });
  expect([await unread(chef), (await mine(keeper, 'mail')).length]).toMatchObject([{ mail: 1, message: 1 }, 0]);
  await keeper.post('blade-desk/message/read', undefined, { ids: mail!.id });
  expect((await unread(chef))['mail']).toBe(1);
  await chef.post('blade-desk/message/read', undefined, { ids: mail!.id });
  await chef.post('blade-desk/message/read-all', undefined, { box: 'message' });
  await chef.post('blade-desk/message/read-all', undefined, { box: 'notice' });
  expect(await unread(chef)).toMatchObject({ mail: 0, message: 0, notice: 0, total: 0 });
  const listed = (await chef.get('blade-desk/message/page', { size: '10' })).body.data as {
    records: { title: string }[];
  };
  expect(listed.records.map(({ title }) => title).toSorted()).toEqual(['明早的猪肉', '菜谱模板待审批']);
  expect((await keeper.get('blade-desk/message/detail', { id: mail!.id })).status).toBe(404);
});

test('a message that says nothing, or to nobody, is refused with each thing it lacks', async () => {
  expect((await chef.post('blade-desk/message/send', {})).body.msg).toBe('请填写收件人；请填写标题；请填写内容');
  expect((await chef.post('blade-desk/message/send', { userIds: '999', title: 'a', content: 'b' })).body.msg).toBe(
    '有 1 位收件人不存在或已冻结，请重新选择',
  );
});

test('what is told in one process is heard in another within the second, and only by whom it concerns', async () => {
  const [mineHere, mineThere, others] = await Promise.all([
    listening(chef, 0),
    listening(chef, 1),
    listening(keeper, 1),
  ]);
  await admin.post('blade-desk/message/send', { userIds: chef.userId, title: '急', content: '来一下' });
  await until(() => mineHere.heard.includes('news') && mineThere.heard.includes('news'));
  expect(others.heard).toEqual(['open']);
  await publish({ title: '全员' });
  await until(() => others.heard.includes('news'));
  for (const stream of [mineHere, mineThere, others]) stream.leave();
});

test('what was rolled back is told to nobody', async () => {
  const stream = await listening(chef);
  await expect(
    house.run(async (tx) => {
      await sendMessages({ tx, tenant: '000000', user: {} } as unknown as Context, [
        { userIds: [chef.userId], topic: 'mail', title: { zh: '不算', en: 'No' } },
      ]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await pause(150);
  expect(stream.heard).toEqual(['open']);
  stream.leave();
});

test('a lost connection is had again, and whoever follows is told to look', async () => {
  const stream = await listening(chef);
  await admin.post('blade-desk/message/send', { userIds: chef.userId, title: '一', content: '一' });
  await until(() => stream.heard.length === 2);
  await house.owner.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
    tx.run(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen %'`,
    ),
  );
  await until(() => stream.heard.length >= 3);
  stream.leave();
});

test('nobody without a session hears anything; a client that wants no stream is told so', async () => {
  expect(
    (await fetch(`${address[0]}/api/blade-desk/message/stream`, { headers: { accept: 'text/event-stream' } })).status,
  ).toBe(401);
  expect((await chef.get('blade-desk/message/stream')).body.msg).toBe(
    '该接口只提供事件流，请以 text/event-stream 请求',
  );
});

test('closing the program does not wait for readers who stay', async () => {
  const database = openDatabase(String(house.database.pool.options.connectionString), { max: 2 });
  const app = await createHttp({
    ...assemble({ database, tokenSecret: SECRET, fileFolder: tmpdir() }),
    database,
    logger: false,
    metrics: createMetrics(),
    uploadFolder: tmpdir(),
  });
  address.push(await app.listen({ port: 0, host: '127.0.0.1' }));
  const stream = await listening(chef, 2);
  await app.close();
  await stream.over;
  await database.close();
});

/**
 * Promise 21: a POST that is repeated with its key happens once and answers the same, also when the first answer was
 * lost around COMMIT.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { cuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { rounds } from '../support/long-form.ts';
import { startProgram, type Answer, type RunningProgram } from '../support/program.ts';

/** Posts, of which a third each are cut before COMMIT, after it, and not at all. */
const ROUNDS = rounds(90, 990);

let database: TestDatabase;
let proxy: CuttingProxy;
let program: RunningProgram;
let token: string;
beforeAll(async () => {
  database = await freshDatabase();
  proxy = await cuttingProxy(database.appUrl);
  program = await startProgram({
    on: { ownerUrl: database.ownerUrl, appUrl: proxy.url(database.appUrl) },
    connections: 8,
  });
  token = program.signIn();
});
afterAll(async () => {
  await program.close();
  await proxy.close();
});

let nr = 0;
const param = (): Record<string, unknown> => ({ paramName: '参数', paramKey: `key.${(nr += 1)}`, paramValue: 'v' });
const post = (
  body: Record<string, unknown>,
  key: string,
  who = token,
  url = '/api/blade-system/param/submit',
): Promise<Answer> => program.call(who, 'POST', url, body, { 'idempotency-key': key });
const stored = async (key: unknown): Promise<number> =>
  (await program.asOwner<{ n: number }>('select count(*)::integer as n from param where param_key = $1', [key]))[0]!.n;
const audited = async (key: unknown): Promise<number> =>
  (
    await program.asOwner<{ n: number }>(
      `select count(*)::integer as n from audit_log
        where resource = 'param' and action = 'create' and record_id in (select id from param where param_key = $1)`,
      [key],
    )
  )[0]!.n;

test('promise 21: the second of the same answers what the first answered, and nothing more happens', async () => {
  const body = param();
  const [first, second] = [await post(body, 'k1'), await post(body, 'k1')];
  expect(first.status).toBe(200);
  expect(second.text).toBe(first.text);
  expect([await stored(body['paramKey']), await audited(body['paramKey'])]).toEqual([1, 1]);
});

test('promise 21: twenty at once with one key happen once and all that succeed answer the same', async () => {
  const body = param();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(body, 'k2')));
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  expect(new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.text)).size).toBe(1);
  expect(await stored(body['paramKey'])).toBe(1);
});

test('promise 21: the same key with another content is refused in words, and nothing of it happens', async () => {
  const body = param();
  await post(body, 'k3');
  const other = param();
  const { status, body: answered } = await post(other, 'k3');
  expect([status, answered.msg]).toEqual([400, '同一个请求编号用于了不同的内容，请刷新页面后重试']);
  expect(await stored(other['paramKey'])).toBe(0);
});

test('promise 21: a key counts for one tenant, one person and one call', async () => {
  const [mine, his, theirs] = [param(), param(), param()];
  const answers = [
    await post(mine, 'k4'),
    await post(his, 'k4', program.signIn({ userId: '2' })),
    await post(theirs, 'k4', program.signIn({ tenant: '000009' })),
    await post(
      { code: 'P1', name: '仓管', category: 1, sort: 1, postCode: 'P1', postName: '仓管' },
      'k4',
      token,
      '/api/blade-system/post/submit',
    ),
  ];
  expect(answers.slice(0, 3).map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect((answers[3]!.body.data as { reason?: string } | undefined)?.reason ?? '').not.toMatch(/^idempotency/);
  for (const body of [mine, his, theirs]) expect(await stored(body['paramKey'])).toBe(1);
  // Each who repeats it is answered what he was answered, not what somebody else was.
  const again = [
    await post(mine, 'k4'),
    await post(his, 'k4', program.signIn({ userId: '2' })),
    await post(theirs, 'k4', program.signIn({ tenant: '000009' })),
  ];
  expect(again.map((answer) => answer.text)).toEqual(answers.slice(0, 3).map((answer) => answer.text));
  expect(new Set(again.map((answer) => answer.text)).size).toBe(3);
  for (const body of [mine, his, theirs]) expect(await stored(body['paramKey'])).toBe(1);
});

test('promise 21: what was refused may be tried again with the same key once it is put right', async () => {
  const body = param();
  expect((await post({ ...body, paramName: '' }, 'k5')).status).toBe(400);
  expect((await post(body, 'k5')).status).toBe(200);
  expect(await stored(body['paramKey'])).toBe(1);
});

test('promise 21: cut off before or after COMMIT and sent again until it is answered, each happens exactly once', async () => {
  const seen: Record<string, number> = { 'cut before': 0, 'cut after': 0, 'not cut': 0 };
  const bodies: Record<string, unknown>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = param();
    bodies.push(body);
    const fate = (['before', 'after', null] as const)[round % 3]!;
    const cuts = proxy.cuts();
    if (fate !== null) proxy.cutNext(fate, `cut${round}`);
    let answer = await post(body, `cut${round}`);
    if (fate !== null) {
      expect(proxy.cuts()).toBe(cuts + 1);
      // Nobody can know what became of it, and that is what the answer says.
      expect([answer.status, answer.body.msg]).toEqual([
        500,
        '保存时与数据库的连接中断，不知道是否已保存，请先刷新查看，再决定是否重试；同一请求编号可以放心重发，不会重复保存',
      ]);
      expect(await stored(body['paramKey'])).toBe(fate === 'after' ? 1 : 0);
    }
    seen[fate === null ? 'not cut' : `cut ${fate}`]! += 1;
    for (let again = 0; again < 5 && answer.status >= 500; again += 1) answer = await post(body, `cut${round}`);
    expect(answer.status).toBe(200);
    expect((answer.body.data as { paramKey: string }).paramKey).toBe(body['paramKey']);
    expect((await post(body, `cut${round}`)).text).toBe(answer.text);
  }
  const [{ n }] = (await program.asOwner<{ n: number }>(
    `select count(*)::integer as n from (select param_key from param where param_key = any($1) group by 1
      having count(*) = 1) once`,
    [bodies.map((body) => body['paramKey'])],
  )) as [{ n: number }];
  expect(n).toBe(bodies.length);
  const [{ n: rows }] = (await program.asOwner<{ n: number }>(
    `select count(*)::integer as n from audit_log
      where resource = 'param' and action = 'create' and record_id in (select id from param where param_key = any($1))`,
    [bodies.map((body) => body['paramKey'])],
  )) as [{ n: number }];
  expect(rows).toBe(bodies.length);
  expect(seen).toEqual({ 'cut before': ROUNDS / 3, 'cut after': ROUNDS / 3, 'not cut': ROUNDS / 3 });
}, 300_000);

test('promise 21: cut off around COMMIT without a key, the answer promises nothing about a repetition', async () => {
  for (const [fate, there] of [
    ['before', 0],
    ['after', 1],
  ] as const) {
    const body = param();
    proxy.cutNext(fate, String(body['paramKey']));
    const { status, body: answered } = await program.call(token, 'POST', '/api/blade-system/param/submit', body, {
      'accept-language': 'en',
    });
    expect([status, answered.msg, answered.data]).toEqual([
      500,
      'The connection to the database broke while this was saved, and whether it was is not known. Reload and look before you try again',
      { reason: 'outcome.unknown', repeatable: false },
    ]);
    expect(await stored(body['paramKey'])).toBe(there);
  }
});

test('promise 21: a client that hangs up before it hears the answer and sends again has it done once, and is told the same', async () => {
  const address = await program.app.listen({ port: 0, host: '127.0.0.1' });
  const send = async (body: Record<string, unknown>, key: string, timeoutMs?: number): Promise<string | null> => {
    try {
      const answer = await fetch(`${address}/api/blade-system/param/submit`, {
        method: 'POST',
        headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
        ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
      });
      return await answer.text();
    } catch {
      return null;
    }
  };
  let hungUp = 0;
  const bodies: Record<string, unknown>[] = [];
  for (let round = 0; round < rounds(60, 1_000); round += 1) {
    const body = param();
    bodies.push(body);
    // Sometimes before the server has read it, sometimes while it works, sometimes too late.
    const first = await send(body, `gone${round}`, round % 12);
    if (first === null) hungUp += 1;
    const again = await send(body, `gone${round}`);
    expect(JSON.parse(again!)).toMatchObject({ code: 200, data: { paramKey: body['paramKey'] } });
    if (first !== null) expect(again).toBe(first);
  }
  expect(hungUp).toBeGreaterThan(bodies.length / 10);
  for (const body of bodies) expect([await stored(body['paramKey']), await audited(body['paramKey'])]).toEqual([1, 1]);
}, 300_000);

test('without a key the same cut would have doubled it: the proxy does cut after the commit', async () => {
  const counter = async (): Promise<number> =>
    (await program.asOwner<{ n: number }>('select count(*)::integer as n from stored_file'))[0]!.n;
  const before = await counter();
  const add = (): Promise<number> =>
    program.database.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) =>
      tx.run(sql`insert into stored_file (name, content_type, size, sha256) values ('x', 'x', 1, 'x')`),
    );
  proxy.cutNext('after', 'stored_file');
  await expect(add()).rejects.toThrow();
  await add();
  expect(await counter()).toBe(before + 2);
});

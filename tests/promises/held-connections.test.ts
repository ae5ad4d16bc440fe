/** Promise 48: no call waits for a reader, a network or a second connection while it holds one. */
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDownloadTurns } from '../../parts/http/downloads.ts';
import { readSheet } from '../../parts/xlsx/bounded-reader.ts';
import { workbookOf } from '../../parts/xlsx/workbooks.testing.ts';
import { hashOf } from '../../modules/admin/sign-in/password.server.ts';
import { addressOf, openCompany, type TheCompany } from '../contracts/the-company.ts';
import { isFull, rounds } from '../support/long-form.ts';
import type { Answer } from '../support/program.ts';

const CONNECTIONS = 4;
const READERS = 50;
const MB = 1024 * 1024;
let company: TheCompany;
let address: URL;
const sockets = new Set<net.Socket>();
beforeAll(async () => {
  company = await openCompany({ connections: CONNECTIONS });
  company.app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  address = new URL(await company.app.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(() => company.close());

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
/** People of the company with every right, one for each name. */
const people = async (many: number): Promise<string[]> => {
  const admin = await company.person('admin');
  return Array.from({ length: many }, (_, nr) =>
    company.signIn({ ...admin, userId: String(1_000 + nr), sessionId: String(1_000 + nr) }),
  );
};

/** Takes the head of an answer and a little of its body, and then nothing more. */
const slowReader = (path: string, token: string): Promise<net.Socket> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(address.port), address.hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nblade-auth: bearer ${token}\r\n\r\n`),
    );
    socket.on('error', () => {});
    socket.once('data', (head) => {
      socket.pause();
      if (String(head.subarray(0, 15)) === 'HTTP/1.1 200 OK') resolve(socket);
      else reject(new Error(String(head)));
    });
  });

/** Each of so many lists, asked one after the other, in milliseconds. */
async function lists(many: number): Promise<number[]> {
  const times: number[] = [];
  for (let nr = 0; nr < many; nr += 1) {
    const begun = performance.now();
    expect((await company.call(company.admin, 'GET', '/api/blade-system/param/list')).status).toBe(200);
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b);
}
const connectionsInUse = (): number => company.database.pool.totalCount - company.database.pool.idleCount;

/** When what the system takes ahead for its readers has left, and nothing more moves. */
async function standStill(): Promise<void> {
  const sent = (): number => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0);
  for (let before = -1; before !== sent();) {
    before = sent();
    await pause(200);
  }
}

/** The slowest in a hundred. */
const p99 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;

async function withSlowReaders(path: string): Promise<void> {
  const before = await lists(rounds(20, 500));
  const tokens = await people(READERS / 2);
  // Two for each person, as many as may.
  const readers = await Promise.all([...tokens, ...tokens].map((token) => slowReader(path, token)));
  let busy: number[];
  try {
    // What is asked beside, such as who somebody is, comes and goes.
    await expect.poll(connectionsInUse).toBe(0);
    expect((await lists(20)).at(-1)!).toBeLessThan(2_000);
    await standStill();
    busy = await lists(rounds(20, 500));
  } finally {
    for (const reader of readers) reader.destroy();
  }
  if (!isFull) return;
  // Quiet before and after: what else the machine does in the meantime slows both.
  await expect.poll(() => sockets.size).toBe(0);
  const after = await lists(500);
  expect(p99(busy)).toBeLessThan(2 * p99([...before, ...after]));
}

test('promise 48: fifty who read a stored file slowly hold no connection', async () => {
  const boundary = 'larder-boundary';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n`,
    ),
    Buffer.alloc(19 * MB, 'a'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const uploaded = await company.app.inject({
    method: 'POST',
    url: '/api/blade-resource/oss/endpoint/put-file-attach',
    payload,
    headers: { 'blade-auth': `bearer ${company.admin}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  await withSlowReaders(
    `/api/blade-resource/file/download?id=${uploaded.json<{ data: { attachId: string } }>().data.attachId}`,
  );
});

test('promise 48: fifty who read an export slowly hold no connection', async () => {
  await withSlowReaders('/api/master-data/material/exportExcel');
});

test('promise 48: many who check their own password at once, more than there are connections, are answered, and so are the others', async () => {
  const tokens = await people(2);
  const checks = Promise.all(
    Array.from({ length: 6 * CONNECTIONS }, (_, nr) =>
      company.call(tokens[nr % 2]!, 'GET', '/api/blade-user/user-verifypwd', { password: 'guess' }),
    ),
  );
  const [answers, others] = await Promise.all([checks, lists(5)]);
  expect(others.at(-1)!).toBeLessThan(5_000);
  expect(
    [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 400, 429].includes(status)),
  ).toEqual([]);
});

/**
 * Asked while eight others wait to have a password hashed: what is held of the connections meanwhile, and the answer.
 */
async function whileOthersHash(
  ask: () => Promise<Answer>,
): Promise<{ readonly held: number; readonly answer: Answer }> {
  const held: number[] = [];
  const hashing = Array.from({ length: 8 }, () => hashOf('abc12345').then(() => held.push(connectionsInUse())));
  const ownAnswer = ask();
  await Promise.all(hashing);
  // The first may still be ended while somebody else's call is over; nobody's own has been hashed before the last.
  return { held: Math.min(...held.slice(2, 5)), answer: await ownAnswer };
}

test('promise 48: whoever makes an account, a tenant or passwords anew waits for the hash without a connection', async () => {
  const [dept] = await company.asOwner<{ id: string }>(
    "select id from dept where tenant_id = '000000' and parent_id = 0 limit 1",
  );
  const [role] = await company.asOwner<{ id: string }>(
    "select id from role where tenant_id = '000000' and role_alias = 'user'",
  );
  const [chef] = await company.asOwner<{ id: string }>(
    "select id from app_user where tenant_id = '000000' and account = 'chef'",
  );
  const person = { account: 'newcomer', name: '新人', realName: '新人', deptId: dept!.id, roleId: role!.id };
  const calls: readonly (readonly [string, () => Promise<Answer>])[] = [
    [
      'an account with a password',
      () => company.call(company.admin, 'POST', '/api/blade-user/submit', { ...person, password: 'abc12345' }),
    ],
    [
      'an account with the initial one',
      () => company.call(company.admin, 'POST', '/api/blade-user/submit', { ...person, account: 'newcomer2' }),
    ],
    ['a reset', () => company.call(company.admin, 'POST', `/api/blade-user/reset-password?userIds=${chef!.id}`)],
    [
      'a tenant',
      () =>
        company.call(company.admin, 'POST', '/api/blade-system/tenant/submit', {
          tenantName: '青禾餐饮',
          linkman: '王经理',
        }),
    ],
  ];
  for (const [what, ask] of calls) {
    const { held, answer } = await whileOthersHash(ask);
    expect([what, answer.status, answer.body.msg, held]).toEqual([what, 200, '操作成功', 0]);
  }
});

test('promise 48: whoever brings a sheet while others are being read waits for his turn without a connection', async () => {
  const unit = company.program.registry.find('materialUnit');
  const { bytes } = await company.download(addressOf(unit, 'exportExcel'), company.admin);
  const long = workbookOf({ rows: '<row><c><v>1</v></c></row>'.repeat(5_000) });
  const reading = [readSheet(long), readSheet(long)];
  for (const rows of reading) await rows.next();
  const brought = company.upload(addressOf(unit, 'importExcelTemplate'), company.admin, bytes, { dryRun: '1' });
  await pause(300);
  const held = connectionsInUse();
  for (const rows of reading) await rows.return();
  const { status, body } = await brought;
  expect([status, body.msg, (body.data as { failed: number }).failed, held]).toEqual([200, '操作成功', 0, 0]);
});

test('promise 48: a large sheet of prices or counts is read before a connection is taken, too', async () => {
  const cells = Array.from(
    { length: 14_000 },
    (_, nr) => `<row><c t="inlineStr"><is><t>${(nr * 7_919_777).toString(36)}${Math.sin(nr)}</t></is></c></row>`,
  );
  const large = workbookOf({ rows: cells.join('') });
  expect(large.length).toBeGreaterThan(150_000);
  const long = workbookOf({ rows: '<row><c><v>1</v></c></row>'.repeat(5_000) });
  for (const path of ['master-data/managementprice', 'store-management/invcheck']) {
    const reading = [readSheet(long), readSheet(long)];
    for (const rows of reading) await rows.next();
    const brought = company.upload(`/api/${path}/importExcelTemplate`, company.admin, large, { dryRun: '1' });
    await pause(300);
    const held = connectionsInUse();
    for (const rows of reading) await rows.return();
    expect([path, (await brought).status, held]).toEqual([path, 400, 0]);
  }
});

test('promise 48: whoever asks for a hash while he holds a connection is refused in every test', async () => {
  await expect(
    company.database.transaction({ tenant: '000000', timeZone: 'UTC' }, () => hashOf('abc12345')),
  ).rejects.toThrow('A second connection, or something else to wait for, is asked for while a connection is held');
});

test('promise 48: a person has two files on their way; the next waits for one of them, without a connection, and not for ever', async () => {
  const turns = createDownloadTurns(30);
  const [first] = [await turns.take('a'), await turns.take('a')];
  const others = await turns.take('b');
  const waiting = turns.take('a');
  await pause(5);
  first!();
  const third = await waiting;
  await expect(turns.take('a')).rejects.toMatchObject({
    status: 429,
    label: { zh: '您有多个文件正在下载，请等其中一个完成后再试' },
  });
  for (const giveBack of [third, others]) giveBack();
});

test('promise 48: whoever asks for a second connection while he holds one is refused in every test', async () => {
  const scope = { tenant: '000000', timeZone: 'UTC' };
  await expect(
    company.database.transaction(scope, () => company.database.transaction(scope, async () => 1)),
  ).rejects.toThrow('A second connection, or something else to wait for, is asked for while a connection is held');
});

test('promise 48: what a transaction is asked after its end is refused, for its connection may be somebody else’s', async () => {
  const tx = await company.database.transaction({ tenant: '000000', timeZone: 'UTC' }, async (inside) => inside);
  await expect(tx.rows({ text: 'select 1', values: [] } as never)).rejects.toThrow('after the transaction had ended');
});

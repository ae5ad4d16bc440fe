/** Promise 47: whoever has not signed in costs next to nothing, whatever he sends and wherever. */
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PUBLIC } from '../../kernel/core/contract.ts';
import { rounds } from '../support/long-form.ts';
import { startProgram, type RunningProgram } from '../support/program.ts';

const MB = 1024 * 1024;
/** Of a processor: what the machine does beside does not count. */
const COST_MS = 100;

let program: RunningProgram;
let address: URL;
let token: string;
beforeAll(async () => {
  program = await startProgram();
  token = program.signIn();
  address = new URL(await program.app.listen({ port: 0, host: '127.0.0.1' }));
  for (let round = 0; round < 20; round += 1) await trivial();
});
afterAll(() => program.close());

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
type Shape = readonly [name: string, type: string, body: Buffer];
const shape = (name: string, type: string, text: string): Shape => [name, type, Buffer.from(text)];
const keys = (many: number, key: (nr: number) => string): string =>
  Array.from({ length: many }, (_, nr) => key(nr)).join('');
/** What one cheap request can send. */
const SMALL: readonly Shape[] = [
  shape('one field again and again', FORM, 'a&'.repeat(30_000)),
  shape(
    'field after field',
    FORM,
    keys(8_000, (nr) => `k${nr}&`),
  ),
  shape('brackets within brackets', JSON_TYPE, `${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  shape('objects within objects', JSON_TYPE, `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`),
  shape('names of every object', JSON_TYPE, `[${keys(1_800, () => '{"__proto__":{"constructor":1}},')}1]`),
  shape('list beside list', 'text/plain', `[${'[],'.repeat(20_000)}[]]`),
  shape(
    'a form in parts',
    'multipart/form-data; boundary=b',
    `${keys(700, (nr) => `--b\r\ncontent-disposition: form-data; name="k${nr}"\r\n\r\nv\r\n`)}--b--\r\n`,
  ),
  shape('no JSON at all', JSON_TYPE, '{"'.repeat(30_000)),
];
/** What a larger one can; 67 and 5 seconds once. */
const LARGE: readonly Shape[] = [
  shape('100,000 times one field', FORM, 'a&'.repeat(100_000)),
  shape('100,000 brackets', JSON_TYPE, `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  shape('15 MB of lists', JSON_TYPE, `[${'[],'.repeat(5 * MB)}[]]`),
  shape('12 MB of names', JSON_TYPE, `{${keys(1_000_000, (nr) => `"k${nr}":1,`)}"z":1}`),
  shape(
    '12 MB of parts',
    'multipart/form-data; boundary=b',
    `${keys(150_000, (nr) => `--b\r\ncontent-disposition: form-data; name="k${nr}"\r\n\r\nv\r\n`)}--b--\r\n`,
  ),
];

const trivial = async (): Promise<number> =>
  (await fetch(new URL('/api/blade-user/info', address), { headers: { 'blade-auth': `bearer ${token}` } })).status;

/**
 * Sends head and body over a line of its own; answers the status. Whoever is told before he has sent everything need
 * not go on.
 */
const send = (method: string, path: string, [, type, body]: Shape): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = net.connect(Number(address.port), address.hostname, () => {
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
    });
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('error', () => {});
    socket.on('close', () =>
      answer.startsWith('HTTP/1.1 ')
        ? resolve(Number(answer.slice(9, 12)))
        : reject(new Error(`${path} closed without an answer`)),
    );
  });

interface Costs {
  readonly milliseconds: number;
}
/**
 * Asked again while it costs too much, twice at most: the collector of this process works when it likes, and counts;
 * what is sent away at once is, again.
 */
async function asCheap<T extends Costs>(once: () => Promise<T>): Promise<T> {
  let asked = await once();
  for (let again = 0; asked.milliseconds > COST_MS && again < 2; again += 1) asked = await once();
  return asked;
}

/** How much of a processor goes by until the trivial call of somebody else, asked in the midst of it, is answered. */
async function costDuring(
  hostile: () => Promise<number>,
): Promise<{ readonly status: number; readonly milliseconds: number }> {
  const begun = process.cpuUsage();
  const [status, other] = await Promise.all([hostile(), trivial()]);
  const { user, system } = process.cpuUsage(begun);
  expect(other).toBe(200);
  return { status, milliseconds: (user + system) / 1000 };
}

test('promise 47: at every address that takes a body, and at those that are none, every shape is sent away before it costs anything', async () => {
  const mounted = program.program.calls
    .filter((call) => call.method !== 'GET')
    .map((call) => ({
      path: `/api/${call.service}/${call.path}`,
      // One that looks at its address first knows nobody's.
      expected: call.permission !== PUBLIC ? [401] : call.admit === undefined ? [400, 413] : [404, 413],
    }));
  const places = [
    ...mounted,
    { path: '/api/none/such', expected: [404] },
    { path: '/api/blade-user/info', expected: [405] },
  ];
  expect(mounted.length).toBeGreaterThan(300);
  const wrong: string[] = [];
  for (const [nr, { path, expected }] of places.entries()) {
    for (const [name, type, body] of SMALL.filter((_, at) => rounds(1, 0) === 0 || (nr + at) % 4 === 0)) {
      const once = async (): Promise<{ readonly statusCode: number; readonly milliseconds: number }> => {
        const begun = process.cpuUsage();
        const { statusCode } = await program.app.inject({
          method: 'POST',
          url: path,
          payload: body,
          headers: { 'content-type': type },
        });
        const { user, system } = process.cpuUsage(begun);
        return { statusCode, milliseconds: (user + system) / 1000 };
      };
      const { statusCode, milliseconds } = await asCheap(once);
      if (!expected.includes(statusCode) || milliseconds > COST_MS)
        wrong.push(`${path} ${name}: ${statusCode} after ${Math.round(milliseconds)} ms`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each(LARGE.map((each) => [each[0], each] as const))(
  'promise 47: %s, with or without an address to send them to, keep nobody waiting',
  async (_, hostile) => {
    for (const [path, expected] of [
      ['/api/blade-auth/oauth/token', 413],
      ['/api/blade-system/param/submit', 401],
      ['/api/none/such', 404],
    ] as const) {
      const { status, milliseconds } = await asCheap(() => costDuring(() => send('POST', path, hostile)));
      expect([path, status, milliseconds < COST_MS || Math.round(milliseconds)]).toEqual([path, expected, true]);
    }
  },
);

test('promise 47: a body that says nothing of its length ends where a short one would', async () => {
  const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
  for (const type of [JSON_TYPE, FORM, 'multipart/form-data; boundary=b']) {
    const status = await new Promise<number>((resolve) => {
      const socket = net.connect(Number(address.port), address.hostname, () => {
        socket.write(
          `POST /api/blade-auth/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
        );
        for (let nr = 0; nr < 2; nr += 1) socket.write(chunk);
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve(0));
      socket.once('data', (answer) => {
        socket.destroy();
        resolve(Number(String(answer).slice(9, 12)));
      });
    });
    expect([type, status]).toEqual([type, 413]);
  }
});

test('promise 47: somebody signed in is told what is too deep or too much, and others wait no longer', async () => {
  const headers = { 'blade-auth': `bearer ${token}`, 'content-type': JSON_TYPE };
  const tooMuch = `[${'[],'.repeat(MB)}[]]`;
  // On a slow machine: less than reading it would cost.
  const begun = process.cpuUsage();
  JSON.parse(tooMuch);
  const reading = process.cpuUsage(begun);
  const most = Math.max(COST_MS, (reading.user + reading.system) / 1000);
  for (const [body, message] of [
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, '请求内容层次过深，最多 64 层'],
    [tooMuch, '请求内容过多，最多 200000 项，请分批提交'],
    ['{"userIds":"a\\u0000"}', '内容中有无法保存的字符（U+0000），请删除后重试'],
  ] as const) {
    // The least of three: what else the process does meanwhile is no cost of the answer.
    const costs: number[] = [];
    for (let nr = 0; nr < 3; nr += 1) {
      const before = process.cpuUsage();
      const answer = await program.app.inject({
        method: 'POST',
        url: '/api/blade-user/unlock',
        payload: body,
        headers,
      });
      const { user, system } = process.cpuUsage(before);
      expect([answer.statusCode, answer.json<{ msg: string }>().msg]).toEqual([400, message]);
      costs.push((user + system) / 1000);
    }
    expect(Math.min(...costs)).toBeLessThan(most);
  }
});

/** What clients that are slow, hostile, too many, or nobody's any more can do to the others: nothing. */
import net from 'node:net';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { label } from '../../kernel/core/label.ts';
import { SESSION } from '../../kernel/core/contract.ts';
import type { Call } from '../../kernel/server/context.ts';
import { createHttp } from '../../kernel/server/http.ts';
import { createMetrics } from '../../parts/http/metrics.ts';
import { CLIENT_TIMEOUTS } from '../../parts/http/client-timeouts.ts';
import {
  askToken,
  openHouse,
  pause,
  passwordForm,
  type Client,
  type House,
} from '../../modules/admin/admin.testing.ts';
import { isFull, rounds } from '../support/long-form.ts';

const timeouts = isFull ? CLIENT_TIMEOUTS : { headers: 400, standstill: 400, look: 200 };
const LONG = rounds(90_000, 180_000);
/** What the promise allows. */
const PATIENT_MS = 30_000;
let house: House;
let admin: Client;
let address: URL;
let app: House['app'];
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  const half = 'x'.repeat(64 * 1024);
  // A file that takes half an hour, and one that never ends while it is taken.
  const long = (path: string, everyMs: number): Call => ({
    method: 'GET',
    service: 'blade-resource',
    path,
    permission: SESSION,
    reads: true,
    summary: label('慢', 'Slow'),
    handle: async () => ({
      fileName: 'long.txt',
      contentType: 'text/plain',
      body: Readable.from(
        (async function* () {
          for (;;) {
            yield everyMs > 0 ? 'row\n' : half;
            await pause(everyMs);
          }
        })(),
      ),
    }),
  });
  app = await createHttp({
    ...house.program,
    calls: [...house.program.calls, long('test/rows', 50), long('test/flood', 0)],
    database: house.database,
    logger: false,
    metrics: createMetrics(),
    uploadFolder: tmpdir(),
    timeouts,
  });
  address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
});

/** Writes, and answers how long the other side kept the line open. */
const lineWith = (write: (socket: net.Socket) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    const socket = net.connect(Number(address.port), address.hostname, () => write(socket));
    socket.on('error', () => {});
    socket.on('close', () => resolve(performance.now() - begun));
    setTimeout(() => reject(new Error('the line is still open')), PATIENT_MS).unref();
  });
const drip = (socket: net.Socket, everyMs: number): void => {
  const timer = setInterval(() => void socket.write('a'), everyMs).unref();
  socket.on('close', () => clearInterval(timer));
};
const answers = async (): Promise<number> =>
  (await fetch(new URL('/api/blade-user/info', address), { headers: { 'blade-auth': `bearer ${admin.token}` } }))
    .status;

test(
  'promise 45: clients that send headers or bodies by the byte, nothing at all, or take nothing are let go, and the others are served meanwhile',
  { timeout: LONG },
  async () => {
    const head = (path: string, more = ''): string =>
      `POST /api/${path} HTTP/1.1\r\nhost: x\r\nblade-auth: bearer ${admin.token}\r\n${more}`;
    const many = rounds(40, 400);
    const lines = Array.from({ length: many }, (_, index) =>
      lineWith((socket) => {
        if (index % 4 === 0) return;
        if (index % 4 === 1) {
          socket.write(head('blade-user/unlock', 'x-slow: '));
          return drip(socket, 50);
        }
        if (index % 4 === 2) {
          socket.write(head('blade-user/unlock', 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n{'));
          return drip(socket, 50);
        }
        socket.write(
          head(
            'blade-resource/oss/endpoint/put-file',
            'content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n5\r\n--b\r\n',
          ),
        );
      }),
    );
    const waited = Promise.all(lines);
    for (let round = 0; round < 10; round += 1) expect(await answers()).toBe(200);
    expect(Math.max(...(await waited))).toBeLessThan(PATIENT_MS);
    // One that asks for a flood, takes a little of it and stands still.
    const letGo = new Promise<number>((resolve) => {
      const begun = performance.now();
      app.server.once('connection', (socket) => socket.once('close', () => resolve(performance.now() - begun)));
    });
    const reader = net.connect(Number(address.port), address.hostname, () =>
      reader.write(
        `GET /api/blade-resource/test/flood HTTP/1.1\r\nhost: x\r\nblade-auth: bearer ${admin.token}\r\n\r\n`,
      ),
    );
    reader.on('error', () => {});
    reader.once('data', () => reader.pause());
    expect(await letGo).toBeLessThan(PATIENT_MS);
    reader.destroy();
    expect(await answers()).toBe(200);
  },
);

test('promise 45: what is too long, too deep or too many is refused in words, at once', async () => {
  const post = async (body: string, type = 'application/json'): Promise<[number, boolean]> => {
    const begun = performance.now();
    const answer = await fetch(new URL('/api/blade-user/unlock', address), {
      method: 'POST',
      body,
      headers: { 'blade-auth': `bearer ${admin.token}`, 'content-type': type },
    });
    return [
      answer.status,
      ((await answer.json()) as { success: boolean }).success || performance.now() - begun > 10_000,
    ];
  };
  expect(await post(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toEqual([400, false]);
  expect(await post(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toEqual([400, false]);
  expect(
    await post(JSON.stringify({ userIds: Array.from({ length: 100_000 }, (_, index) => String(index + 1)) })),
  ).toEqual([400, false]);
  expect((await post(' '.repeat(17 * 1024 * 1024)))[0]).toBe(413);
  const headers = await fetch(new URL('/api/blade-user/info', address), {
    headers: { 'x-long': 'a'.repeat(100_000) },
  }).then(
    (answer) => answer.status,
    () => 431,
  );
  expect(headers).toBe(431);
  expect(await answers()).toBe(200);
});

test('promise 29: an export under way breaks off when its person is frozen', async () => {
  const victim = await house.signIn('auditor');
  const answer = await fetch(new URL('/api/blade-resource/test/rows', address), {
    headers: { 'blade-auth': `bearer ${victim.token}` },
  });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  await reader.read();
  expect((await admin.post('blade-user/freeze', undefined, { ids: victim.userId })).status).toBe(200);
  const begun = performance.now();
  const ended = await (async () => {
    for (;;) if ((await reader.read()).done) return 'finished';
  })().catch(() => 'broken off');
  expect([ended, performance.now() - begun < 5_000]).toEqual(['broken off', true]);
  expect((await admin.post('blade-user/thaw', undefined, { ids: victim.userId })).status).toBe(200);
});

const share = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]!;
/** How long lists take twenty people who look at them again and again. */
async function lists(ms: number): Promise<readonly number[]> {
  const times: number[] = [];
  const until = performance.now() + ms;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (performance.now() < until) {
        const begun = performance.now();
        expect((await admin.get('blade-system/param/list')).status).toBe(200);
        times.push(performance.now() - begun);
      }
    }),
  );
  return times;
}

test(
  'promise 35: fifty who sign in again and again do not stop the lists of the others; the surplus is sent away before it costs anything',
  { timeout: LONG },
  async () => {
    const span = rounds(1_500, 20_000);
    await lists(300);
    const quiet = await lists(span);
    let storms = true;
    const statuses = new Map<number, number>();
    let account = 0;
    const storm = Promise.all(
      Array.from({ length: 50 }, async () => {
        while (storms) {
          const { status, body } = await askToken(house.app, passwordForm(`nobody${account++}`, 'wrong'));
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status === 429) expect(body.code).toBe(429);
          // Who is sent away comes again a little later, as a browser does.
          await pause(status === 429 ? 20 : 0);
        }
      }),
    );
    const busy = await lists(span);
    storms = false;
    await storm;
    expect([...statuses.keys()].toSorted()).toEqual([400, 429]);
    // How quick they are is measured where nothing else is at work; here they are answered, every one, and few
    // comparisons were begun.
    if (isFull) expect(share(busy, 0.99)).toBeLessThan(3 * share(quiet, 0.99));
    expect(busy.length).toBeGreaterThan(20);
    expect(statuses.get(429)!).toBeGreaterThan(statuses.get(400)!);
  },
);

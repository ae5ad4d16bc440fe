/**
 * Larder on a database somebody else runs: owned by a role that is no superuser, with backup and restore through the
 * same address.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../support/postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TIMEOUT_MS = 60_000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-outside-'));
const shop = `shop_${process.pid}`;
const launched: ChildProcess[] = [];
let first: TestDatabase;
let second: TestDatabase;

/** The database as the shop's own role sees it. */
const addressOf = (database: TestDatabase): string => database.ownerUrl.replace('//owner@', `//${shop}@`);
const asAdministrator = async <T extends pg.QueryResultRow>(database: TestDatabase, text: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  [first, second] = [await emptyDatabase(), await emptyDatabase()];
  await asAdministrator(first, `create role ${shop} login nosuperuser bypassrls`);
  for (const database of [first, second])
    await asAdministrator(
      database,
      `alter database ${database.name} owner to ${shop}; grant all on schema public to ${shop}`,
    );
});
afterAll(async () => {
  for (const program of launched) program.kill('SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

const run = (
  script: string,
  database: TestDatabase,
  { words = [], settings = {} }: { words?: readonly string[]; settings?: NodeJS.ProcessEnv } = {},
) => {
  const { npm_lifecycle_event: _, ...environment } = process.env;
  const program = spawn(process.execPath, [`scripts/${script}.ts`, ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      NODE_ENV: 'development',
      DATA_DIR: path.join(folder, database.name),
      PORT: '0',
      INIT_CWD: folder,
      DATABASE_URL: addressOf(database),
      APP_DATABASE_URL: database.appUrl,
      ...settings,
    },
  });
  launched.push(program);
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const ended = new Promise<{ output: string; code: number | null }>((resolve) => {
    program.once('close', (code) => resolve({ output, code }));
  });
  const ready = new Promise<string>((resolve, reject) => {
    program.stdout.on('data', () => {
      const address = /ready after .*(http:\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    program.once('close', () => reject(new Error(output)));
  });
  ready.catch(() => {}); // most commands are never ready, they end
  return { program, ended, ready, words: () => output };
};

test('a database that cannot be used is refused in one line', { timeout: TIMEOUT_MS }, async () => {
  const nowhere = await run('start', first, {
    words: ['--api-only'],
    settings: { DATABASE_URL: addressOf(first).replace(first.name, 'nowhere') },
  }).ended;
  expect(nowhere).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^\[larder\] the database of DATABASE_URL \(.*database nowhere\) does not answer: database "nowhere" does not exist\n$/,
    ) as string,
  });
  const stranger = await run('start', first, { words: ['--api-only'], settings: { DATABASE_URL: first.appUrl } }).ended;
  expect(stranger).toEqual({
    code: 1,
    output: '[larder] larder_app of DATABASE_URL may create nothing in its database: it must own the database\n',
  });
});

test(
  'promise 53: a database that is not there, and then starts, is waited for in one sentence',
  { timeout: TIMEOUT_MS },
  async () => {
    const socketFolder = new URL(first.ownerUrl.replace('@/', '@localhost/')).searchParams.get('host')!;
    let isUp = false;
    const starting = net.createServer((client) => {
      client.on('error', () => {}); // it was sent away
      if (isUp) {
        const server = net.connect(path.join(socketFolder, '.s.PGSQL.5432'));
        server.on('error', () => client.destroy());
        client.on('close', () => server.destroy());
        client.pipe(server).pipe(client);
      } else client.once('data', () => client.end(errorMessage('57P03', 'the database system is starting up')));
    });
    // A port nobody listens on yet.
    await listen(starting, 0);
    const { port } = starting.address() as net.AddressInfo;
    await new Promise((resolve) => {
      starting.close(resolve);
    });

    const outside = new URL(addressOf(first).replace('@/', '@localhost/')).username;
    const serving = run('start', first, {
      words: ['--api-only'],
      settings: { DATABASE_URL: `postgresql://${outside}@127.0.0.1:${port}/${first.name}` },
    });
    await expect
      .poll(serving.words, { timeout: 20_000 })
      .toMatch(
        /^\[larder\] the database of DATABASE_URL \(.*\) does not answer yet: .*; asking again for a minute …\n$/,
      );
    await listen(starting, port);
    await sleep(1_000);
    isUp = true;
    expect((await fetch(`${await serving.ready}/api/ready`)).status).toBe(200);
    serving.program.kill('SIGTERM');
    expect((await serving.ended).code).toBe(0);
    expect(serving.words().match(/does not answer yet/g)).toHaveLength(1);
    starting.close();
  },
);
const listen = (server: net.Server, port: number): Promise<void> =>
  new Promise((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
/** As PostgreSQL refuses a connection. */
function errorMessage(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

test(
  'it serves from a database whose owner is no superuser, without the demonstration company, and backup and restore carry it to another',
  { timeout: 4 * TIMEOUT_MS },
  async () => {
    const serving = run('start', first, { words: ['--api-only'] });
    expect((await fetch(`${await serving.ready}/api/ready`)).status).toBe(200);
    expect(await asAdministrator(first, 'select account from app_user')).toEqual([{ account: 'admin' }]);
    expect(await asAdministrator(first, 'select 1 from material')).toEqual([]);
    expect((await run('backup', first, { words: ['shop.gz'] }).ended).output).toMatch(
      /^\[backup\] \d+ rows of \d+ tables and 0 files in /,
    );
    serving.program.kill('SIGTERM');
    expect((await serving.ended).code).toBe(0);
    expect(serving.words()).not.toContain('"level"');

    expect((await run('restore', second, { words: ['shop.gz'] }).ended).output).toMatch(
      /^\[restore\] \d+ rows of \d+ tables and 0 files are back, counted and compared, /,
    );
    expect(await run('restore', second, { words: ['shop.gz'] }).ended).toEqual({
      code: 1,
      output: '[restore] the database is not empty; restore into a new one\n',
    });
    const again = run('start', second, { words: ['--api-only'] });
    expect((await fetch(`${await again.ready}/api/ready`)).status).toBe(200);
    const people = 'select id, account from app_user';
    expect(await asAdministrator(second, people)).toEqual(await asAdministrator(first, people));
    again.program.kill('SIGTERM');
    expect((await again.ended).code).toBe(0);
  },
);

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresFolder } from '../../scripts/data-directory.ts';
import { OWNER, runningPostgres } from '../../scripts/embedded-postgres.ts';
import { DATABASE } from '../../scripts/open-database.ts';
import { rounds } from '../support/long-form.ts';

// The real program from the outside, in one story: each test finds what the one before left.
const ROOT = path.resolve(import.meta.dirname, '../..');
const dataDir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'larder-start-')), 'data');

/** Generous: other tests, and other people, share the cores. */
const TIMEOUT_MS = { timeout: 20_000 };
const launched: ChildProcess[] = [];
let larder: Started;

beforeAll(async () => {
  larder = await start();
});

afterAll(async () => {
  for (const process of launched) await end(process, 'SIGKILL');
  for (const folder of [dataDir, `${dataDir}-lost`]) await (await runningPostgres(postgresFolder(folder)))?.stop();
  fs.rmSync(path.dirname(dataDir), { recursive: true, force: true });
});

test('an empty folder becomes a server that answers', async () => {
  expect((await fetch(`${larder.address}/api/`)).status).toBeLessThan(500);
});

test('secrets are readable by nobody else', () => {
  expect(fs.statSync(path.join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a second start on the same folder ends with one line that says who is there', () => {
  const second = spawnSync(process.execPath, ['scripts/start.ts', '--api-only'], {
    cwd: ROOT,
    env: environment(),
    encoding: 'utf8',
  });
  expect(second.status).toBe(1);
  expect(second.stderr).toBe(
    `[larder] ${dataDir} is in use by a running Larder at ${larder.address} (process ${larder.process.pid})\n`,
  );
});

test.each<[string, NodeJS.ProcessEnv, string]>([
  ['PORT', { PORT: '80a' }, 'PORT is "80a"; expected is a whole number from 0 to 65535 (0: any free port)'],
  [
    'LOG_LEVEL',
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL is "loud"; expected is one of fatal, error, warn, info, debug, trace, silent',
  ],
  [
    'DATABASE_URL',
    { DATABASE_URL: 'mysql://me:secret@here/larder' },
    'DATABASE_URL is "(not shown)"; expected is an address like postgresql://user:password@host:5432/database',
  ],
  [
    'DATA_DIR where no folder can be',
    { DATA_DIR: '/proc/larder' },
    'DATA_DIR /proc/larder cannot be used (ENOENT); choose a folder this user may write to',
  ],
  [
    'DATA_DIR that is a file',
    { DATA_DIR: '/etc/hosts/larder' },
    'DATA_DIR /etc/hosts/larder cannot be used (ENOTDIR); choose a folder this user may write to',
  ],
])('a wrong %s ends with one line naming it', (_, settings, line) => {
  const wrong = spawnSync(process.execPath, ['scripts/start.ts'], {
    cwd: ROOT,
    env: { ...environment(), ...settings },
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toBe(`[larder] ${line}\n`);
});

test('a port that is taken ends with one line naming it, and leaves no database running', () => {
  const port = new URL(larder.address).port;
  const folder = `${dataDir}-beside`;
  const second = spawnSync(process.execPath, ['scripts/start.ts', '--api-only'], {
    cwd: ROOT,
    env: { ...environment(), DATA_DIR: folder, PORT: port },
    encoding: 'utf8',
  });
  expect(second.status).toBe(1);
  expect(second.stderr).toBe(
    `[larder] PORT ${port} is taken by another program; choose another one, as in: PORT=8801 npm start\n`,
  );
  expect(fs.existsSync(path.join(postgresFolder(folder), 'cluster/postmaster.pid'))).toBe(false);
});

test(
  'promise 53: the administrator of a first start whose port is taken is told by the next one, until he has used his password',
  { timeout: 120_000 },
  async () => {
    const settings = { DATA_DIR: `${dataDir}-lost`, PORT: new URL(larder.address).port };
    expect(
      spawnSync(process.execPath, ['scripts/start.ts', '--api-only'], {
        cwd: ROOT,
        env: { ...environment(), ...settings },
        encoding: 'utf8',
      }).stderr,
    ).toContain('is taken by another program');
    // Nor is he lost where a start is killed at any moment.
    for (let round = 0; round < rounds(3, 20); round += 1) {
      const killed = launch(settings);
      await sleep(600 + ((round * 700) % 4_000));
      await end(killed, 'SIGKILL');
    }
    const second = await start({ ...settings, PORT: '0' });
    const password = await passwordOf(second);
    expect(password).toMatch(/^[a-z\d]{12}$/);
    expect(await signsIn(second, password!)).toBe(true);
    await end(second.process, 'SIGTERM');
    const third = await start({ ...settings, PORT: '0' });
    expect(await passwordOf(third)).toBe(password);
    await query('update app_user set must_change_password = 0', settings.DATA_DIR);
    await end(third.process, 'SIGTERM');
    const fourth = await start({ ...settings, PORT: '0' });
    expect(await passwordOf(fourth)).toBeUndefined();
    expect(fs.readFileSync(path.join(settings.DATA_DIR, 'secrets.json'), 'utf8')).not.toContain(
      'administratorPassword',
    );
    await end(fourth.process, 'SIGTERM');
  },
);

test(
  'promise 53: program and one process of the database killed at once, and started at once, it serves',
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < rounds(3, 20); round += 1) {
      const [{ pid }] = (await query("select pid from pg_stat_activity where usename = 'larder_app' limit 1")) as [
        { pid: number },
      ];
      process.kill(pid, 'SIGKILL');
      await end(larder.process, 'SIGKILL');
      await sleep(150);
      larder = await start();
      expect((await fetch(`${larder.address}/api/ready`)).status).toBe(200);
    }
  },
);

test(
  'promise 53: a start that finds its database in recovery waits for the end of it',
  { timeout: 60_000 },
  async () => {
    await end(larder.process, 'SIGKILL');
    const [one, other] = [await connect(), await connect()];
    const [killed, stopped] = await Promise.all(
      [one, other].map(
        async (client) => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid,
      ),
    );
    // PostgreSQL recovers when all its processes are gone, and has five seconds for one that does not end by itself.
    process.kill(stopped!, 'SIGSTOP');
    process.kill(killed!, 'SIGKILL');
    await expect
      .poll(
        () =>
          connect().then(
            (client) => client.end(),
            (error: { readonly code?: string }) => error.code,
          ),
        { interval: 10 },
      )
      .toBe('57P03');
    larder = await start();
    expect((await fetch(`${larder.address}/api/ready`)).status).toBe(200);
  },
);

test('a server killed by force is followed by one that takes over its database', async () => {
  await query('create table kept (n int primary key)');
  await query('insert into kept values (1)');
  const before = (await running()).pid;
  await end(larder.process, 'SIGKILL');
  larder = await start();
  expect((await running()).pid).toBe(before);
  expect(await query('select n from kept')).toEqual([{ n: 1 }]);
});

test('server and database killed by force under load lose nothing that was acknowledged', async () => {
  const client = await connect();
  let acknowledged = 1;
  const writing = (async () => {
    for (;;) {
      await client.query('insert into kept values ($1)', [acknowledged + 1]);
      acknowledged += 1;
    }
  })().catch(() => {});
  await expect.poll(() => acknowledged, TIMEOUT_MS).toBeGreaterThan(100);
  const { pid } = await running();
  process.kill(pid, 'SIGKILL');
  await end(larder.process, 'SIGKILL');
  await writing;

  larder = await start();
  expect((await running()).pid).not.toBe(pid);
  const [{ count, last }] = (await query('select count(*)::int as count, max(n) as last from kept')) as [
    { count: number; last: number },
  ];
  expect(count).toBe(last);
  // The one under way when the power went may have arrived without our hearing of it.
  expect([acknowledged, acknowledged + 1]).toContain(count);
});

test('a database killed by force under a living server is started again', async () => {
  const { pid } = await running();
  process.kill(pid, 'SIGKILL');
  await expect.poll(async () => (await runningPostgres(postgresFolder(dataDir)))?.pid ?? pid, TIMEOUT_MS).not.toBe(pid);
  expect(await query('select n from kept where n = 1')).toEqual([{ n: 1 }]);
});

test('a server whose output nobody reads any more goes on, and still ends', async () => {
  larder.process.stdout!.destroy();
  larder.process.stderr!.destroy();
  const { pid } = await running();
  // Makes it say something.
  process.kill(pid, 'SIGKILL');
  await expect.poll(async () => (await runningPostgres(postgresFolder(dataDir)))?.pid ?? pid, TIMEOUT_MS).not.toBe(pid);
  expect((await fetch(`${larder.address}/api/`)).status).toBeLessThan(500);
  expect(await end(larder.process, 'SIGTERM')).toBe(0);
  larder = await start();
});

test('SIGTERM ends server and database and gives the folder free', async () => {
  const { pid } = await running();
  expect(await end(larder.process, 'SIGTERM')).toBe(0);
  expect(await runningPostgres(postgresFolder(dataDir))).toBeNull();
  expect(fs.existsSync(`/proc/${pid}/exe`)).toBe(false);
  expect(fs.existsSync(path.join(dataDir, 'holder.json'))).toBe(false);
});

test('Ctrl-C during the start leaves nothing behind', async () => {
  const early = launch();
  await expect
    .poll(() => fs.existsSync(path.join(dataDir, 'postgres/cluster/postmaster.pid')), { ...TIMEOUT_MS, interval: 5 })
    .toBe(true);
  await end(early, 'SIGINT');
  expect(await runningPostgres(postgresFolder(dataDir))).toBeNull();
});

interface Started {
  process: ChildProcess;
  address: string;
  /** All it has printed by now. */
  output(): string;
}

/** What is printed of the administrator comes after the line that says the program is ready. */
async function passwordOf(started: Started): Promise<string | undefined> {
  await sleep(300);
  return /^ {2}admin +(\S+) +administrator$/m.exec(started.output())?.[1];
}

async function signsIn({ address }: Started, password: string): Promise<boolean> {
  const form = new URLSearchParams({
    tenantId: '000000',
    username: 'admin',
    password: createHash('md5').update(password).digest('hex'),
    grant_type: 'password',
  });
  const answer = await fetch(`${address}/api/blade-auth/oauth/token?${form}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`, 'tenant-id': '000000' },
  });
  return answer.status === 200;
}

function environment(): NodeJS.ProcessEnv {
  const { npm_lifecycle_event: _, DATABASE_URL: __, ...rest } = process.env;
  return { ...rest, DATA_DIR: dataDir, PORT: '0', DEMO: 'off', NODE_ENV: 'development' };
}

function launch(settings: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(process.execPath, ['scripts/start.ts', '--api-only'], {
    cwd: ROOT,
    env: { ...environment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launched.push(child);
  return child;
}

async function start(settings?: NodeJS.ProcessEnv): Promise<Started> {
  const process = launch(settings);
  let output = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      const address = /ready .*(http:\S+)/.exec(output)?.[1];
      if (address) resolve({ process, address, output: () => output });
    };
    process.stdout!.on('data', listen);
    process.stderr!.on('data', listen);
    process.on('exit', (code, signal) => reject(new Error(`did not start (${signal ?? code}): ${output}`)));
  });
}

async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (process.exitCode !== null || process.signalCode !== null) return process.exitCode;
  return new Promise((resolve) => {
    process.on('exit', (code) => resolve(code));
    process.kill(signal);
  });
}

async function running(folder = dataDir) {
  const postgres = await runningPostgres(postgresFolder(folder));
  if (!postgres) throw new Error('The database does not run');
  return postgres;
}

async function connect(folder = dataDir): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: (await running(folder)).url(OWNER, DATABASE) });
  client.on('error', () => {}); // it is meant to lose its server
  await client.connect();
  return client;
}

async function query(text: string, folder = dataDir): Promise<unknown[]> {
  const client = await connect(folder);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

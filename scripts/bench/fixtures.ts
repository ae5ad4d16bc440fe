/**
 * What is measured stands on: a server of its own on a database of its own, with real fsync, and somebody signed in.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { postgresFolder } from '../data-directory.ts';
import { OWNER, runningPostgres } from '../embedded-postgres.ts';
import { APP_ROLE, DATABASE } from '../open-database.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_MS = 300_000;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly data: never;
}
export interface Fixtures {
  address: string;
  readonly folder: string;
  serverPid: number;
  readonly postgresPid: number;
  readonly token: string;
  readonly userId: string;
  /** What the browser remembers of a sign-in. */
  readonly session: Readonly<Record<string, unknown>>;
  readonly appUrl: string;
  readonly ownerUrl: string;
  readonly quick: boolean;
  /** Statements as the owner, whom row-level security does not bind, acting for the tenant. */
  sql<T extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<T[]>;
  /** Another connection as the owner. */
  connection(): Promise<pg.Client>;
  get(path: string, input?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, input: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** A fresh server on the same database: memory that another bench left behind is not counted. */
  restart(): Promise<void>;
  close(): Promise<void>;
}
interface FixtureOptions {
  readonly quick: boolean;
  readonly keep: boolean;
  readonly web: boolean;
  /** With the demonstration company. */
  readonly demo?: boolean;
  /** Records a CPU profile of the server into this folder. */
  readonly profile?: string;
}

export const TENANT = '000000';

/** Starts a server of its own with an empty database, or the demonstration company. */
export async function openFixtures(options: FixtureOptions): Promise<Fixtures> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-bench-'));
  fs.chmodSync(folder, 0o711);
  let server = startServer(folder, options);
  try {
    const { address, password } = await server.ready;
    const postgres = await runningPostgres(postgresFolder(folder));
    if (postgres === null) throw new Error('The server runs without its database');
    const ownerUrl = postgres.url(OWNER, DATABASE);
    const connection = async (): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: ownerUrl });
      client.on('error', () => {}); // the statement that fails reports it
      await client.connect();
      await client.query(`set app.tenant = '${TENANT}'; set timezone = 'Asia/Shanghai'`);
      return client;
    };
    const owner = await connection();
    await owner.query(`update app_user set must_change_password = 0 where account = 'admin'`);
    const agent = new http.Agent({ keepAlive: true });
    const signIn = await request(
      agent,
      'POST',
      `${address}/api/blade-auth/oauth/token?${new URLSearchParams({ tenantId: TENANT, username: 'admin', password: createHash('md5').update(password).digest('hex'), grant_type: 'password', scope: 'all', type: 'account' }).toString()}`,
      { authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`, 'tenant-id': TENANT },
    );
    if (signIn.status !== 200) throw new Error(`The sign-in was refused: ${signIn.text}`);
    const answer = JSON.parse(signIn.text) as Record<string, string>;
    const token = answer['access_token']!;
    const headers = { 'blade-auth': `bearer ${token}` };
    const fixtures: Fixtures = {
      address,
      folder,
      serverPid: server.child.pid!,
      postgresPid: postgres.pid,
      token,
      userId: answer['user_id']!,
      ownerUrl,
      appUrl: postgres.url(APP_ROLE, DATABASE),
      quick: options.quick,
      connection,
      session: {
        accessToken: token,
        refreshToken: answer['refresh_token'],
        expiresIn: 3_600,
        obtainedAt: Date.now(),
        tenantId: TENANT,
        userId: answer['user_id'],
        account: 'admin',
        name: 'admin',
        avatar: '',
        deptName: '',
        roles: ['administrator'],
      },
      sql: async (text, values = []) => (await owner.query(text, [...values])).rows as never,
      get: (address_, input = {}) =>
        request(agent, 'GET', `${fixtures.address}/api/${address_}?${new URLSearchParams(input).toString()}`, headers),
      post: (address_, input) =>
        request(
          agent,
          'POST',
          `${fixtures.address}/api/${address_}`,
          { ...headers, 'content-type': 'application/json' },
          JSON.stringify(input),
        ),
      async restart() {
        // By force: told to end, it would take the database with it.
        await stop(server.child, 'SIGKILL');
        server = startServer(folder, options, false);
        fixtures.address = (await server.ready).address;
        fixtures.serverPid = server.child.pid!;
      },
      async close() {
        agent.destroy();
        await owner.end();
        await stop(server.child);
        if (options.keep) console.log(`[bench] kept: ${folder}`);
        else fs.rmSync(folder, { recursive: true, force: true });
      },
    };
    return fixtures;
  } catch (error) {
    await stop(server.child);
    if (!options.keep) fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** As `npm start` starts it, but without the demonstration company unless that is wanted. */
function startServer(
  folder: string,
  options: FixtureOptions,
  first = true,
): { child: ChildProcess; ready: Promise<{ address: string; password: string }> } {
  const profiling = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`];
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=16',
      '--no-parallel-scavenge',
      ...profiling,
      path.join(ROOT, 'scripts/start.ts'),
      ...(options.web ? [] : ['--api-only']),
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATA_DIR: folder,
        PORT: '0',
        HOST: '127.0.0.1',
        DEMO: options.demo === true ? 'on' : 'off',
        LOG_LEVEL: 'error',
        NODE_ENV: 'production',
        DATABASE_URL: '',
        APP_DATABASE_URL: '',
      },
    },
  );
  const ready = new Promise<{ address: string; password: string }>((resolve, reject) => {
    let output = '';
    const late = setTimeout(() => reject(new Error(`The server did not start: ${output}`)), START_MS);
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const address = /ready after .*: (http:\S+)/.exec(output)?.[1];
      const password = /^ {2}admin\s+(\S+)\s/m.exec(output)?.[1];
      if (address === undefined || (first && password === undefined)) return;
      clearTimeout(late);
      resolve({ address, password: password ?? '' });
    });
    child.on('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`The server ended (${String(code)}): ${output}`));
    });
  });
  return { child, ready };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null) return;
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill(signal);
  });
}

/** One HTTP request; answers status, headers, body and milliseconds. */
export function request(
  agent: http.Agent,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const clientRequest = http.request(
      url,
      {
        method,
        agent,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            text,
            get data() {
              return (JSON.parse(text) as { data: never }).data;
            },
          });
        });
      },
    );
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}

/** The answer, or an error that says what was answered instead. */
export function fine(answer: Answer): Answer {
  if (answer.status !== 200) throw new Error(`HTTP ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer;
}

/** Memory of a process in MB, from the kernel: now, and the most it ever was (since `forgetPeak`). */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** Measures the peak memory of a process from now on. */
export function forgetPeak(pid: number): void {
  fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
}
/** Memory of the database in MB, shared pages counted once for each half that maps them. */
export const databaseMemory = (pid: number): number =>
  ofProcesses(
    databaseProcesses(pid),
    (each) => Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024,
  );

/**
 * Milliseconds of processor the server and its database have taken so far, from the kernel: other work on the machine
 * does not count.
 */
export function processorTime({ serverPid, postgresPid }: Pick<Fixtures, 'serverPid' | 'postgresPid'>): number {
  return ofProcesses([String(serverPid), ...databaseProcesses(postgresPid)], (pid) =>
    ofProcesses(
      fs.readdirSync(`/proc/${pid}/task`),
      (task) => Number(fs.readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    ),
  );
}

function databaseProcesses(pid: number): string[] {
  const listed = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [
    String(pid),
    ...listed.filter(
      (name) =>
        ofProcesses([name], () =>
          Number(/^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]),
        ) === pid,
    ),
  ];
}
/** A sum over processes, without those that end meanwhile. */
const ofProcesses = (pids: readonly string[], figure: (pid: string) => number): number =>
  pids.reduce((sum, pid) => {
    try {
      return sum + figure(pid);
    } catch {
      return sum;
    }
  }, 0);

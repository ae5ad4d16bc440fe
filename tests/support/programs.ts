import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createTokens } from '../../modules/admin/sign-in/token.server.ts';
import type { TestDatabase } from './postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
export const PROGRAMS_SECRET = 'a secret for programs that is long enough';

/** The real program, as a process of its own. */
export interface Started {
  readonly process: ChildProcess;
  readonly address: string;
}
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** Programs of one database, and the database itself, asked as its owner. */
export interface Programs {
  /** The folder of files that all of them share. */
  readonly files: string;
  /** Starts one with a data folder named `name`; refuses with what it printed where it does not come up. */
  start(name: string, settings?: { readonly shared?: boolean; readonly secret?: string }): Promise<Started>;
  /** Ends it as a power cut would. */
  kill(program: Started): Promise<void>;
  query<T extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<T[]>;
  /** How many wait for a lock of this table. */
  waitingFor(table: string): Promise<number>;
  /** A token of somebody who has signed in. */
  tokenOf(account: string): Promise<string>;
  end(): Promise<void>;
}

export async function programsOn(database: TestDatabase): Promise<Programs> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-programs-'));
  const files = path.join(folder, 'files');
  fs.mkdirSync(files);
  const launched: ChildProcess[] = [];
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  owner.on('error', () => {}); // the statement that fails reports it
  await owner.connect();
  await owner.query(`set app.tenant = '000000'`);
  const query: Programs['query'] = async (text, values = []) => (await owner.query(text, [...values])).rows as never;
  return {
    files,
    query,
    start: (name, { shared = true, secret = PROGRAMS_SECRET } = {}) => {
      const dataDir = path.join(folder, name);
      fs.mkdirSync(dataDir, { recursive: true });
      if (shared && !fs.existsSync(path.join(dataDir, 'files'))) fs.symlinkSync(files, path.join(dataDir, 'files'));
      const { npm_lifecycle_event: _, ...rest } = process.env;
      const child = spawn(process.execPath, ['scripts/start.ts', '--api-only'], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...rest,
          NODE_ENV: 'development',
          DATA_DIR: dataDir,
          PORT: '0',
          DEMO: 'off',
          TOKEN_SECRET: secret,
          LOG_LEVEL: 'silent',
          DATABASE_URL: database.ownerUrl,
          APP_DATABASE_URL: database.appUrl,
        },
      });
      launched.push(child);
      let output = '';
      return new Promise((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (piece: Buffer) => {
            output += piece.toString();
            const address = /ready .*(http:\S+)/.exec(output)?.[1];
            if (address !== undefined) resolve({ process: child, address });
          });
        }
        child.on('close', () => reject(new Error(output)));
      });
    },
    async kill({ process: program }) {
      const ended = new Promise<void>((resolve) => {
        program.on('exit', () => resolve());
      });
      program.kill('SIGKILL');
      await ended;
    },
    waitingFor: async (table) =>
      (
        await query<{ n: number }>(
          'select count(*)::int as n from pg_locks where relation = $1::regclass and not granted',
          [table],
        )
      )[0]!.n,
    async tokenOf(account) {
      const [user] = await query<{ id: string }>(
        'update app_user set must_change_password = 0 where account = $1 returning id::text as id',
        [account],
      );
      const [session] = await query<{ id: string }>(
        `insert into session (tenant_id, user_id, client_id) values ('000000', $1, 'saber') returning id::text as id`,
        [user!.id],
      );
      return createTokens(PROGRAMS_SECRET).access({ tenant: '000000', userId: user!.id, sessionId: session!.id }, 3600);
    },
    async end() {
      for (const program of launched) program.kill('SIGKILL');
      await owner.end();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls a program; throws what it refuses with. */
export async function ask(at: Started, token: string, call: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(`${at.address}/api/${call}`, {
    ...init,
    headers: { 'blade-auth': `bearer ${token}`, ...init.headers },
  });
  const body = (await answer.json()) as Envelope;
  if (body.code !== 200) throw new Error(`${call}: ${body.code} ${body.msg}`);
  return body.data;
}

export async function upload(
  at: Started,
  token: string,
  call: string,
  content: Buffer,
  name: string,
): Promise<unknown> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  return ask(at, token, call, { method: 'POST', body: form });
}

import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { assemble, type Program } from '../../apps/server/main.ts';
import type { SignedIn } from '../../kernel/server/context.ts';
import { openDatabase, type Database } from '../../parts/postgres/database.ts';
import { createHttp } from '../../kernel/server/http.ts';
import { createMetrics } from '../../parts/http/metrics.ts';
import { checkAnswer } from './answers.ts';
import { DEMO_SECRET } from './demo-secret.ts';
import { freshDatabase, type TestDatabase } from './postgres.ts';

/** The whole program on a database of its own, called through HTTP without a socket. */
export interface RunningProgram {
  readonly app: FastifyInstance;
  readonly program: Program;
  readonly database: Database;
  readonly ownerUrl: string;
  /** Makes a token that stands for this person; everything after that is the real thing. */
  signIn(who?: Partial<SignedIn>): string;
  call(
    token: string | null,
    method: 'GET' | 'POST',
    url: string,
    input?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  asOwner<T extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}
export interface Answer {
  readonly status: number;
  readonly body: { readonly code?: number; readonly success?: boolean; readonly data?: unknown; readonly msg?: string };
  readonly text: string;
}

const permissions = new WeakMap<Program, ReadonlySet<string>>();
/** Every permission code that any call or field asks for. */
export function everyPermission(program: Program): ReadonlySet<string> {
  let all = permissions.get(program);
  if (all === undefined) {
    const fields = program.registry.declarations.flatMap(({ fields: own, lines = {} }) =>
      [own, ...Object.values(lines).map((each) => each.fields)].flatMap((each) => Object.values(each)),
    );
    permissions.set(
      program,
      (all = new Set([
        ...program.calls.flatMap((call) => [call.permission].flat()),
        ...fields.flatMap((field) => field.rules.right ?? []),
      ])),
    );
  }
  return all;
}

/**
 * `on`: a database that is there already, instead of an empty one; `appUrl` where the way to it leads through something
 * else.
 */
export async function startProgram(
  options: {
    readonly on?: Pick<TestDatabase, 'ownerUrl' | 'appUrl'>;
    readonly connections?: number;
    readonly fileFolder?: string;
  } = {},
): Promise<RunningProgram> {
  const fresh = options.on ?? (await freshDatabase());
  const database = openDatabase(fresh.appUrl, { max: options.connections ?? 20 });
  const fileFolder = options.fileFolder ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'larder-files-')));
  const program = assemble({ database, tokenSecret: DEMO_SECRET, fileFolder });
  const people = new Map<string, SignedIn>();
  const app = await createHttp({
    ...program,
    authenticate: async (token) => people.get(token) ?? null,
    database,
    logger: false,
    metrics: createMetrics(),
    uploadFolder: fileFolder,
    clockHeader: true,
    checkAnswer,
  });
  const owner = new pg.Client({ connectionString: fresh.ownerUrl });
  owner.on('error', () => {});
  await owner.connect();
  return {
    app,
    program,
    database,
    ownerUrl: fresh.ownerUrl,
    signIn(who = {}) {
      const token = `token-${people.size + 1}`;
      people.set(token, {
        userId: '1',
        tenant: '000000',
        timeZone: 'Asia/Shanghai',
        account: 'tester',
        realName: 'Tester',
        deptId: '',
        roles: ['administrator'],
        permissions: everyPermission(program),
        scope: { all: true },
        sessionId: '1',
        ...who,
      });
      return token;
    },
    async call(token, method, url, input = {}, headers = {}) {
      const query =
        method === 'GET'
          ? `?${new URLSearchParams(Object.entries(input).map(([key, value]): [string, string] => [key, String(value)])).toString()}`
          : '';
      const answer = await app.inject({
        method,
        url: `${url}${query}`,
        headers: { ...(token === null ? {} : { 'blade-auth': `bearer ${token}` }), ...headers },
        ...(method === 'POST' ? { payload: input } : {}),
      });
      let body: Answer['body'] = {};
      try {
        body = JSON.parse(answer.body) as Answer['body'];
      } catch {
        // A file, not an envelope.
      }
      return { status: answer.statusCode, body, text: answer.body };
    },
    asOwner: async (text, values = []) => (await owner.query(text, values)).rows as never,
    async close() {
      // A client that listened over a socket may keep its connection for later.
      app.server.closeAllConnections();
      await app.close();
      await owner.end();
      await database.close();
      await fs.rm(fileFolder, { recursive: true, force: true });
    },
  };
}

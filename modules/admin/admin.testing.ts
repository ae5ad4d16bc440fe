/** A program with administration seeded, for tests that ask it as clients do. */
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import { assemble, type Program } from '../../apps/server/main.ts';
import { openDatabase, type Database } from '../../parts/postgres/database.ts';
import { createHttp } from '../../kernel/server/http.ts';
import { createMetrics } from '../../parts/http/metrics.ts';
import { checkAnswer } from '../../tests/support/answers.ts';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { seedMenus } from './seed/seed-menu.server.ts';
import { seedPeople } from './seed/seed-people.server.ts';
import { seedTenant } from './seed/seed-tenant.server.ts';

export const PASSWORD = 'larder2026';
export const SECRET = 'a secret for tests only, 32 bytes or more';
export const BASIC = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

export interface House {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly owner: Database;
  readonly ownerUrl: string;
  readonly program: Program;
  /** Where the bytes of its files lie. */
  readonly fileFolder: string;
  /** Signs in and answers a client that carries the token. */
  signIn(account: string, password?: string): Promise<Client>;
  /** Statements in tenant 000000, as the application. */
  run<T>(work: Parameters<Database['transaction']>[1]): Promise<T>;
}
export interface Client {
  readonly token: string;
  readonly refresh: string;
  readonly userId: string;
  get(path: string, query?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, query?: Record<string, string>): Promise<Answer>;
}
export interface Answer {
  readonly status: number;
  // Tests read answers of many shapes.
  readonly body: { code: number; success: boolean; msg: string; data: never } & Record<string, unknown>;
}

const answerOf = (response: LightMyRequestResponse): Answer => ({ status: response.statusCode, body: response.json() });

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

let others = 0;
/** Each account has an address of its own, so that one's failures ask nobody else for a captcha. */
const addressFor = (account = `nobody ${others++}`): string =>
  `10.${createHash('md5').update(account).digest().subarray(0, 3).join('.')}`;

/** Asks for a token as a client does. */
export const askToken = async (
  app: FastifyInstance,
  form: Record<string, string>,
  headers: Record<string, string> = {},
  from = addressFor(form['username']),
): Promise<Answer> =>
  answerOf(
    await app.inject({
      remoteAddress: from,
      method: 'POST',
      url: `/api/blade-auth/oauth/token?${new URLSearchParams(form).toString()}`,
      headers: { authorization: BASIC, 'tenant-id': '000000', ...headers },
    }),
  );

export const passwordForm = (username: string, password = PASSWORD): Record<string, string> => ({
  tenantId: '000000',
  username,
  password: md5(password),
  grant_type: 'password',
  scope: 'all',
  type: 'account',
});

/**
 * Builds the whole program on a database of its own; without `people` as a first start leaves it that is no
 * demonstration.
 */
export async function openHouse({ people = true }: { readonly people?: boolean } = {}): Promise<House> {
  const { appUrl, ownerUrl } = await freshDatabase();
  const database = openDatabase(appUrl);
  const owner = openDatabase(ownerUrl, { max: 2 });
  const fileFolder = await fs.mkdtemp(path.join(tmpdir(), 'larder-house-'));
  const program = assemble({ database, tokenSecret: SECRET, fileFolder });
  const addedCodes = await seedMenus(database, program.registry);
  await seedTenant(database, program.registry, { initialPassword: program.secrets.seal(PASSWORD), addedCodes });
  if (people) await seedPeople(database, { password: PASSWORD });
  const app = await createHttp({
    ...program,
    database,
    logger: false,
    metrics: createMetrics(),
    uploadFolder: fileFolder,
    checkAnswer,
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    await owner.close();
    await fs.rm(fileFolder, { recursive: true, force: true });
  });
  const client = (token: string, refresh: string, userId: string): Client => ({
    token,
    refresh,
    userId,
    get: async (path, query = {}) =>
      answerOf(
        await app.inject({
          method: 'GET',
          url: `/api/${path}?${new URLSearchParams(query).toString()}`,
          headers: { 'blade-auth': `bearer ${token}` },
        }),
      ),
    post: async (path, body, query = {}) =>
      answerOf(
        await app.inject({
          method: 'POST',
          url: `/api/${path}?${new URLSearchParams(query).toString()}`,
          headers: { 'blade-auth': `bearer ${token}` },
          ...(body === undefined ? {} : { payload: body as object }),
        }),
      ),
  });
  return {
    app,
    database,
    owner,
    ownerUrl,
    program,
    fileFolder,
    async signIn(account, password = PASSWORD) {
      const { status, body } = await askToken(app, passwordForm(account, password));
      if (status !== 200) throw new Error(`${account} could not sign in: ${JSON.stringify(body)}`);
      return client(String(body['access_token']), String(body['refresh_token']), String(body['user_id']));
    },
    run: (work) => database.transaction({ tenant: '000000', timeZone: 'Asia/Shanghai' }, work) as never,
  };
}

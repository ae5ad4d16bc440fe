/** Work in the queue that cannot be done says so to whom it was for, and is not begun. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../tests/support/postgres.ts';
import '../../kernel/core/kernel.refusals.ts';
import type { Context, SignedIn } from '../../kernel/server/context.ts';
import { openDatabase, sql, type Database } from '../postgres/database.ts';
import { enqueue, jobKinds, startJobs } from './jobs.ts';
import { joinPrograms, type Programs } from './programs.ts';
import { buildRegistry } from '../../kernel/server/registry.ts';

const PERSON: SignedIn = {
  userId: '1',
  tenant: '000000',
  timeZone: 'Asia/Shanghai',
  account: 'tester',
  realName: '测试员',
  deptId: '',
  roles: [],
  permissions: new Set(),
  scope: { all: true },
  sessionId: '1',
};
const SCOPE = { tenant: PERSON.tenant, timeZone: PERSON.timeZone };
const begun: string[] = [];
const registry = buildRegistry(
  [],
  [
    {
      name: 'test',
      provides: [jobKinds.by({ kind: 'test-count', work: async (_run, input) => begun.push(String(input['nr'])) })],
    },
  ],
);
let database: Database;
let programs: Programs;
let jobs: Awaited<ReturnType<typeof startJobs>>;
let isThere = true;
beforeAll(async () => {
  const { appUrl, ownerUrl } = await freshDatabase();
  database = openDatabase(appUrl);
  programs = await joinPrograms({ ownerUrl });
  jobs = await startJobs({
    ownerUrl,
    database,
    programs,
    program: { registry, userOf: async () => (isThere ? PERSON : null) },
    logger: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await jobs.stop();
  await programs.unregister();
  await database.close();
});

/** What became of a job, put into the queue in the language of who asked for it. */
async function outcome(kind: string, language: 'zh' | 'en', attempts = 0): Promise<unknown> {
  const context = (tx: Context['tx']): Context => ({
    tx,
    registry,
    user: PERSON,
    tenant: PERSON.tenant,
    now: '2026-11-18 10:30:00',
    today: '2026-11-18',
    language,
    requestId: 'test',
    allowed: () => true,
  });
  const id = await database.transaction(SCOPE, async (tx) => {
    const queued = await enqueue(context(tx), kind, kind, { nr: kind });
    await tx.run(sql`update job set attempt = ${attempts} where id = ${queued}::bigint`);
    return queued;
  });
  const stateOf = (): Promise<{ state: string; error: string | null } | undefined> =>
    database.transaction(SCOPE, (tx) => tx.row(sql`select state, error from job where id = ${id}::bigint`));
  await expect.poll(async () => (await stateOf())?.state, { timeout: 20_000, interval: 50 }).toMatch(/^(done|failed)$/);
  return stateOf();
}

test.each([
  [
    'of somebody whose account was disabled meanwhile',
    'test-count',
    'zh',
    0,
    false,
    '任务无法执行：您的账号已冻结，或该功能已取消。请联系管理员',
  ],
  [
    'of a kind this version does not know any more',
    'test-gone',
    'en',
    0,
    true,
    'The job cannot run: your account is disabled, or this kind of work is no longer offered. Tell an administrator',
  ],
  ['that was broken off three times', 'test-count', 'zh', 3, true, '任务已中断 3 次，不再重试，请联系管理员'],
] as const)('a job %s fails with the reason and does nothing', async (_, kind, language, attempts, account, error) => {
  isThere = account;
  expect(await outcome(kind, language, attempts)).toEqual({ state: 'failed', error });
  expect(begun).toEqual([]);
});

test('the same job is done where nothing speaks against it', async () => {
  isThere = true;
  expect(await outcome('test-count', 'zh', 2)).toEqual({ state: 'done', error: null });
  expect(begun).toEqual(['test-count']);
});

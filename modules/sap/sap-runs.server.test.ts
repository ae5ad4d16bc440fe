/** Runs of a sync: broken off, killed, one at a time, and started by the clock. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { SECRET } from '../admin/admin.testing.ts';
import { counts, openSapCompany, SYNCED, type SapCompany } from './sap-company.testing.ts';

let company: SapCompany;
beforeAll(async () => {
  company = await openSapCompany();
  await company.configure();
  for (const what of ['unit', 'type'] as const) await company.sync(what);
});
afterAll(() => company.close());

test('a line that breaks half-way leaves whole pages and the place to go on from: nothing doubled, nothing lost', async () => {
  company.sap.break(/skip=10|skiptoken=5.*skip=10/, { kind: 'cut' });
  const broken = await company.sync('material');
  expect(counts(broken)).toEqual(['failed', 10, 10, 0, 0, 0]);
  expect(broken.message).toContain('断点');
  const requestsBefore = company.sap.requests.length;
  const whole = await company.sync('material');
  expect(whole.runId, 'the same run goes on').toBe(broken.runId);
  expect(counts(whole)).toEqual(['succeeded', 23, 23, 0, 0, 0]);
  expect(
    company.sap.requests
      .slice(requestsBefore)
      .filter((request) => /A_Product\?/.test(request) && !/skip=|skiptoken/.test(request)),
    'what was read is not read again',
  ).toEqual([]);
  expect(
    await company.rows(
      sql`select count(*)::integer as n, count(distinct sap_code)::integer as codes from material where source = 'sap'`,
    ),
  ).toEqual([{ n: 23, codes: 23 }]);
});

test('one run at a time: who calls meanwhile is answer of the run that is on; the database lets no second begin', async () => {
  company.sap.break(/A_ProductGroup/, { kind: 'slow', ms: 1_500 });
  const first = company.sync('type');
  await new Promise((passed) => {
    setTimeout(passed, 400);
  });
  const second = await company.sync('type');
  expect(second.state).toBe('running');
  expect((await first).runId).toBe(second.runId);
  const [open] = await company.rows<{ id: string }>(
    sql`insert into sap_sync_run (object, started_time, beat_time) values ('unit', now(), now()) returning id`,
  );
  await expect(
    company.rows(sql`insert into sap_sync_run (object, started_time) values ('unit', now())`),
  ).rejects.toThrow('alone');
  // Whoever worked on it is dead: silent for long. The next call goes on with it, and the dead one may write nothing any more.
  await company.house.run(
    async (tx) =>
      void (await tx.run(
        sql`update sap_sync_run set beat_time = now() - interval '2 minutes' where id = ${open!.id}::bigint`,
      )),
  );
  const taken = await company.sync('unit');
  expect([taken.runId, taken.state]).toEqual([open!.id, 'succeeded']);
  expect(await company.rows(sql`select lease from sap_sync_run where id = ${open!.id}::bigint`)).toEqual([
    { lease: 2 },
  ]);
});

test('a process that is killed in the midst of a run leaves whole pages; the next goes on from there, and the records are those of SAP', async () => {
  const products = company.data.products.length;
  company.sap.rows('material', (all) => {
    for (const row of all) Object.assign(row, { LastChangeDateTime: new Date().toISOString(), CrossPlantStatus: '77' });
  });
  await company.house.run(
    async (tx) =>
      void (await tx.run(
        sql`update sap_sync_run set started_time = now() - interval '3 hours', beat_time = now() - interval '3 hours', ended_time = now() - interval '3 hours' where object = 'material'`,
      )),
  );
  await company.set({ 'sap.enabled': '1' });
  const thirdPage = /A_Product\?.*skip=10/;
  company.sap.break(thirdPage, { kind: 'slow', ms: 20_000 });
  const requestsBefore = company.sap.requests.length;
  const other = spawn(process.execPath, [path.join(import.meta.dirname, 'clock-process.testing.ts')], {
    env: {
      ...process.env,
      APP_DATABASE_URL: String(company.house.database.pool.options.connectionString),
      TOKEN_SECRET: SECRET,
    },
    stdio: 'ignore',
  });
  const last = async () =>
    (
      await company.rows<{ id: string; state: string; fetched: number; lease: number }>(
        sql`select id, state, fetched, lease from sap_sync_run where object = 'material' order by id desc limit 1`,
      )
    )[0]!;
  await vi.waitFor(async () => expect(await last()).toMatchObject({ state: 'running', fetched: 10 }), {
    timeout: 20_000,
    interval: 50,
  });
  // It waits for the third page; killed before it asked, the next would wait in its place.
  await vi.waitFor(
    () => expect(company.sap.requests.slice(requestsBefore).some((each) => thirdPage.test(each))).toBe(true),
    {
      timeout: 20_000,
      interval: 10,
    },
  );
  other.kill('SIGKILL');
  await new Promise((gone) => {
    other.once('exit', gone);
  });
  const broken = await last();
  expect(
    await company.rows(sql`select count(*)::integer as n from material where sap_status = '77'`),
    'two pages of five, whole',
  ).toEqual([{ n: 10 }]);
  expect((await company.sync('material')).state, 'for a while it might still be alive').toBe('running');
  await company.house.run(
    async (tx) =>
      void (await tx.run(
        sql`update sap_sync_run set beat_time = now() - interval '2 minutes' where id = ${broken.id}::bigint`,
      )),
  );
  const whole = await company.sync('material');
  expect([whole.runId, whole.state, whole.fetched, whole.updated + whole.unchanged]).toEqual([
    broken.id,
    'succeeded',
    products,
    products,
  ]);
  expect(
    await company.rows(
      sql`select count(*)::integer as n, count(distinct sap_code)::integer as codes from material where sap_status = '77'`,
    ),
  ).toEqual([{ n: products, codes: products }]);
  await company.set({ 'sap.enabled': '0' });
});

test('the clock syncs whoever wants it, in the order of need, and not again before its time', async () => {
  for (const what of SYNCED) await company.sync(what);
  const clock = company.house.program.scheduledTasks.find((task) => task.name === 'sap.pull')!;
  const before = (await company.rows<{ n: number }>(sql`select count(*)::integer as n from sap_sync_run`))[0]!.n;
  await clock.run();
  await company.set({ 'sap.enabled': '1' });
  await company.rows(
    sql`insert into sap_sync_run (id, object, state, started_time) values (1, 'unit', 'succeeded', now() - interval '100 days') returning id`,
  );
  await clock.run();
  expect(await company.rows(sql`select id from sap_sync_run where id = 1`), 'runs of long ago go').toEqual([]);
  expect(
    (await company.rows<{ n: number }>(sql`select count(*)::integer as n from sap_sync_run`))[0]!.n,
    'all of them ran lately',
  ).toBe(before);
  await company.house.run(
    async (tx) =>
      void (await tx.run(
        sql`update sap_sync_run set started_time = now() - interval '3 hours', beat_time = now() - interval '3 hours', ended_time = now() - interval '3 hours'`,
      )),
  );
  await clock.run();
  expect(
    await company.rows(
      sql`select object, start_user_id from sap_sync_run where ended_time > now() - interval '1 hour' order by id`,
    ),
  ).toEqual(
    [
      'unit',
      'material-type',
      'material',
      'project-dept',
      'material-project-dept',
      'supplier',
      'purchase-price',
      'settlement-price',
    ].map((object) => ({ object, startUserId: null })),
  );
});

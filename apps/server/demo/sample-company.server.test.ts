/** An administrator of an empty company loads the sample company into it: all of it, once, or nothing. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextOf, type Context } from '../../../kernel/server/context.ts';
import { momentIn } from '../../../kernel/server/clock.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { askToken, md5, openHouse, SECRET, type House } from '../../../modules/admin/admin.testing.ts';
import { loadSignedIn } from '../../../modules/admin/rights/signed-in.server.ts';
import { seedLeaveProcess } from '../../../modules/workflow/tasks/leave.server.ts';
import { jobKinds, startJobs } from '../../../parts/jobs/jobs.ts';
import { joinPrograms, type Programs } from '../../../parts/jobs/programs.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { searchText } from '../../../parts/search/search-text.ts';
import { refused } from '../../../tests/support/refused.ts';
import { shapeOf } from './company.ts';
import { sampleCompany } from './sample-company.server.ts';

const ZONE = 'Asia/Shanghai';
const SMALL = { shape: { ...shapeOf(1), dishesEach: 1 }, days: 1, furnished: true };
let house: House;
let registry: Registry;
let programs: Programs;
let jobs: Awaited<ReturnType<typeof startJobs>>;

beforeAll(async () => {
  house = await openHouse();
  await seedLeaveProcess(house.database, house.program.registry);
  await house.database.transaction({ tenant: null, timeZone: 'UTC' }, async (tx) => {
    for (const [code, above, name, level] of [
      ['00', null, '中华人民共和国', '0'],
      ['33', '00', '浙江省', '1'],
      ['3301', '33', '杭州市', '2'],
    ] as const)
      await tx.run(
        sql`insert into region (code, parent_code, name, level, search_text)
          values (${code}, ${above}, ${name}, ${level}, ${searchText([code, name])})`,
      );
  });
  // The same program with a smaller company.
  const { provides = [] } = sampleCompany(
    { registry: () => house.program.registry, mounted: () => house.program.calls, tokenSecret: SECRET },
    SMALL,
  );
  const offered = provides.map(({ provided }) => provided);
  registry = {
    ...house.program.registry,
    provided: (port) => (port === jobKinds ? offered : house.program.registry.provided(port)),
  };
  programs = await joinPrograms({ ownerUrl: house.ownerUrl });
  jobs = await startJobs({
    ownerUrl: house.ownerUrl,
    database: house.database,
    programs,
    program: { registry, userOf: async (tenant, id) => (await house.program.userOf?.(tenant, id)) ?? null },
    logger: pino({ level: 'silent' }),
  });
}, 240_000);
afterAll(async () => {
  await jobs.stop();
  await programs.unregister();
});

/** A new tenant, and what its administrator does there. */
async function aTenant(tenantName: string) {
  const admin = await house.signIn('admin');
  const made = (await admin.post('blade-system/tenant/submit', { tenantName, linkman: '王经理' })).body
    .data as unknown as { readonly tenantId: string };
  const tenant = made.tenantId;
  const within = <T>(work: (context: Context) => Promise<T>): Promise<T> =>
    house.database.transaction({ tenant, timeZone: ZONE }, async (tx) => {
      const { id } = (await tx.row<{ id: string }>(sql`select id from app_user where account = 'admin'`))!;
      const user = (await loadSignedIn(tx, house.program.registry, tenant, id, null))!;
      const now = momentIn(ZONE, new Date());
      return work(contextOf({ tx, registry: house.program.registry, user, now, language: 'zh', requestId: 'test' }));
    });
  const call = house.program.calls.find(({ path }) => path === 'home/sample-company')!;
  return {
    tenant,
    within,
    load: (who: (context: Context) => Context = (context) => context) =>
      within((context) => call.handle(who(context), {}, null)) as Promise<{
        readonly jobId: string;
        readonly password: string | null;
      }>,
    /** Waits for the end of a job and answers its state. */
    end: async (jobId: string): Promise<unknown> => {
      const job = (): Promise<{ state: string; error: string | null } | undefined> =>
        within(({ tx }) => tx.row(sql`select state, error from job where id = ${jobId}::bigint`));
      await expect
        .poll(async () => (await job())?.state, { timeout: 180_000, interval: 100 })
        .toMatch(/^(done|failed|cancelled)$/);
      return job();
    },
    counts: () =>
      within(({ tx }) =>
        tx.row(sql`select (select count(*)::integer from app_user) as people, (select count(*)::integer
          from material) as materials, (select count(*)::integer from sales_plan) as plans`),
      ),
  };
}

test('whoever administers an empty company loads it once: its people sign in by the password that was told, and it is loaded into nothing that is not empty', async () => {
  const company = await aTenant('示例租户');
  await expect(
    company.load((context) => ({ ...context, user: { ...context.user, roles: ['data-steward'] } })),
  ).rejects.toMatchObject({ status: 403 });

  const { jobId, password } = await company.load();
  expect(password).toMatch(/^[a-z\d]{12}$/);
  expect(await company.load()).toEqual({ jobId, password: null });
  expect(await company.end(jobId)).toEqual({ state: 'done', error: null });

  const counts = (await company.counts()) as { people: number; materials: number; plans: number };
  // One for each role that does not administer, beside the administrator who is there.
  expect(counts.people).toBe(18);
  expect(counts.materials).toBeGreaterThan(20);
  expect(counts.plans).toBeGreaterThan(2);
  // Its menu is divided, and each part has something in it.
  expect(
    await company.within(({ tx }) =>
      tx.rows(sql`select t.name, (select count(*)::integer from top_menu_grant g where g.top_menu_id = t.id) as groups
        from top_menu t order by t.sort`),
    ),
  ).toEqual([
    { name: '日常业务', groups: 5 },
    { name: '资料与价格', groups: 3 },
  ]);
  const chef = await askToken(
    house.app,
    { tenantId: company.tenant, username: 'chef', password: md5(password!), grant_type: 'password', scope: 'all' },
    { 'tenant-id': company.tenant },
  );
  expect([chef.status, chef.body['dept_name'], chef.body['must_change_password']]).toEqual([200, '示例租户', 0]);

  const [refusal] = await refused(company.load());
  expect(refusal?.slice(0, 2)).toEqual(['console.not-empty', expect.stringContaining('示例公司只能载入空公司')]);
}, 240_000);

test('one that is stopped leaves nothing', async () => {
  const company = await aTenant('停止租户');
  const { jobId } = await company.load();
  await company.within(({ tx }) => tx.run(sql`update job set cancel_wanted = 1 where id = ${jobId}::bigint`));
  expect(await company.end(jobId)).toEqual({ state: 'cancelled', error: null });
  expect(await company.counts()).toEqual({ people: 1, materials: 0, plans: 0 });
}, 240_000);

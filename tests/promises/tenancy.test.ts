/**
 * Promises 24, 25, 26: one tenant neither sees nor changes another, even where a query forgets to ask whose row it is.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC } from '../../kernel/core/contract.ts';
import type { Call } from '../../kernel/server/context.ts';
import { openDatabase, sql } from '../../parts/postgres/database.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { openCompany, type TheCompany } from '../contracts/the-company.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';

/** Who asks, and whose rows must not be seen. The platform's own tenant looks after the others, so it is neither. */
const CALLER = '000778';
const OTHER = '000777';
const MARK = `kanari${Math.random().toString(36).slice(2, 10)}`;
/** Tables that hold no tenant's data: the platform's own. Adding one is a decision, so the list is literal. */
const PLATFORM_TABLES = ['captcha_challenge', 'flow_common', 'scheduled_task', 'schema_migration', 'tenant'];
/** The one reviewed function that acts as its owner; it asks for the tenant itself. */
const DEFINERS = ['look_at_new_rows()', 'password_hash_of(bigint)'];
/** Rows that stay as they were written. */
const WRITTEN_ONCE = ['audit_log', 'document_log', 'bill_link', 'stock_move', 'flow_history'];

let company: TheCompany;
let caller: string;
beforeAll(async () => {
  company = await openCompany();
  await copyTenant(OTHER, 1_000_003n, MARK);
  await copyTenant(CALLER, 2_000_003n, '');
  // As the database does by itself before long: the planner learns that there are other tenants.
  await company.asOwner('analyze');
  const [admin] = await company.asOwner<{ id: string }>(
    'select id from app_user where tenant_id = $1 and account = $2',
    [CALLER, 'admin'],
  );
  const person = await company.program.userOf!(CALLER, admin!.id);
  caller = company.signIn(person!);
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

interface Column {
  readonly name: string;
  readonly type: string;
  readonly generated: boolean;
  readonly platform: boolean;
}
interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly checked: readonly string[];
}
async function tenantTables(): Promise<Table[]> {
  const rows = await company.asOwner<{
    name: string;
    column: string;
    type: string;
    generated: boolean;
    checked: boolean;
    platform: boolean;
  }>(`
    select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      a.attgenerated <> '' as generated,
      exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
      and a.attnum = any(k.conkey)) as checked,
      exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
      and k.conkey = array[a.attnum]) as platform
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and exists (select 1
    from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
    order by c.relname, a.attnum`);
  return [...Map.groupBy(rows, (row) => row.name)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column, type, generated, platform }) => ({ name: column, type, generated, platform })),
    checked: columns.filter((each) => each.checked).map((each) => each.column),
  }));
}

/** The company once more as another tenant: every id so much higher, every free text marked. */
async function copyTenant(tenant: string, shift: bigint, mark: string): Promise<void> {
  const owner = new pg.Client({ connectionString: company.ownerUrl });
  owner.on('error', () => {}); // the statement that fails reports it
  await owner.connect();
  await owner.query(`set session_replication_role = replica`);
  const sizes = new Set(['size', 'nr']);
  const fixed = new Set([
    'tenant_id',
    'status',
    'resource',
    'kind',
    'from_type',
    'to_type',
    'counter',
    'role_alias',
    'search_text',
  ]);
  for (const table of await tenantTables()) {
    if (table.name === 'tenant') continue;
    const columns = table.columns.filter((column) => !column.generated);
    const terms = columns.map(({ name, type, platform }) => {
      if (name === 'tenant_id') return `'${tenant}'`;
      if (type === 'bigint' && !platform && !sizes.has(name))
        return `case when "${name}" > 1000 then "${name}" + ${shift} else "${name}" end`;
      if (type === 'bigint[]')
        return `case when "${name}" is not null then coalesce((select array_agg(case when e > 1000 then e + ${shift} else e end order by o) from unnest("${name}") with ordinality as u(e, o)), '{}') end`;
      if (mark !== '' && type === 'text' && !table.checked.includes(name) && !fixed.has(name))
        return `"${name}" || '${mark}'`;
      return `"${name}"`;
    });
    await owner.query(
      `insert into "${table.name}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
        select ${terms.join(', ')} from "${table.name}" where tenant_id = '000000'`,
    );
  }
  await owner.query(
    `insert into tenant (tenant_id, tenant_name) values ('${tenant}', '${mark}x') on conflict do nothing`,
  );
  await owner.end();
}

describe('the schema', () => {
  test('promise 24: every table has a tenant, but for the few of the platform', async () => {
    const rows = await company.asOwner<{ name: string }>(`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not exists (select 1 from pg_attribute t
      where t.attrelid = c.oid and t.attname = 'tenant_id')`);
    const platform = company.declarations
      .filter((declaration) => declaration.platform)
      .map((declaration) => declaration.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    expect(
      rows.map((row) => row.name).filter((name) => !platform.includes(name) && !PLATFORM_TABLES.includes(name)),
    ).toEqual([]);
  });

  test('promise 24: every table of tenants hides foreign rows, from its owner too, in reading and in writing', async () => {
    expect(
      await company.asOwner(`
      select c.relname, c.relrowsecurity, c.relforcerowsecurity, p.permissive, p.cmd, p.qual, p.with_check
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_policies p on p.schemaname = 'public' and p.tablename = c.relname
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'tenant' and exists (select 1
      from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
        and (not c.relrowsecurity or not c.relforcerowsecurity or p.policyname is null or p.permissive <> 'PERMISSIVE'
          or p.cmd <> 'ALL'
          or p.qual is distinct from '(tenant_id = current_setting(''app.tenant''::text, true))'
            or p.with_check is distinct from p.qual)`),
    ).toEqual([]);
  });

  test('promise 24: every key and every reference among tenants begins with the tenant, so that rows can neither meet nor be told apart across them, nor need another shard', async () => {
    expect(
      await company.asOwner(`
      with tenants as (select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and exists (select 1 from pg_attribute t
        where t.attrelid = c.oid and t.attname = 'tenant_id') and c.relname <> 'tenant')
      select t.relname as table, k.conname as name, 'key without the tenant first' as why from pg_constraint k
      join tenants t on t.oid = k.conrelid
      where k.contype in ('p', 'u') and (select attname from pg_attribute
      where attrelid = k.conrelid and attnum = k.conkey[1]) <> 'tenant_id'
      union all
      select t.relname, i.indexrelid::regclass::text, 'unique index without the tenant first' from pg_index i
      join tenants t on t.oid = i.indrelid
      where i.indisunique and not exists (select 1 from pg_attribute
      where attrelid = i.indrelid and attnum = i.indkey[0] and attname = 'tenant_id')
      union all
      select t.relname, k.conname, 'reference to tenants that leaves the tenant out' from pg_constraint k
      join tenants t on t.oid = k.conrelid join tenants f on f.oid = k.confrelid
      where k.contype = 'f' and ((select attname from pg_attribute
      where attrelid = k.conrelid and attnum = k.conkey[1]) <> 'tenant_id' or (select attname from pg_attribute
      where attrelid = k.confrelid and attnum = k.confkey[1]) <> 'tenant_id')
      union all
      select t.relname, k.conname, 'exclusion without the tenant' from pg_constraint k
      join tenants t on t.oid = k.conrelid
      where k.contype = 'x' and not exists (select 1 from unnest(k.conkey) as c(nr)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.nr where a.attname = 'tenant_id')
      union all
      select t.relname, '', 'no primary key' from tenants t where not exists (select 1 from pg_constraint k
      where k.conrelid = t.oid and k.contype = 'p')`),
    ).toEqual([]);
  });

  test('promise 24: no view, materialised view or function looks past the policies', async () => {
    expect(
      await company.asOwner(`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and (c.relkind = 'm' or (c.relkind = 'v'
        and not coalesce(c.reloptions::text, '') like '%security_invoker=true%'))
        and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`),
    ).toEqual([]);
    const definers = await company.asOwner<{ name: string; text: string }>(`
      select p.oid::regprocedure::text as name, p.prosrc as text from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.prosecdef order by 1`);
    expect(definers.map((each) => each.name)).toEqual(DEFINERS);
    // One names a tenant of its own, the platform, and reads of it what all tenants go by.
    const naming = await company.asOwner<{ name: string; text: string }>(
      `select p.oid::regprocedure::text as name, p.prosrc as text from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace
          where n.nspname = 'public' and (p.prosrc ilike '%set local app.tenant%' or exists (select 1
          from unnest(p.proconfig) c where c like 'app.tenant=%'))`,
    );
    expect(naming.map(({ name }) => name)).toEqual(['platform_parameter(text)']);
    expect(naming[0]!.text).toContain(
      `where param_key = name and name in ('oss.allowedHosts', 'sap.allowedHosts', 'social.allowedHosts')`,
    );
    for (const { name, text } of definers)
      expect(text).toContain(
        name === 'look_at_new_rows()' ? 'analyze' : `tenant_id = current_setting('app.tenant', true)`,
      );
  });

  test('promise 26: the application owns nothing, bypasses nothing, and what is written once it can neither change nor remove', async () => {
    expect(
      await company.asOwner(
        `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles
          where rolname = 'larder_app'`,
      ),
    ).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false },
    ]);
    expect(
      await company.asOwner(
        `select c.relname from pg_class c where c.relowner = 'larder_app'::regrole union all select p.proname
          from pg_proc p where p.proowner = 'larder_app'::regrole`,
      ),
    ).toEqual([]);
    expect(
      await company.asOwner(
        `select m.roleid::regrole::text as member_of from pg_auth_members m where m.member = 'larder_app'::regrole`,
      ),
    ).toEqual([]);
    expect(
      await company.asOwner(
        `
      select c.relname, p.what from pg_class c
      join pg_namespace n on n.oid = c.relnamespace, unnest(array['update', 'delete', 'truncate', 'trigger',
        'references']) as p(what)
      where n.nspname = 'public' and c.relname = any($1) and has_table_privilege('larder_app', c.oid, p.what)`,
        [WRITTEN_ONCE],
      ),
    ).toEqual([]);
    expect(
      await company.asOwner(`select relname from pg_class where relname = any($1) and relkind = 'r' order by 1`, [
        WRITTEN_ONCE,
      ]),
    ).toHaveLength(WRITTEN_ONCE.length);
    expect(
      await company.asOwner(`
      select c.relname, p.what from pg_class c
      join pg_namespace n on n.oid = c.relnamespace, unnest(array['truncate', 'trigger', 'references']) as p(what)
      where n.nspname = 'public' and c.relkind in ('r', 'p') and has_table_privilege('larder_app', c.oid, p.what)`),
    ).toEqual([]);
  });
});

test('promise 26: what is smuggled into a query cannot change the tenant, nor reach beyond the database', async () => {
  const client = new pg.Client({ connectionString: company.database.pool.options.connectionString });
  await client.connect();
  const refused: Record<string, string> = {};
  for (const statement of [
    `select set_config('app.tenant', '${OTHER}', false)`,
    `update pg_settings set setting = '${OTHER}' where name = 'app.tenant'`,
    `create temp table stolen as select 1`,
    `create function public.mine() returns int language sql as 'select 1'`,
    `create table public.mine (a int)`,
    `set role owner`,
    `set session authorization owner`,
    `copy material to program 'cat'`,
    `copy material to '/tmp/stolen'`,
    `select pg_read_file('/etc/passwd')`,
    `select lo_import('/etc/passwd')`,
    `select pg_ls_dir('/')`,
    `alter table material disable row level security`,
    `drop policy tenant on material`,
    `select * from pg_authid`,
    `create extension dblink`,
    `alter role larder_app bypassrls`,
    `alter database ${client.database} set app.tenant = '${OTHER}'`,
    `select password_hash from user_secret`,
  ]) {
    await client.query('begin');
    await client.query(`set local app.tenant = '000000'`);
    refused[statement] = await client.query(statement).then(
      () => 'was done',
      (error: { code?: string }) =>
        ['42501', '0A000', '22023', '42704', '58P01', '3F000', '42P01'].includes(error.code ?? '')
          ? 'refused'
          : `refused oddly: ${error.code}`,
    );
    await client.query('rollback');
  }
  await client.end();
  expect(Object.entries(refused).filter(([, how]) => how !== 'refused')).toEqual([]);
});

test('promise 24: a query that forgets whose rows it wants gets its own, in every table', async () => {
  const found: string[] = [];
  await company.database.transaction({ tenant: '000000', timeZone: 'UTC' }, async (tx) => {
    for (const { name } of await tenantTables()) {
      if (name === 'tenant' || name === 'user_secret') continue; // its hashes may not even be counted
      const row = await tx.row<{ foreign: number }>({
        ...sql`select 1`,
        text: `select count(*) filter (where tenant_id <> '000000')::integer as foreign from "${name}"`,
        values: [],
      } as never);
      if (row?.foreign !== 0) found.push(name);
    }
  });
  expect(found).toEqual([]);
  const nobody = await company.database.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
    tx.row(sql`select (select count(*)::integer from material) + (select count(*)::integer from app_user) as n`),
  );
  expect(nobody).toEqual({ n: 0 });
});

/** What stands in every table for the other tenant. */
async function digest(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name } of await tenantTables()) {
    const [row] = await company.asOwner<{ rows: string }>(
      `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as rows from "${name}" t where tenant_id = $1`,
      [OTHER],
    );
    found[name] = createHash('sha256').update(row!.rows).digest('hex');
  }
  return found;
}

test('promise 24: no call shows or changes a row of another tenant, whatever of its ids it is given', async () => {
  const before = await digest();
  const ids = new Map<string, string[]>();
  for (const declaration of company.declarations) {
    if (declaration.view || declaration.platform) continue;
    ids.set(
      declaration.name,
      (
        await company.asOwner<{ id: string }>(
          `select id from "${tableOf(declaration)}" where tenant_id = $1 order by id limit 3`,
          [OTHER],
        )
      ).map((row) => row.id),
    );
  }
  const anyIds = [...ids.values()].flatMap((each) => each.slice(0, 1));
  // What a call is about: the declaration whose address it shares; else one of each.
  const idsFor = (call: Call): string[] => {
    const declaration = company.declarations.find(
      (each) => each.service === call.service && call.path.startsWith(`${each.segment}/`),
    );
    const own = ids.get(declaration?.name ?? '') ?? [];
    return own.length > 0 ? own : anyIds;
  };
  const offenders: string[] = [];
  let calls = 0;
  let answered = 0;
  for (const call of company.program.calls) {
    if (call.permission === PUBLIC) continue;
    const own = idsFor(call);
    const [id = anyIds[0]!] = own;
    const named = (name: string): string => ids.get(name)?.[0] ?? id;
    const inputs: Record<string, unknown>[] = [
      { id, size: 200, tenantId: OTHER },
      {
        ids: own.join(','),
        billId: id,
        parentId: id,
        materialId: named('material'),
        dishId: named('dish'),
        deptId: named('dept'),
        gearOperationId: named('dept'),
        warehouseId: named('warehouse'),
        supplierId: named('supplier'),
        roleIds: named('role'),
        roleId: named('role'),
        userIds: named('user'),
        userId: named('user'),
        planId: named('requirementPlan'),
        detailId: id,
        lineId: id,
        batchId: named('batch'),
        stockLocationId: named('stockLocation'),
        billCode: 'x',
        keyword: 'a',
        reason: 'a foreign hand',
        current: 1,
        size: 200,
      },
      ...(call.method === 'POST'
        ? [
            {
              id,
              reason: 'a foreign hand',
              details: [{ id, materialId: named('material'), dishId: named('dish'), qty: '1' }],
              name: 'taken over',
              frozen: 1,
            },
          ]
        : []),
    ];
    for (const method of call.method === 'GET+POST' ? (['GET', 'POST'] as const) : ([call.method] as const)) {
      for (const input of inputs) {
        calls += 1;
        const { status, text } = await company.call(caller, method, `/api/${call.service}/${call.path}`, input);
        if (status === 200) answered += 1;
        if (text.includes(MARK))
          offenders.push(
            `${method} ${call.service}/${call.path} shows ${text.slice(Math.max(0, text.indexOf(MARK) - 60), text.indexOf(MARK) + 20)}`,
          );
        if (status >= 500)
          offenders.push(
            `${method} ${call.service}/${call.path} breaks (${status}) on ${JSON.stringify(input).slice(0, 120)}`,
          );
      }
    }
  }
  const after = await digest();
  for (const [table, was] of Object.entries(before))
    if (after[table] !== was) offenders.push(`table ${table} of the other tenant changed`);
  expect(calls).toBeGreaterThan(1_000);
  // The rest are refused for what they were given, not for who asks.
  expect(answered).toBeGreaterThan(calls / 5);
  expect(offenders).toEqual([]);
}, 120_000);

test('promise 25: 10,000 requests of two tenants by turns over one connection, some broken off, and none sees the other', async () => {
  const database = openDatabase(String(company.database.pool.options.connectionString), { max: 1 });
  let seed = 20_261_121;
  const chance = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const wrong: string[] = [];
  class BrokenOff extends Error {}
  const one = async (tenant: string): Promise<void> => {
    const fate = chance();
    try {
      await database.transaction({ tenant, timeZone: 'UTC', readOnly: fate < 0.5 }, async (tx) => {
        const row = await tx.row<{ tenant: string; mine: boolean }>(
          sql`select current_setting('app.tenant', true) as tenant, bool_and(tenant_id = current_setting('app.tenant',
            true)) as mine from (select tenant_id from warehouse union all select tenant_id from post) t`,
        );
        if (row?.tenant !== tenant || row.mine !== true) wrong.push(JSON.stringify(row));
        if (fate > 0.95) throw new BrokenOff();
        if (fate > 0.9) await tx.row(sql`select 1 / 0`);
      });
    } catch (error) {
      if (!(error instanceof BrokenOff) && (error as { code?: string }).code !== '22012') throw error;
    }
    if (fate > 0.88 && fate < 0.9) {
      const left = await database.pool.query<{ tenant: string | null }>(
        `select nullif(current_setting('app.tenant', true), '') as tenant, (select count(*)
          from warehouse)::integer as seen`,
      );
      if (left.rows[0]?.tenant !== null) wrong.push(`left behind: ${JSON.stringify(left.rows[0])}`);
    }
  };
  for (let turn = 0; turn < 10_000; turn += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => one(index % 2 === 0 ? CALLER : OTHER)));
  await database.close();
  expect(wrong).toEqual([]);
}, 90_000);

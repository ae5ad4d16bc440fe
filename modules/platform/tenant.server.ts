import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { HeaderRow } from '../../kernel/core/declaration.ts';
import type { Values } from '../../kernel/core/field.ts';
import type { RecordOf } from '../../kernel/core/shape.ts';
import { readFields } from '../../kernel/core/validate.ts';
import { audit, differences } from '../../kernel/server/audit.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { notPermitted, unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { empty, raw, sql, type Transaction } from '../../parts/postgres/database.ts';
import { inTransaction } from '../../kernel/server/own-transaction.ts';
import { readParameter, readSecretParameter } from '../../kernel/server/parameters.ts';
import { createSecrets } from '../../parts/secrets/secrets.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { searchText } from '../../parts/search/search-text.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { serve } from '../../kernel/server/serve.ts';
import { requirePlatform } from '../admin/sign-in/client.server.ts';
import { hashOf, randomPassword } from '../admin/sign-in/password.server.ts';
import { addPerson } from '../admin/seed/seed-people.server.ts';
import { fillTenant } from '../admin/seed/seed-tenant.server.ts';
import { PLATFORM_TENANT } from '../admin/rights/signed-in.server.ts';
import * as calls from './platform.calls.ts';
import { tenant, tenantPackage } from './tenant.resource.ts';

/** These calls are about a tenant, which they name. */
const NAMES_TENANT = { namesTenant: true } as const;

const inForce = sql`coalesce(t.package_id, 0)`;
/** Tenants that were not removed, seen by the platform's own people only. */
export const tenantBehaviour = behaviour(tenant, {
  source: (context) => sql`
    select t.id, t.tenant_id, t.tenant_name, t.linkman, t.contact_number, t.address, t.time_zone, t.frozen,
      t.account_number, t.expire_time, nullif(${inForce}, 0) as package_id, t.datasource_id, t.domain_url,
      t.background_url
    from tenant t where t.removed_time is null and ${context.tenant === PLATFORM_TENANT}`,
  computed: { licenseKey: () => sql`(select n.license_key from tenant n where n.id = t.id)` },
  fills: { userCount: ['tenantId'] },
  async fillRows(context, rows) {
    for (const row of rows) row.userCount = await inTenant(context, String(row.tenantId), () => countUsers(context.tx));
  },
});

export const packageBehaviour = behaviour(tenantPackage, {
  beforeSave: (context) => requirePlatform(context),
  async beforeRemove(context, rows) {
    requirePlatform(context);
    const used = await context.tx.row<{ name: string }>(
      sql`select tenant_name as name from tenant
        where package_id = any(${rows.map((row) => String(row.id))}::bigint[]) and removed_time is null limit 1`,
    );
    if (used !== undefined) throw new Refused(refuse('tenant.package-used', { tenant: used.name }));
  },
});

/** Works within another tenant in the same transaction, and comes back. Only the platform's own calls do. */
async function inTenant<T>(context: Context, other: string, work: () => Promise<T>): Promise<T> {
  if (context.tenant !== PLATFORM_TENANT || !/^[A-Za-z0-9]{1,12}$/.test(other))
    throw new Error('Not the platform, or not a tenant');
  await context.tx.run(raw(`set local app.tenant = '${other}'`));
  try {
    return await work();
  } finally {
    // A statement that failed lets no other through; the transaction ends then anyway.
    await context.tx.run(raw(`set local app.tenant = '${PLATFORM_TENANT}'`)).catch(() => undefined);
  }
}

const countUsers = async (tx: Transaction): Promise<number> =>
  (await tx.row<{ n: number }>(sql`select count(*)::integer as n from app_user where audit_state <> 'refused'`))!.n;

const TIME_ZONES = new Set(Intl.supportedValuesOf('timeZone'));
const isAddress = (url: string): boolean => /^https?:\/\/[^\s/]+(\/[^\s]*)?$/.test(url);

type TenantValues = Partial<Values<typeof tenant.fields>>;
const idOf = ({ id }: Input): string => String(id ?? '');
const isNew = (input: Input): boolean => idOf(input) === '';

/** The fields of a tenant as they may be stored; refuses every other value. */
function valuesOf(input: Input): TenantValues {
  const { values, refusals } = readFields(tenant.fields, input, isNew(input));
  const found: Refusal[] = [...refusals];
  const text = (name: 'timeZone' | 'domainUrl' | 'backgroundUrl'): string => String(values[name] ?? '').trim();
  if (text('timeZone') !== '' && !TIME_ZONES.has(text('timeZone')))
    found.push(refuse('tenant.time-zone', { value: text('timeZone') }, { field: 'timeZone' }));
  if (text('domainUrl') !== '' && !isAddress(text('domainUrl')))
    found.push(refuse('tenant.domain', {}, { field: 'domainUrl' }));
  if (
    text('backgroundUrl') !== '' &&
    !isAddress(text('backgroundUrl')) &&
    !text('backgroundUrl').startsWith('/api/blade-resource/file/picture?')
  )
    found.push(refuse('tenant.background', {}, { field: 'backgroundUrl' }));
  if (found.length > 0) throw new Refused(...found);
  return values;
}

function requireMaySave(context: Context, input: Input): void {
  if (!context.allowed(isNew(input) ? 'tenant_add' : 'tenant_edit')) throw notPermitted();
  requirePlatform(context);
}

interface Prepared {
  readonly password: string;
  readonly hash: string;
}
/** Before the transaction: what the administrator of a new tenant begins with. */
async function prepare(services: Services, context: Context, input: Input): Promise<Prepared | undefined> {
  requireMaySave(context, input);
  if (!isNew(input)) return undefined;
  valuesOf(input);
  const set = await inTransaction(
    services.database,
    context,
    (inside) => readSecretParameter(inside, 'tenant.default.password', createSecrets(services.tokenSecret)),
    { readOnly: true },
  );
  const password = set || randomPassword();
  return { password, hash: await hashOf(password) };
}

async function submit(context: Context, input: Input): Promise<RecordOf<typeof tenant>> {
  requireMaySave(context, input);
  const values = valuesOf(input);
  if (isNew(input)) return create(context, values);
  const id = idOf(input);
  if (!/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name: 'id', value: id }));
  const before = await context.tx.row<HeaderRow<typeof tenant>>(
    sql`select * from tenant where id = ${id}::bigint and removed_time is null for update`,
  );
  if (before === undefined) throw unknownRecord(tenant.label);
  const after = {
    ...before,
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? (name === 'frozen' ? 0 : '')])),
  };
  if (before.tenantId === PLATFORM_TENANT && after.frozen === 1) throw new Refused(refuse('tenant.platform'));
  await context.tx.run(sql`
    update tenant set tenant_name = ${String(after.tenantName)}, linkman = ${String(after.linkman)},
      contact_number = ${String(after.contactNumber)}, address = ${String(after.address)},
      time_zone = ${String(after.timeZone)},
      frozen = ${Number(after.frozen)}, domain_url = ${String(after.domainUrl)},
      background_url = ${String(after.backgroundUrl)}, version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now() where id = ${id}::bigint`);
  await note(
    context,
    id,
    'update',
    after.tenantName,
    differences(before, Object.fromEntries(Object.entries(after).filter(([name]) => Object.hasOwn(values, name)))),
  );
  return recordById(context, tenant, id);
}

const note = (
  context: Context,
  recordId: string,
  action: string,
  title: string,
  changes: Record<string, readonly [unknown, unknown]>,
): Promise<void> => audit(context, [{ resource: 'tenant', recordId, action, title, changes }]);

const TRIES = 20;
async function freeNumber(context: Context): Promise<string> {
  for (let round = 0; round < TRIES; round += 1) {
    const { number } = (await context.tx.row<{ number: string }>(
      sql`select (100000 + floor(random() * 900000))::integer::text as number`,
    ))!;
    if ((await context.tx.row(sql`select 1 as one from tenant where tenant_id = ${number}`)) === undefined)
      return number;
  }
  throw new Refused(refuse('busy.retry'));
}

/** A tenant with all it begins with, or nothing of it. The administrator's password is answered this once. */
async function create(context: Context, values: TenantValues): Promise<RecordOf<typeof tenant>> {
  const tenantId = await freeNumber(context);
  const name = String(values.tenantName);
  const accountNumber = Number((await readParameter(context, 'tenant.default.accountNumber')) || -1);
  const { password, hash } = context.prepared as Prepared;
  const row = (await context.tx.row<{ id: string }>(sql`
    insert into tenant (tenant_id, tenant_name, linkman, contact_number, address, time_zone, domain_url,
      background_url, account_number, create_user, update_user)
    values (${tenantId}, ${name}, ${String(values.linkman)}, ${String(values.contactNumber ?? '')},
      ${String(values.address ?? '')}, ${String(values.timeZone ?? 'Asia/Shanghai')},
      ${String(values.domainUrl ?? '')},
      ${String(values.backgroundUrl ?? '')}, ${Number.isInteger(accountNumber) ? accountNumber : -1},
      ${context.user.userId}::bigint, ${context.user.userId}::bigint) returning id`))!;
  const { registry } = context;
  await inTenant(context, tenantId, async () => {
    await fillTenant(context.tx, registry, { tenant: tenantId, name });
    const { id: dept } = (await context.tx.row<{ id: string }>(sql`
      insert into dept (code, dept_name, full_name, parent_id, ancestors, dept_category, sort, search_text)
      values ('BM00001', ${name.slice(0, 45)}, ${name}, 0, '0', '1', 1, ${searchText([name, 'BM00001'])})
      returning id`))!;
    await context.tx.run(sql`update dept set company_dept_id = id where id = ${dept}::bigint`);
    for (const begin of registry.newTenant) await begin(context.tx);
    const admin = await addPerson(
      context.tx,
      {
        account: 'admin',
        name: String(values.linkman).slice(0, 20),
        roles: ['admin', 'user'],
        depts: [dept],
        hash,
        mustChange: true,
      },
      'YG00001',
    );
    await context.tx.run(sql`update tenant set admin_user_id = ${admin}::bigint where tenant_id = ${tenantId}`);
  });
  await note(
    context,
    row.id,
    'create',
    name,
    Object.fromEntries(
      Object.entries({ ...values, tenantId })
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([key, value]) => [key, [null, value] as const]),
    ),
  );
  return {
    ...(await recordById(context, tenant, row.id)),
    adminAccount: 'admin',
    adminPassword: password,
  };
}

interface TenantState {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
}
async function tenantStates(context: Context, ids: readonly string[]): Promise<TenantState[]> {
  requirePlatform(context);
  const rows = await context.tx.rows<TenantState>(
    sql`select id, tenant_id, tenant_name from tenant
      where id = any(${ids as string[]}::bigint[]) and removed_time is null order by id for update`,
  );
  if (rows.length < new Set(ids).size) throw unknownRecord(tenant.label);
  return rows;
}
/** The tenant a call names by its number; some clients send the id of its row instead. */
const named = async (context: Context, tenantId: string | null, lock = sql`for update`): Promise<TenantState> => {
  requirePlatform(context);
  const given = tenantId ?? '';
  const row = await context.tx.row<TenantState>(
    sql`select id, tenant_id, tenant_name from tenant where ${given} in (tenant_id, id::text) and removed_time is null
      order by tenant_id = ${given} desc limit 1 ${lock}`,
  );
  if (row === undefined) throw unknownRecord(tenant.label);
  return row;
};

/** Nobody signs in any more, sessions end at once; what was written stays. */
const removeTenants = serve(
  calls.removeTenants,
  async (context, input) => {
    const rows = await tenantStates(context, readIds(input));
    if (rows.some(({ tenantId }) => tenantId === PLATFORM_TENANT)) throw new Refused(refuse('tenant.platform'));
    await context.tx.run(
      sql`update tenant set removed_time = now(), frozen = 1, domain_url = '',
        update_user = ${context.user.userId}::bigint, update_time = now()
        where id = any(${rows.map(({ id }) => id)}::bigint[])`,
    );
    for (const { id, tenantId, tenantName } of rows)
      await note(context, id, 'remove', tenantName, { tenantId: [tenantId, null] });
    return true;
  },
  NAMES_TENANT,
);

/** How many may use it and until when; empty or -1: without limit, empty: for ever. */
const limitTenants = serve(
  calls.limitTenants,
  async (context, input) => {
    const rows = await tenantStates(context, readIds(input));
    const most = input.accountNumber ?? -1;
    const until = input.expireTime;
    for (const row of rows) {
      const there = most < 0 ? 0 : await inTenant(context, row.tenantId, () => countUsers(context.tx));
      if (most >= 0 && there > most)
        throw new Refused(
          refuse('tenant.too-many', { tenant: row.tenantName, there, most }, { field: 'accountNumber' }),
        );
      if (row.tenantId === PLATFORM_TENANT && until !== null)
        throw new Refused(refuse('tenant.platform-ends', {}, { field: 'expireTime' }));
      await context.tx.run(
        sql`update tenant set account_number = ${most}, expire_time = ${until}::timestamptz, version = version + 1,
          update_user = ${context.user.userId}::bigint, update_time = now() where id = ${row.id}::bigint`,
      );
      await note(context, row.id, 'setting', row.tenantName, {
        accountNumber: [null, most],
        expireTime: [null, until],
      });
    }
    return true;
  },
  NAMES_TENANT,
);

const setPackage = serve(
  calls.setPackage,
  async (context, input) => {
    const row = await named(context, input.tenantId);
    const id = chosen('packageId', input.packageId);
    if (row.tenantId === PLATFORM_TENANT && id !== null) throw new Refused(refuse('tenant.platform-package'));
    if (
      id !== null &&
      (await context.tx.row(sql`select 1 as one from tenant_package where id = ${id}::bigint`)) === undefined
    )
      throw unknownChoice('packageId');
    await context.tx.run(sql`update tenant set package_id = ${id}::bigint where id = ${row.id}::bigint`);
    await note(context, row.id, 'package', row.tenantName, { packageId: [null, id] });
    return true;
  },
  NAMES_TENANT,
);

const setDataSource = serve(
  calls.setDataSource,
  async (context, input) => {
    const row = await named(context, input.tenantId);
    const id = chosen('datasourceId', input.datasourceId);
    if (
      id !== null &&
      (await context.tx.row(sql`select 1 as one from data_source where id = ${id}::bigint`)) === undefined
    )
      throw unknownChoice('datasourceId');
    await context.tx.run(sql`update tenant set datasource_id = ${id}::bigint where id = ${row.id}::bigint`);
    await note(context, row.id, 'datasource', row.tenantName, { datasourceId: [null, id] });
    return true;
  },
  NAMES_TENANT,
);

/** The id that was chosen, or null where the choice was taken away. */
function chosen(field: 'packageId' | 'datasourceId', given: string | null): string | null {
  if (given !== null && !/^\d{1,19}$/.test(given))
    throw new Refused(refuse('param.invalid', { name: field, value: given }));
  return given;
}
const unknownChoice = (field: 'packageId' | 'datasourceId'): Refused =>
  new Refused(refuse('field.unknown-reference', { name: tenant.fields[field].label }, { field }));

const packageDetail = serve(
  calls.packageDetail,
  async (context, input) => {
    const row = await named(context, input.tenantId, empty);
    return (
      (await context.tx.row<{ id: string; packageName: string; menuId: string; remark: string }>(
        sql`select p.id, p.package_name, array_to_string(p.menu_id, ',') as menu_id, coalesce(p.remark, '') as remark
          from tenant n join tenant_package p on p.id = n.package_id where n.id = ${row.id}::bigint`,
      )) ?? {}
    );
  },
  NAMES_TENANT,
);

/** Calls on tenants beyond list and detail. */
export const tenantCalls = (services: Services): readonly Call[] => [
  serve(calls.submitTenant, (context, _input, { body }) => submit(context, body), {
    ...NAMES_TENANT,
    prepare: (context, _input, { body }) => prepare(services, context, body),
  }),
  removeTenants,
  limitTenants,
  setDataSource,
  setPackage,
  packageDetail,
];

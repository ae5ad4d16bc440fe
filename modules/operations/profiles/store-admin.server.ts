/**
 * Administrators of stalls: their rows follow the stall's own list, and the list follows what is enabled and stopped
 * here, so that both say the same. An open stall keeps at least one.
 */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import { rowKeys } from '../../../kernel/server/row-keys.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import * as calls from './profiles.calls.ts';
import { storeAdmin } from './store-admin.resource.ts';

export const storeAdminBehaviour = behaviour(storeAdmin, {
  computed: {
    phone: () => sql`(select u.phone from app_user u where u.tenant_id = t.tenant_id and u.id = t.user_id)`,
  },
});

/** The rows of a stall as its list has them: who is on it is enabled, who is off it is stopped. */
export async function followAdministrators(context: Context, stallDeptId: Id, userIds: readonly Id[]): Promise<void> {
  const ids = [...new Set(userIds)];
  await context.tx.run(sql`
    insert into store_admin (gear_operation_dept_id, user_id, enable_time, create_user, update_user)
    select ${stallDeptId}::bigint, u, now(), ${context.user.userId}::bigint, ${context.user.userId}::bigint
    from unnest(${ids}::bigint[]) as u
    on conflict (tenant_id, gear_operation_dept_id, user_id) do update set admin_status = 'enabled',
      enable_time = now(), stop_time = null, stop_reason = null, version = store_admin.version + 1,
      update_user = excluded.update_user, update_time = now()
    where store_admin.admin_status = 'stopped'`);
  await context.tx.run(sql`
    update store_admin set admin_status = 'stopped', stop_time = now(), version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now()
    where gear_operation_dept_id = ${stallDeptId}::bigint and admin_status = 'enabled'
      and not user_id = any(${ids}::bigint[])`);
}

/** Whoever was stopped as administrator of a stall does nothing there. Refuses `operations.administrator-stopped`. */
export async function requireNotStopped(context: Context, stallDeptIds: readonly Id[]): Promise<void> {
  const stopped = await context.tx.row<{ stall: string }>(sql`
    select d.dept_name as stall from store_admin a join dept d on d.id = a.gear_operation_dept_id
    where a.user_id = ${context.user.userId}::bigint and a.admin_status = 'stopped'
      and a.gear_operation_dept_id = any(${[...stallDeptIds]}::bigint[]) order by a.id limit 1`);
  if (stopped !== undefined) throw new Refused(refuse('operations.administrator-stopped', stopped));
}

interface Chosen {
  readonly id: Id;
  readonly gearOperationDeptId: Id;
}
/** The chosen rows within the caller's departments, their stalls locked in one order. */
async function chosenOf(context: Context, ids: readonly Id[]): Promise<readonly Chosen[]> {
  const terms = join([sql`t.id = any(${[...ids]}::bigint[])`, ...scopeCondition(storeAdmin, context)], ' and ');
  const rows = await context.tx.rows<Chosen>(
    sql`select t.id, t.gear_operation_dept_id from store_admin t where ${terms} order by t.id`,
  );
  if (rows.length < new Set(ids).size) throw unknownRecord(storeAdmin.label);
  await context.tx.run(sql`
    select 1 from operation_system
    where gear_operation_dept_id = any(${rows.map((row) => row.gearOperationDeptId)}::bigint[])
    order by id for update`);
  return rows;
}

/** The lists of these stalls as their rows have become. */
const writeLists = (context: Context, rows: readonly Chosen[]): Promise<number> =>
  context.tx.run(sql`
    update operation_system o set version = o.version + 1, update_time = now(),
      update_user = ${context.user.userId}::bigint,
      admin_user_ids = coalesce((select array_agg(a.user_id order by a.id) from store_admin a
        where a.gear_operation_dept_id = o.gear_operation_dept_id and a.admin_status = 'enabled'), '{}')
    where o.gear_operation_dept_id = any(${rows.map((row) => row.gearOperationDeptId)}::bigint[])`);

const enable = serve(calls.enableStoreAdmins, async (context, input) => {
  const rows = await chosenOf(context, readIds(input));
  await context.tx.run(sql`
    update store_admin set admin_status = 'enabled', enable_time = now(), stop_time = null, stop_reason = null,
      version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
    where id = any(${rows.map((row) => row.id)}::bigint[]) and admin_status = 'stopped'`);
  await writeLists(context, rows);
  return true;
});

const stop = serve(calls.stopStoreAdmins, async (context, input) => {
  const rows = await chosenOf(context, readIds(input));
  await context.tx.run(sql`
    update store_admin set admin_status = 'stopped', stop_time = now(), stop_reason = ${input.reason},
      version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
    where id = any(${rows.map((row) => row.id)}::bigint[]) and admin_status = 'enabled'`);
  const empty = await context.tx.rows<{ stall: string }>(sql`
    select o.gear_operation_name as stall from operation_system o
    where o.gear_operation_dept_id = any(${rows.map((row) => row.gearOperationDeptId)}::bigint[])
      and o.business_status = 'open' and not exists (select 1 from store_admin a
        where a.gear_operation_dept_id = o.gear_operation_dept_id and a.admin_status = 'enabled')
    order by o.id`);
  if (empty.length > 0) throw new Refused(...empty.map((row) => refuse('operations.last-administrator', row)));
  await writeLists(context, rows);
  return true;
});

export const storeAdminCalls: readonly Call[] = [
  serve(
    calls.storeAdminPage,
    (context, _input, { body }) => readPage(storeAdmin, context, body, [], rowKeys(storeAdmin, context, body)),
    { reads: true },
  ),
  enable,
  stop,
];

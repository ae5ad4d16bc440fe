import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit, type Change } from '../../../kernel/server/audit.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { notPermitted, unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { grantScopes } from './scope.server.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { isScopeValue, type RowScope } from './data-scope.rules.ts';
import { holdersOf, requireGranted, requireMayChange, showMore } from './rights.server.ts';
import { grantRoles } from './role.calls.ts';
import { role } from './role.resource.ts';
import { ADMINISTRATOR, PLATFORM_TENANT, type Identity } from './signed-in.server.ts';

/** Aliases are what rights are compared by: unique, whole, and fixed for what the program seeds. */
export const roleBehaviour = (services: Services, identity: Identity) =>
  behaviour(role, {
    computed: { tenantId: () => sql`t.tenant_id` },
    async beforeSave(context, saving) {
      const { values, before, id } = saving;
      const alias = values.roleAlias;
      if (before?.isSystem === 1 && before.roleAlias !== alias)
        throw new Refused(refuse('role.system', {}, { field: 'roleAlias' }));
      if (alias === ADMINISTRATOR && context.tenant !== PLATFORM_TENANT)
        throw new Refused(refuse('role.administrator', {}, { field: 'roleAlias' }));
      // A role of that name is everything: it is never made by hand.
      if (alias === ADMINISTRATOR && !context.user.roles.includes(ADMINISTRATOR)) throw notPermitted();
      const taken = await context.tx.row(
        sql`select 1 as one from role where role_alias = ${alias} and id <> ${id ?? '0'}::bigint`,
      );
      if (taken !== undefined) throw new Refused(refuse('role.alias', {}, { field: 'roleAlias' }));
      if (id !== null) await requireMayChange(services, context, [id]);
      await requireScopeHeld(services, context, id, {
        dataScopeType: values.dataScopeType,
        dataScopeValue: values.dataScopeValue ?? '',
      });
      await requireParent(context, id, values.parentId ?? '0');
    },
    async afterSave(context) {
      context.tx.afterCommit(() => identity.forgetAll());
    },
    async beforeRemove(context, rows) {
      const ids = rows.map((row) => row.id);
      if (rows.some((row) => row.isSystem === 1)) throw new Refused(refuse('role.system'));
      await requireMayChange(services, context, ids);
      if (rows.some((row) => context.user.roles.includes(row.roleAlias))) throw new Refused(refuse('role.own'));
      context.tx.afterCommit(() => identity.forgetAll());
    },
  });

/** Nobody makes a role show more than they see themselves, neither to its holders nor to themselves. */
async function requireScopeHeld(
  services: Services,
  context: Context,
  id: string | null,
  scope: RowScope,
): Promise<void> {
  const value = scope.dataScopeValue ?? '';
  if (scope.dataScopeType === '5' && value === '')
    throw new Refused(refuse('role.scope-value', {}, { field: 'dataScopeValue' }));
  if (scope.dataScopeType === '5' && !isScopeValue(value))
    throw new Refused(refuse('role.scope-word', { value }, { field: 'dataScopeValue' }));
  const holders = await holdersOf(context, [id ?? '0']);
  if (
    !(await showMore(
      services,
      context,
      holders.map(({ deptId }) => ({ ...scope, scopeClass: '', scopeColumn: '', deptId })),
    ))
  )
    return;
  throw new Refused(
    refuse('role.scope-beyond', {}, { field: scope.dataScopeType === '5' ? 'dataScopeValue' : 'dataScopeType' }),
  );
}

async function requireParent(context: Context, id: string | null, parentId: string): Promise<void> {
  if (parentId === '0') return;
  const line = await context.tx.rows<{ id: string }>(sql`
    with recursive up as (select id, parent_id from role where id = ${parentId}::bigint union select r.id, r.parent_id
    from role r join up on r.id = up.parent_id) select id from up`);
  if (line.length === 0) throw new Refused(refuse('role.parent', {}, { field: 'parentId' }));
  if (line.some((row) => row.id === id)) throw new Refused(refuse('tree.cycle', {}, { field: 'parentId' }));
}

/** What a grant wrote: codes of menus and buttons by role. */
interface Granted {
  readonly taken: readonly RoleCode[];
  readonly given: readonly RoleCode[];
}
interface RoleCode {
  readonly roleId: string;
  readonly code: string;
}

/** Ids of menus and buttons a grant names; refuses what the caller does not hold. */
async function menusToGrant(context: Context, named: unknown): Promise<readonly string[]> {
  const menuIds = named === null ? [] : [...new Set(listOf(named))];
  for (const id of menuIds)
    if (!/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name: 'menuIds', value: id }));
  const held = await context.tx.rows<{ id: string }>(
    sql`select id from menu where id = any(${menuIds}::bigint[]) and code = any(${[...context.user.permissions]})`,
  );
  if (held.length < menuIds.length) throw new Refused(refuse('role.beyond'));
  return menuIds;
}

/** The roles hold exactly these menus afterwards, and whatever they hold that the caller does not. */
async function replaceMenus(
  context: Context,
  roleIds: readonly string[],
  menuIds: readonly string[],
): Promise<Granted> {
  const before = await context.tx.rows<RoleCode & { readonly menuId: string; readonly mine: boolean }>(sql`
    select g.role_id, g.menu_id, m.code, m.code = any(${[...context.user.permissions]}) as mine from role_menu g
    join menu m on m.id = g.menu_id where g.role_id = any(${roleIds}::bigint[])`);
  const wanted = new Set(menuIds);
  const taken = before.filter((row) => row.mine && !wanted.has(row.menuId));
  await context.tx.run(sql`
    delete from role_menu g using unnest(${taken.map((row) => row.roleId)}::bigint[],
    ${taken.map((row) => row.menuId)}::bigint[]) as x(role_id, menu_id)
    where g.role_id = x.role_id and g.menu_id = x.menu_id`);
  const given = await context.tx.rows<RoleCode>(sql`
    with given as (
      insert into role_menu (role_id, menu_id, granted_by) select r, m, ${context.user.userId}::bigint
      from unnest(${roleIds}::bigint[]) r, unnest(${menuIds}::bigint[]) m
      on conflict do nothing returning role_id, menu_id)
    select g.role_id, m.code from given g join menu m on m.id = g.menu_id order by m.code`);
  return { taken, given };
}

/**
 * The roles hold exactly the ticked menus and buttons afterwards. Ids beyond what the granter holds write nothing; what
 * counts for nothing in the tenant they cannot see, and so cannot take. Scopes that the body does not name stay, so the
 * body itself is read.
 */
export const grantCall = (services: Services, identity: Identity): Call =>
  serve(grantRoles, async (context, input, { body }) => {
    const roleIds = readIds(body, 'roleIds');
    const roles = await lockRows(role, context, roleIds);
    if (roles.length < roleIds.length) throw unknownRecord(role.label);
    await requireMayChange(services, context, roleIds);
    const auditGrant = (changesOf: (roleId: string) => Change['changes']): Promise<void> =>
      audit(
        context,
        roles.map(({ id, roleName }) => ({
          resource: role.name,
          recordId: id,
          action: 'grant',
          title: roleName,
          changes: changesOf(id),
        })),
      );
    const { taken, given } = await replaceMenus(context, roleIds, await menusToGrant(context, input.menuIds));
    for (const kind of ['dataScope', 'apiScope'] as const) {
      const name = `${kind}Ids` as const;
      if (await grantScopes(services, context, kind, roleIds, body[name]))
        await auditGrant(() => ({ [name]: [null, String(body[name])] }));
    }
    await requireGranted(services, context, roleIds);
    const codesOf = (rows: readonly RoleCode[], roleId: string): readonly string[] =>
      rows.filter((row) => row.roleId === roleId).map((row) => row.code);
    await auditGrant((id) => ({ menuIds: [codesOf(taken, id), codesOf(given, id)] }));
    context.tx.afterCommit(() => identity.forgetAll());
    return true;
  });

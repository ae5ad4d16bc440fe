import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { notPermitted, unknownRecord, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { grantScopes } from './scope.server.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { isScopeValue, type RowScope } from './data-scope.rules.ts';
import { holdersOf, requireGranted, requireMayChange, showMore } from './rights.server.ts';
import { role } from './role.resource.ts';
import { ADMINISTRATOR, PLATFORM_TENANT, type Identity } from './signed-in.server.ts';

/** Aliases are what rights are compared by: unique, whole, and fixed for what the program seeds. */
export const roleBehaviour = (services: Services, identity: Identity) =>
  behaviour(role, {
    computed: { tenantId: () => sql`t.tenant_id` },
    async beforeSave(context, saving) {
      const { values, before, id } = saving;
      const alias = String(values.roleAlias);
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
        dataScopeType: String(values.dataScopeType),
        dataScopeValue: String(values.dataScopeValue ?? ''),
      });
      await requireParent(context, id, String(values.parentId ?? '0'));
    },
    async afterSave(context) {
      context.tx.afterCommit(() => identity.forgetAll());
    },
    async beforeRemove(context, rows) {
      const gone = rows.map((row) => String(row.id));
      if (rows.some((row) => row.isSystem === 1)) throw new Refused(refuse('role.system'));
      await requireMayChange(services, context, gone);
      if (rows.some((row) => context.user.roles.includes(String(row.roleAlias)))) throw new Refused(refuse('role.own'));
      if ((await context.tx.row(sql`select 1 as one from app_user where role_id && ${gone}::bigint[]`)) !== undefined)
        throw new Refused(refuse('role.used'));
      context.tx.afterCommit(() => identity.forgetAll());
    },
  });

/** Nobody makes a role show more than he sees himself, neither to its holders nor to himself. */
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

/**
 * `POST role/grant`: the roles hold exactly the ticked menus and buttons afterwards. Ids beyond what the granter holds
 * write nothing; what counts for nothing in the tenant he cannot see, and so cannot take.
 */
export async function grantMenus(
  services: Services,
  context: Context,
  input: Input,
  identity: Identity,
): Promise<boolean> {
  const roleIds = readIds(input, 'roleIds');
  const roles = await lockRows(role, context, roleIds);
  if (roles.length < roleIds.length) throw unknownRecord(role.label);
  await requireMayChange(services, context, roleIds);
  const given = input['menuIds'];
  const menuIds = given === undefined || given === null || given === '' ? [] : [...new Set(listOf(given))];
  for (const id of menuIds)
    if (!/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name: 'menuIds', value: id }));
  const held = await context.tx.rows<{ id: string }>(
    sql`select id from menu where id = any(${menuIds}::bigint[]) and code = any(${[...context.user.permissions]})`,
  );
  if (held.length < menuIds.length) throw new Refused(refuse('role.beyond'));

  const before = await context.tx.rows<{ roleId: string; menuId: string; code: string; mine: boolean }>(sql`
    select g.role_id, g.menu_id, m.code, m.code = any(${[...context.user.permissions]}) as mine from role_menu g
    join menu m on m.id = g.menu_id where g.role_id = any(${roleIds}::bigint[])`);
  const wanted = new Set(menuIds);
  const gone = before.filter((row) => row.mine && !wanted.has(row.menuId));
  await context.tx.run(sql`
    delete from role_menu g using unnest(${gone.map((row) => row.roleId)}::bigint[],
    ${gone.map((row) => row.menuId)}::bigint[]) as x(role_id, menu_id)
    where g.role_id = x.role_id and g.menu_id = x.menu_id`);
  const come = await context.tx.rows<{ roleId: string; code: string }>(sql`
    with come as (
      insert into role_menu (role_id, menu_id, granted_by) select r, m, ${context.user.userId}::bigint
      from unnest(${roleIds}::bigint[]) r, unnest(${menuIds}::bigint[]) m
      on conflict do nothing returning role_id, menu_id)
    select c.role_id, m.code from come c join menu m on m.id = c.menu_id order by m.code`);
  for (const kind of ['dataScope', 'apiScope'] as const) {
    const { gone: less, come: more } = await grantScopes(services, context, kind, roleIds, input);
    if (less + more > 0)
      await audit(
        context,
        roles.map((row) => ({
          resource: 'role',
          recordId: String(row['id']),
          action: 'grant',
          title: String(row['roleName']),
          changes: { [`${kind}Ids`]: [null, String(input[`${kind}Ids`])] as const },
        })),
      );
  }
  await requireGranted(services, context, roleIds);
  await audit(
    context,
    roles.map((row) => ({
      resource: 'role',
      recordId: String(row['id']),
      action: 'grant',
      title: String(row['roleName']),
      changes: {
        menuIds: [
          gone.filter((each) => each.roleId === row['id']).map((each) => each.code),
          come.filter((each) => each.roleId === row['id']).map((each) => each.code),
        ] as const,
      },
    })),
  );
  context.tx.afterCommit(() => identity.forgetAll());
  return true;
}

import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { PUBLIC, SESSION } from '../../../kernel/core/contract.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { platformRights } from './button-codes.server.ts';
import { isByDepartment, namedBy, type RowScope } from './data-scope.rules.ts';
import { departmentsOf } from './data-scope.server.ts';
import { permitsPath } from './scope.rules.ts';
import { ADMINISTRATOR, PLATFORM_TENANT, withinPackage } from './signed-in.server.ts';

/** Somebody with these roles in these departments, now or after what is about to be saved. */
export interface Holder {
  readonly roleId: readonly string[];
  readonly deptId: readonly string[];
}

/**
 * A scope as somebody in these departments holds it: over one record kind by one field, or (both empty) over every
 * kind.
 */
interface HeldScope extends RowScope {
  readonly scopeClass: string;
  readonly scopeColumn: string;
  readonly deptId: readonly string[];
}

const isAdministrator = ({ user, tenant }: Context): boolean =>
  tenant === PLATFORM_TENANT && user.roles.includes(ADMINISTRATOR);

/** Codes of the calls an address stands for; empty where it names none. */
export const codesAt = (services: Services, scopePath: string): readonly (readonly string[])[] =>
  services
    .mounted()
    .filter((call) => permitsPath(scopePath, `/api/${call.service}/${call.path}`))
    .map((call) => [call.permission].flat());

/** May the caller make every call of this address? */
export const mayCallAll = (services: Services, context: Context, scopePath: string): boolean =>
  (context.user.paths ?? []).some((path) => path === scopePath || permitsPath(path, scopePath)) ||
  codesAt(services, scopePath).every((codes) =>
    codes.some((code) => code === SESSION || code === PUBLIC || context.allowed(code)),
  );

/**
 * Do these roles name the administrator, or hold a menu or an address that the caller does not? Menus that count for
 * nothing in the tenant are left out.
 */
async function holdMore(services: Services, context: Context, roleIds: readonly string[]): Promise<boolean> {
  const { user, tenant } = context;
  const withheld = tenant === PLATFORM_TENANT ? [] : [...platformRights(services.registry())];
  const more = await context.tx.row(sql`
    select 1 as one from role where id = any(${roleIds}::bigint[]) and role_alias = ${ADMINISTRATOR}
    union all select 1 from role_menu g join menu m on m.id = g.menu_id
    where g.role_id = any(${roleIds}::bigint[]) and not m.code = any(${[...user.permissions]})
      and not m.code = any(${withheld}) and ${withinPackage(tenant)} limit 1`);
  if (more !== undefined) return true;
  const paths = await context.tx.rows<{ scopePath: string }>(
    sql`select distinct s.scope_path from role_api_scope g join api_scope s on s.id = g.scope_id
      where g.role_id = any(${roleIds}::bigint[])`,
  );
  return paths.some(({ scopePath }) => !mayCallAll(services, context, scopePath));
}

/** Departments whose rows of this kind, by this field, the caller sees; null: every row of it. */
function seenBy(
  services: Services,
  { user }: Context,
  { scopeClass, scopeColumn }: HeldScope,
): ReadonlySet<string> | null {
  if (user.scope.all) return null;
  const more = user.moreScopes?.get(scopeClass) ?? [];
  if (more.some(({ which }) => which === 'all')) return null;
  const declaration = services.registry().declarations.find(({ name }) => name === scopeClass);
  const isBase = scopeClass === '' || scopeColumn === (declaration?.scope ?? 'createDept');
  return new Set([
    ...(isBase ? user.scope.depts : []),
    ...more.flatMap((each) => (each.which === 'depts' && each.field === scopeColumn ? each.depts : [])),
  ]);
}

/**
 * Does one of these scopes show rows that the caller does not see? Compares the departments its holder sees by it.
 */
export async function showMore(services: Services, context: Context, scopes: readonly HeldScope[]): Promise<boolean> {
  const requested = scopes.flatMap((scope) => {
    const seen =
      scope.scopeColumn === 'createUser' && scope.dataScopeType !== '1' ? null : seenBy(services, context, scope);
    return seen === null ? [] : [{ scope, seen }];
  });
  if (requested.some(({ scope }) => !isByDepartment(scope))) return true;
  const depts = await departmentsOf(
    context.tx,
    requested.map(({ scope }) => namedBy(scope, scope.deptId)),
  );
  return requested.some(({ seen }, place) => depts[place]!.some((dept) => !seen.has(dept)));
}

/** Does one of these holders hold more than the caller: a menu, an address, a row? */
async function exceed(services: Services, context: Context, holders: readonly Holder[]): Promise<boolean> {
  const roleIds = [...new Set(holders.flatMap((holder) => holder.roleId))];
  if (roleIds.length === 0 || isAdministrator(context)) return false;
  if (await holdMore(services, context, roleIds)) return true;
  const scopes = await context.tx.rows<Omit<HeldScope, 'deptId'> & { readonly roleId: string }>(sql`
    select id as role_id, '' as scope_class, '' as scope_column, data_scope_type, data_scope_value from role
    where id = any(${roleIds}::bigint[])
    union all select g.role_id, s.scope_class, s.scope_column, s.scope_type, s.scope_value from role_data_scope g
    join data_scope s on s.id = g.scope_id where g.role_id = any(${roleIds}::bigint[])`);
  const byRole = Map.groupBy(scopes, (scope) => scope.roleId);
  return showMore(
    services,
    context,
    holders.flatMap(({ roleId, deptId }) =>
      roleId.flatMap((id) => (byRole.get(id) ?? []).map((scope) => ({ ...scope, deptId }))),
    ),
  );
}

/**
 * The departments in which each of these roles is held, and for each role those of the caller, who may hold it one day.
 */
export const holdersOf = (context: Context, roleIds: readonly string[]): Promise<Holder[]> =>
  context.tx.rows<Holder>(sql`
  select distinct array[r.id] as role_id, coalesce(u.dept_id, '{}') as dept_id
  from unnest(${roleIds}::bigint[]) r(id) join app_user u on r.id = any(u.role_id)
    or u.id = ${context.user.userId}::bigint`);

/** Nobody gives somebody roles or departments by which they hold more than the giver. */
export async function requireGrantable(
  services: Services,
  context: Context,
  holders: readonly Holder[],
): Promise<void> {
  const wanted = [...new Set(holders.flatMap((holder) => holder.roleId))];
  const known = await context.tx.rows<{ id: string }>(sql`select id from role where id = any(${wanted}::bigint[])`);
  if (known.length < wanted.length) throw new Refused(refuse('user.role-unknown', {}, { field: 'roleId' }));
  if (await exceed(services, context, holders)) throw new Refused(refuse('user.beyond', {}, { field: 'roleId' }));
}

/** Nobody changes, freezes or gives a new password to somebody who holds more than they do. */
export async function requireMayManage(
  services: Services,
  context: Context,
  people: readonly (Holder & { readonly id: string })[],
): Promise<void> {
  if (
    await exceed(
      services,
      context,
      people.filter((person) => person.id !== context.user.userId),
    )
  )
    throw new Refused(refuse('user.above'));
}

/** Nobody changes, fills, empties or removes a role by which its holders hold more than they do. */
export async function requireMayChange(
  services: Services,
  context: Context,
  roleIds: readonly string[],
): Promise<void> {
  if (await exceed(services, context, await holdersOf(context, roleIds))) throw new Refused(refuse('role.above'));
}

/** What was just granted to roles gives nobody more than the granter holds; else all of it is undone. */
export async function requireGranted(services: Services, context: Context, roleIds: readonly string[]): Promise<void> {
  if (await exceed(services, context, await holdersOf(context, roleIds)))
    throw new Refused(refuse('role.scope-beyond', {}, { field: 'dataScopeIds' }));
}

/** Departments given to somebody exist, and whoever gives them sees them. */
export async function requireDepartments(context: Context, depts: readonly string[]): Promise<void> {
  if (depts.length === 0) return;
  const known = await context.tx.rows<{ id: string }>(sql`select id from dept where id = any(${depts}::bigint[])`);
  if (known.length < depts.length) throw new Refused(refuse('user.dept-unknown', {}, { field: 'deptId' }));
  requireWithinScope(context, depts, 'deptId');
}

/** Departments among which somebody changes something are within what they see. */
export function requireWithinScope({ user: { scope } }: Context, depts: readonly string[], field: string): void {
  if (!scope.all && depts.some((id) => !scope.depts.includes(id)))
    throw new Refused(refuse('user.dept', {}, { field }));
}

import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { ADMINISTRATOR } from './signed-in.server.ts';

interface RoleReach {
  readonly id: string;
  readonly beyond: boolean;
}

/** Which of these roles hold more than the caller: another code, everything to see, or the administrator's name. */
async function reachOf(context: Context, roleIds: readonly string[]): Promise<RoleReach[]> {
  const { user } = context;
  return context.tx.rows<RoleReach>(sql`
    select r.id, (r.role_alias = ${ADMINISTRATOR} and not ${user.roles.includes(ADMINISTRATOR)})
      or (r.data_scope_type = '1' and not ${user.scope.all})
      or exists (select 1 from role_menu g join menu m on m.id = g.menu_id where g.role_id = r.id and not m.code = any(${[...user.permissions]})) as beyond
    from role r where r.id = any(${roleIds}::bigint[])`);
}

/** Nobody gives a role that holds more than he does. */
export async function requireGrantable(context: Context, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return;
  const roles = await reachOf(context, roleIds);
  if (roles.length < new Set(roleIds).size) throw new Refused(refuse('user.role-unknown', {}, { field: 'roleId' }));
  if (roles.some((role) => role.beyond)) throw new Refused(refuse('user.beyond', {}, { field: 'roleId' }));
}

/** Nobody changes, freezes or gives a new password to somebody who holds more than he does. */
export async function requireMayManage(context: Context, people: readonly { readonly id: string; readonly roleId: readonly string[] }[]): Promise<void> {
  const others = people.filter((person) => person.id !== context.user.userId);
  const roles = await reachOf(context, [...new Set(others.flatMap((person) => person.roleId))]);
  if (roles.some((role) => role.beyond)) throw new Refused(refuse('user.above'));
}

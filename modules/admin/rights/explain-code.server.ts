import { PUBLIC, SESSION } from '../../../kernel/core/contract.ts';
import { label } from '../../../kernel/core/label.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { platformRights } from './button-codes.server.ts';
import type { Question } from './explain-question.server.ts';
import { permitsPath } from './scope.rules.ts';
import { ADMINISTRATOR, PLATFORM_TENANT } from './signed-in.server.ts';

interface Grant {
  readonly role: string;
  readonly code: string;
  readonly by: string | null;
  readonly time: string | null;
  readonly frozen: number;
}
interface PathScope {
  readonly role: string;
  readonly scopePath: string;
  readonly scopeName: string;
  readonly by: string | null;
  readonly time: string;
}

/** Whether the person has the right to press the button, or to make the call at `address`, and why. */
export async function explainCode(
  question: Question,
  codes: readonly string[],
  address: string | undefined,
): Promise<boolean> {
  const { context, person, roles, add } = question;
  if (codes.includes(SESSION) || codes.includes(PUBLIC)) {
    add('session', true, label('登录即可使用，无须授权', 'Open to everybody who is signed in'));
    return true;
  }
  if (person?.roles.includes(ADMINISTRATOR) === true)
    add('administrator', true, label('超级管理员拥有全部权限', 'The administrator holds every right'), {
      role: roles.find((role) => role.roleAlias === ADMINISTRATOR)?.roleName ?? '',
    });
  const roleIds = roles.map((role) => role.id);
  const grants = await context.tx.rows<Grant>(sql`
    select r.role_name as role, m.code, u.real_name as by, g.granted_time as time, r.frozen from role_menu g
    join menu m on m.id = g.menu_id join role r on r.id = g.role_id left join app_user u on u.id = g.granted_by
    where g.role_id = any(${roleIds}::bigint[]) and m.code = any(${codes as string[]})
    order by g.granted_time`);
  for (const grant of grants) if (grant.frozen === 0) addGrant(question, grant);
  const paths =
    address === undefined
      ? []
      : (
          await context.tx.rows<PathScope>(sql`
    select r.role_name as role, s.scope_path, s.scope_name, u.real_name as by, g.granted_time as time
    from role_api_scope g join api_scope s on s.id = g.scope_id join role r on r.id = g.role_id and r.frozen = 0 left
    join app_user u on u.id = g.granted_by
    where g.role_id = any(${roleIds}::bigint[])`)
        ).filter((each) => permitsPath(each.scopePath, address));
  for (const { scopeName, role, by, time } of paths)
    add(
      'api-scope',
      true,
      label(`接口权限“${scopeName}”允许该地址`, `The API scope “${scopeName}” permits the address`),
      { role, by: by ?? '', time },
    );
  const holds = codes.some((code) => person?.permissions.has(code) === true);
  if (!holds && paths.length === 0 && grants.length === 0)
    add('grant', false, label(`没有角色被授予 ${codes.join(' 或 ')}`, `No role was granted ${codes.join(' or ')}`));
  return holds || paths.length > 0;
}

/** What a grant gives: the right, unless the platform or the tenant's package withholds it. */
function addGrant({ context, person, add }: Question, { role, code, by, time }: Grant): void {
  if (context.tenant !== PLATFORM_TENANT && platformRights(context.registry).has(code))
    add(
      'platform',
      false,
      label(
        `角色“${role}”有 ${code}，但该数据由平台统一维护`,
        `The role “${role}” has ${code}, but these records are kept by the platform`,
      ),
      { role },
    );
  else if (person !== null && !person.permissions.has(code))
    add(
      'package',
      false,
      label(
        `角色“${role}”有 ${code}，但不在租户套餐内`,
        `The role “${role}” has ${code}, but the tenant’s package leaves it out`,
      ),
      { role },
    );
  else
    add('grant', true, label(`角色“${role}”被授予 ${code}`, `The role “${role}” was granted ${code}`), {
      role,
      by: by ?? '',
      time: time ?? '',
    });
}

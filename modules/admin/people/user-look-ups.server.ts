import { label } from '../../../kernel/core/label.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { empty, sql, type Sql } from '../../../parts/postgres/database.ts';

/** Who can be chosen, with no more than a picker needs. Frozen and unapproved people are never offered. */
const people = (context: Context, condition: Sql = empty): Promise<Record<string, unknown>[]> =>
  context.tx.rows(sql`
    select u.id, u.account, u.name, u.real_name from app_user u
    where u.frozen = 0 and u.audit_state = 'approved' ${condition} order by u.real_name collate pinyin, u.id
    limit 500`);

const withDuty = (duty: string): Sql =>
  sql`and u.party_type = 'staff' and exists (select 1 from post p where p.id = any(u.post_id) and p.duty = ${duty})`;
const below = (deptId: string): Sql => sql`and u.dept_id && array(
  with recursive below as (select id from dept where id = ${deptId}::bigint union select d.id from dept d
  join below b on d.parent_id = b.id) select id from below)`;
const sameCompany = (deptId: string): Sql => sql`and u.dept_id && array(
  select d.id from dept d where d.company_dept_id = (select company_dept_id from dept where id = ${deptId}::bigint))`;

const look = (path: string, zh: string, en: string, handle: Call['handle']): Call => ({
  method: 'GET',
  service: 'blade-user',
  path,
  permission: SESSION,
  chooses: 'user',
  summary: label(zh, en),
  handle,
});

export const userLookUps: readonly Call[] = [
  look('user-list', '用户下拉', 'People to choose', (context) => people(context)),
  look('getUserNameByRoleId', '角色下的用户', 'People with a role', (context, input) =>
    people(context, sql`and ${readIds(input, 'roleId')[0]!}::bigint = any(u.role_id)`),
  ),
  look('getOptionsByDeptId', '部门下的用户', 'People of a department', (context, input) =>
    people(context, below(readIds(input, 'deptId')[0]!)),
  ),
  look('getBuyerOptions', '采购员', 'Buyers', (context) => people(context, withDuty('buyer'))),
  look('getDistrictDirector', '区域总监', 'District directors', (context, input) => {
    const dept = input['deptId'];
    return people(
      context,
      dept === undefined || dept === ''
        ? withDuty('district-director')
        : sql`${withDuty('district-director')} ${sameCompany(readIds(input, 'deptId')[0]!)}`,
    );
  }),
];

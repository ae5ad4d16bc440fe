import { readIds } from '../../../kernel/server/run-action.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { empty, sql, type Sql } from '../../../parts/postgres/database.ts';
import * as calls from './user.calls.ts';

interface PersonToChoose {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly realName: string;
}

/** Who can be chosen, with no more than a picker needs. Frozen and unapproved people are never offered. */
const people = ({ tx }: Context, condition: Sql = empty): Promise<PersonToChoose[]> =>
  tx.rows(sql`
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

const choosing = { chooses: 'user' } as const;

/** People to choose from, of various kinds. */
export const userLookUps: readonly Call[] = [
  serve(calls.people, (context) => people(context), choosing),
  serve(
    calls.peopleOfRole,
    async (context, input) => {
      const [roleId] = readIds(input, 'roleId');
      return people(context, sql`and ${roleId!}::bigint = any(u.role_id)`);
    },
    choosing,
  ),
  serve(
    calls.peopleOfDepartment,
    async (context, input) => {
      const [deptId] = readIds(input, 'deptId');
      return people(context, below(deptId!));
    },
    choosing,
  ),
  serve(calls.buyers, (context) => people(context, withDuty('buyer')), choosing),
  serve(
    calls.districtDirectors,
    async (context, input) => {
      const directors = withDuty('district-director');
      if (input.deptId === null) return people(context, directors);
      const [deptId] = readIds(input, 'deptId');
      return people(context, sql`${directors} ${sameCompany(deptId!)}`);
    },
    choosing,
  ),
];

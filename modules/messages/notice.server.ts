import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { raw, sql, type Sql } from '../../parts/postgres/database.ts';
import { notifyUsers } from '../../parts/postgres/user-notifications.ts';
import { dictionaryName } from '../admin/dictionaries/dictionary-name.server.ts';
import { notice } from './notice.resource.ts';

const current = sql`t.release_time <= now() and (t.end_time is null or t.end_time > now())`;
const STAGES: Readonly<Record<string, Sql>> = {
  current,
  coming: sql`t.release_time > now()`,
  ended: sql`t.release_time <= now() and t.end_time <= now()`,
};

export const noticeBehaviour = behaviour(notice, {
  beforeSave(_context, { values }) {
    const [from, until] = [values.releaseTime, values.endTime];
    if (until !== null && until !== undefined && String(until) <= String(from))
      throw new Refused(refuse('notice.end', {}, { field: 'endTime' }));
  },
  afterSave: (context) => notifyUsers(context, 'everybody'),
  beforeRemove: async (context, rows) => {
    await context.tx.run(
      sql`delete from notice_read where notice_id = any(${rows.map((row) => String(row.id))}::bigint[])`,
    );
    await notifyUsers(context, 'everybody');
  },
  // Whoever only reads sees what is meant for him; whoever keeps the notices, or audits the house, sees all.
  source: (context) =>
    keepsNotices(context) ? sql`select * from notice` : sql`select t.* from notice t where ${shownToMe(context)}`,
  filters: { stage: (value) => STAGES[value] ?? raw('false') },
  computed: {
    categoryName: dictionaryName('notice', 'category'),
    readCount: () =>
      sql`(select count(*)::integer from notice_read r where r.tenant_id = t.tenant_id and r.notice_id = t.id)`,
  },
});

/**
 * Notices meant for the caller, as a condition over `notice t`: for everybody, for one of his roles, or for a
 * department at or above one of his.
 */
const meantForMe = (context: Context): Sql => sql`(
  (coalesce(t.target_dept_ids, '{}') = '{}' and coalesce(t.target_role_ids, '{}') = '{}')
  or t.target_role_ids && (select u.role_id from app_user u where u.id = ${context.user.userId}::bigint)
  or t.target_dept_ids && array(
    with recursive up as (
      select d.id, d.parent_id from dept d join app_user u on d.id = any(u.dept_id)
      where u.id = ${context.user.userId}::bigint
      union select d.id, d.parent_id from dept d join up on d.id = up.parent_id) select id from up))`;

/** Whoever writes notices, or sees everything there is. */
export const keepsNotices = (context: Context): boolean =>
  context.allowed('notice_edit') || context.allowed('notice_add') || context.user.scope.all;

/** The same, and shown at this moment. */
export const shownToMe = (context: Context): Sql => sql`${current} and ${meantForMe(context)}`;

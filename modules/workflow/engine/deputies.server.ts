import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import type { Task } from './process-store.server.ts';

/** For whom people act now beside themselves. */
interface Deputy {
  readonly userId: string;
  /** Document types; empty: all. */
  readonly billTypes: readonly string[];
}

const splitTypes = sql`case when coalesce(bill_types, '') = '' then '{}'::text[]
  else string_to_array(replace(bill_types, ' ', ''), ',') end`;

/** Who has asked the caller to decide for them at this moment. */
export const deputies = (context: Pick<Context, 'tx' | 'user' | 'now'>): Promise<Deputy[]> =>
  context.tx.rows<Deputy>(sql`
    select user_id, ${splitTypes} as bill_types from flow_delegation
    where agent_user_id = ${context.user.userId}::bigint and start_time <= ${context.now}::timestamptz
      and end_time > ${context.now}::timestamptz`);

/** Everybody in whose name the caller acts over a document type of the row `i`: for lists. */
export const actsFor = (context: Context): Sql => sql`array(
  select ${context.user.userId}::bigint union all
  select g.user_id from flow_delegation g where g.agent_user_id = ${context.user.userId}::bigint
    and g.start_time <= ${context.now}::timestamptz and g.end_time > ${context.now}::timestamptz
    and (coalesce(g.bill_types, '') = '' or i.bill_type = any(string_to_array(replace(g.bill_types, ' ', ''), ','))))`;

/** As whom the caller may take this task: themselves, somebody they stand in for, or null where not at all. */
export function actsAs(
  task: Pick<Task, 'state' | 'assignee' | 'candidates'>,
  me: string,
  billType: string,
  standIns: readonly Deputy[],
): string | null {
  const requested = task.state === 'claimed' ? [task.assignee] : task.candidates;
  if (requested.includes(me)) return me;
  return (
    standIns.find(
      (each) => requested.includes(each.userId) && (each.billTypes.length === 0 || each.billTypes.includes(billType)),
    )?.userId ?? null
  );
}

import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { flowDelegation } from './flow-delegation.resource.ts';
import { kindOfBill } from './flow-kinds.ts';

/** One stands in for another for a time; nobody for somebody who stands in for them, however far around. */
export const flowDelegationBehaviour = behaviour(flowDelegation, {
  async beforeSave(context, { id, values }) {
    values.userId ||= context.user.userId;
    const userId = String(values.userId);
    const agent = String(values.agentUserId);
    if (userId !== context.user.userId && !context.allowed('delegation_any'))
      throw new Refused(refuse('flow.delegation-others', {}, { field: 'userId' }));
    if (agent === userId) throw new Refused(refuse('flow.person-self', {}, { field: 'agentUserId' }));
    if (String(values.endTime) <= String(values.startTime))
      throw new Refused(refuse('flow.times', {}, { field: 'endTime' }));
    const types = String(values.billTypes ?? '')
      .split(/[,，]/)
      .map((each) => each.trim())
      .filter(Boolean);
    const unknown = types.find((each) => kindOfBill(each) === undefined);
    if (unknown !== undefined)
      throw new Refused(refuse('flow.delegation-types', { name: unknown }, { field: 'billTypes' }));
    values.billTypes = types.join(',') || null;
    await requireNoCircle(context, {
      id,
      userId,
      agent,
      startTime: String(values.startTime),
      endTime: String(values.endTime),
    });
  },
  // The leave it came with stays; it names nobody to decide any more.
  beforeRemove: async (context, rows) =>
    void (await context.tx.run(
      sql`update leave set delegation_id = null
        where delegation_id = any(${rows.map((row) => String(row.id))}::bigint[])`,
    )),
  computed: {
    state: (context) =>
      sql`case when t.start_time > ${context.now}::timestamptz then 'scheduled'
        when t.end_time > ${context.now}::timestamptz then 'active' else 'ended' end`,
  },
});

/** Whoever stands in for somebody has not asked them, or whoever those asked, to stand in at the same time. */
export async function requireNoCircle(
  context: Context,
  {
    id,
    userId,
    agent,
    startTime,
    endTime,
  }: {
    readonly id: string | null;
    readonly userId: string;
    readonly agent: string;
    readonly startTime: string;
    readonly endTime: string;
  },
  field = 'agentUserId',
): Promise<void> {
  await context.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`flow.delegation:${context.tenant}`}, 0))`);
  const loop = await context.tx.row(sql`
    with recursive around as (
      select agent_user_id as at from flow_delegation
      where user_id = ${agent}::bigint and id is distinct from ${id}::bigint and start_time < ${endTime}::timestamptz
        and end_time > ${startTime}::timestamptz
      union select g.agent_user_id from flow_delegation g join around a on g.user_id = a.at
      where g.id is distinct from ${id}::bigint and g.start_time < ${endTime}::timestamptz
        and g.end_time > ${startTime}::timestamptz)
    select 1 as one from around where at = ${userId}::bigint`);
  if (loop !== undefined) throw new Refused(refuse('flow.delegation-loop', {}, { field }));
}

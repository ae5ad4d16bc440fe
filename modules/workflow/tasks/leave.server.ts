/** The sample of a process: a leave, sent to the person one chooses. */
import { readInputs } from '../../../kernel/core/contract.ts';
import type { Row } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour, type Acting } from '../../../kernel/server/behaviour.ts';
import { systemUser } from '../../../parts/jobs/tenant-tasks.ts';
import { contextOf, type Call, type Context } from '../../../kernel/server/context.ts';
import { sql, type Database, type Sql } from '../../../parts/postgres/database.ts';
import { recordById } from '../../../kernel/server/record-query.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { timelineOf, readIds, runAction } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { chainXml } from '../engine/chain.rules.ts';
import { definitionsById, deploy, latestOf, make, PLATFORM } from '../engine/definitions.server.ts';
import { flowDelegation } from '../engine/flow-delegation.resource.ts';
import { requireNoCircle } from '../engine/flow-delegation.server.ts';
import { flowKinds } from '../engine/flow-kinds.ts';
import * as calls from './leave.calls.ts';
import { leave, namedDeputy } from './leave.document.ts';

const LEAVE_KEY = 'leave';

/** Days and halves of days somebody is away; noon parts the halves. */
const daysAway = (start: string, end: string): Sql => sql`
  greatest(0.5, ${end}::date - ${start}::date + 1
    - case when ${start}::timestamp::time >= '12:00' then 0.5 else 0 end
    - case when ${end}::timestamp::time = '00:00' then 1 when ${end}::timestamp::time <= '12:00' then 0.5 else 0 end)`;

export const leaveBehaviour = behaviour(leave, {
  async beforeSave(context, { id, before, values }) {
    if (values.endTime <= values.startTime) throw new Refused(refuse('flow.times', {}, { field: 'endTime' }));
    const applicant = before?.createUser ?? context.user.userId;
    if (values.taskUser === applicant) throw new Refused(refuse('leave.self', {}, { field: 'taskUser' }));
    const row = await context.tx.row<{ days: string; overlap: string | null }>(sql`
      select ${daysAway(values.startTime, values.endTime)} as days,
        (select bill_code from leave where create_user = ${applicant}::bigint and status in ('approved', 'done')
        and start_time < ${values.endTime}::timestamptz and end_time > ${values.startTime}::timestamptz
          limit 1) as overlap`);
    if (row!.overlap !== null)
      throw new Refused(refuse('leave.overlap', { billCode: row!.overlap }, { field: 'startTime' }));
    values.days = row!.days;
    const wanted = deputyOf(values, applicant);
    if (wanted === null) Object.assign(values, { deputyFrom: null, deputyUntil: null });
    else await requireDeputy(context, wanted, id);
    values.processDefinitionId ??= (await latestOf(context, [LEAVE_KEY])).get(LEAVE_KEY)?.id ?? null;
  },
  guards: {
    nameDeputy: async (context, leaves) =>
      leaves
        .filter(({ row }) => row.createUser !== context.user.userId)
        .map(({ billCode }) => refuse('leave.not-yours', { billCode })),
  },
  actions: {
    doApply: async (context, leaves) => {
      for (const each of leaves) {
        const wanted = deputyOf(each.row, each.row.createUser);
        if (wanted !== null && wanted.endTime > context.now) await delegate(context, each, wanted);
      }
    },
    nameDeputy: async (context, leaves, input) => {
      const { values: asked } = readInputs(namedDeputy, input);
      for (const each of leaves) {
        const wanted = deputyOf({ ...each.row, ...asked }, each.row.createUser)!;
        await requireDeputy(context, wanted, each.id);
        await delegate(context, each, wanted);
      }
    },
    // Whoever does not go decides again without a deputy.
    void: async (context, leaves) => {
      const ids = leaves.flatMap(({ row }) => row.delegationId ?? []);
      await context.tx.run(sql`update leave set delegation_id = null where delegation_id = any(${ids}::bigint[])`);
      await context.tx.run(
        sql`update flow_delegation set end_time = greatest(${context.now}::timestamptz,
          start_time + interval '1 second') where id = any(${ids}::bigint[]) and end_time > ${context.now}::timestamptz
          and start_time <= ${context.now}::timestamptz`,
      );
      await context.tx.run(
        sql`delete from flow_delegation where id = any(${ids}::bigint[]) and start_time > ${context.now}::timestamptz`,
      );
    },
  },
});

interface Wanted {
  readonly userId: string;
  readonly agent: string;
  readonly startTime: string;
  readonly endTime: string;
}
/** Who is to decide for the applicant, by default for as long as they are away. */
function deputyOf(
  {
    deputyUserId,
    deputyFrom,
    deputyUntil,
    startTime,
    endTime,
  }: Pick<Row<typeof leave>, 'deputyUserId' | 'deputyFrom' | 'deputyUntil' | 'startTime' | 'endTime'>,
  userId: Id,
): Wanted | null {
  return deputyUserId === null
    ? null
    : { userId, agent: deputyUserId, startTime: deputyFrom || startTime, endTime: deputyUntil || endTime };
}

async function requireDeputy(context: Context, wanted: Wanted, leaveId: string | null): Promise<void> {
  if (wanted.agent === wanted.userId) throw new Refused(refuse('flow.person-self', {}, { field: 'deputyUserId' }));
  if (wanted.endTime <= wanted.startTime) throw new Refused(refuse('flow.times', {}, { field: 'deputyUntil' }));
  const mine =
    leaveId === null
      ? undefined
      : await context.tx.row<{ delegationId: string | null }>(
          sql`select delegation_id from leave where id = ${leaveId}::bigint`,
        );
  await requireNoCircle(context, { ...wanted, id: mine?.delegationId ?? null }, 'deputyUserId');
}

/** The delegation is the applicant's own, whoever approved the leave: they see it, and end it. */
async function delegate(
  context: Context,
  { id, billCode, row }: Acting<typeof leave>,
  { userId, agent, startTime, endTime }: Wanted,
): Promise<void> {
  const own: Context = { ...context, user: { ...context.user, userId } };
  const known = row.delegationId === null ? {} : { id: row.delegationId };
  const delegationId = await saveRecord(flowDelegation, own, {
    ...known,
    userId,
    agentUserId: agent,
    startTime,
    endTime,
    reason: `${leave.label[context.language]} ${billCode}`,
  });
  await context.tx.run(
    sql`update leave set delegation_id = ${delegationId}::bigint, deputy_user_id = ${agent}::bigint,
      deputy_from = ${startTime}::timestamptz, deputy_until = ${endTime}::timestamptz where id = ${id}::bigint`,
  );
}

const startLeave = serve(calls.startLeave, async (context, input, { body }) => {
  const given = input.processDefinitionId;
  const definition =
    given === null
      ? (await latestOf(context, [LEAVE_KEY])).get(LEAVE_KEY)
      : /^\d{1,19}$/.test(given)
        ? (await definitionsById(context, [given])).get(given)
        : undefined;
  const isLeave = definition?.category === flowKinds.find((kind) => kind.billType === LEAVE_KEY)!.category;
  if (definition === undefined || !isLeave || definition.suspensionState === 2)
    throw new Refused(refuse('leave.process', {}, { field: 'processDefinitionId' }));
  // A reason of the document itself is why it was rejected; the one of the form is why somebody is away.
  const { reason: _reason, processDefinitionId: _given, id: _id, ...rest } = body;
  const id = await saveRecord(leave, context, {
    ...rest,
    leaveReason: input.reason ?? input.leaveReason,
  });
  await context.tx.run(sql`update leave set process_definition_id = ${definition.id} where id = ${id}::bigint`);
  await runAction(leave, 'toApply', context, { ids: id });
  return true;
});

const leaveDetail = serve(calls.leaveDetail, async (context, { businessId, id: given }) => {
  const id = businessId === null ? readIds({ id: given }, 'id')[0]! : readIds({ businessId }, 'businessId')[0]!;
  // Whoever is asked may read it, wherever the applicant sits.
  const record = await recordById(context, { ...leave, scope: null }, id);
  const isMine = [record.createUser, record.applyUserId, record.taskUser].includes(context.user.userId);
  if (!isMine) await recordById(context, leave, id);
  const process = await context.tx.row<{ id: string; applicant: string | null }>(sql`
    select i.id, u.real_name as applicant from flow_instance i left
    join app_user u on u.tenant_id = i.tenant_id and u.id = i.start_user
    where i.business_resource = ${leave.name} and i.business_id = ${id}::bigint order by i.round desc limit 1`);
  const past = await timelineOf(context, leave, record);
  const reason = record.reason ?? '';
  return {
    ...record,
    ...past,
    links: [],
    rejectReason: reason,
    reason: record.status === 'rejected' ? reason : record.leaveReason,
    processInstanceId: process?.id ?? '',
    flow: { assigneeName: process?.applicant ?? String(record['createUserName'] ?? '') },
  };
});

export const leaveCalls: readonly Call[] = [startLeave, leaveDetail];

/** The process of a leave, deployed for everybody at the first start: whom one chooses decides. */
export const seedLeaveProcess = (database: Database, registry: Registry): Promise<void> =>
  database.transaction({ tenant: PLATFORM, timeZone: 'Asia/Shanghai' }, async (tx) => {
    if ((await tx.row(sql`select 1 as one from flow_common where key = ${LEAVE_KEY}`)) !== undefined) return;
    const { category } = flowKinds.find((kind) => kind.billType === LEAVE_KEY)!;
    const xml = chainXml({
      key: LEAVE_KEY,
      name: '请假审批',
      steps: [
        { id: 'approve', name: '审批', settings: { candidates: [{ kind: 'field', ref: 'taskUser' }] }, when: '' },
      ],
    });
    const at = await tx.row<{ now: string }>(sql`select now() as now`);
    const user = systemUser(PLATFORM, 'Asia/Shanghai');
    const context = contextOf({ tx, registry, user, now: at!.now, language: 'zh', requestId: 'start' });
    await deploy(context, { ...make(registry, xml, category), xml, category, modelId: null }, []);
  });

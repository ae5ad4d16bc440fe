/** The sample of a process: a leave, sent to the person one chooses. */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { sql, type Database } from '../../kernel/server/database.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import type { Registry, Services } from '../../kernel/server/registry.ts';
import { pastOf, readIds, runAction } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { chainXml } from './chain.rules.ts';
import { definitionsById, deploy, latestOf, make, PLATFORM } from './definitions.server.ts';
import { flowKinds } from './flow-kinds.ts';
import { leave } from './leave.document.ts';

const declared = leave as unknown as Declaration;
const LEAVE_KEY = 'leave';
const DAY_SECONDS = 86_400;

export const leaveBehaviour = behaviour(leave, {
  async beforeSave(context, { id, values }) {
    if (String(values['endTime']) <= String(values['startTime'])) throw new Refused(refuse('flow.times', {}, { field: 'endTime' }));
    const applicant = id === null ? context.user.userId : String(values['createUser']);
    if (String(values['taskUser']) === applicant) throw new Refused(refuse('leave.self', {}, { field: 'taskUser' }));
    const row = await context.tx.row<{ days: string; overlap: string | null }>(sql`
      select round(extract(epoch from ${String(values['endTime'])}::timestamptz - ${String(values['startTime'])}::timestamptz)::numeric / ${DAY_SECONDS}, 2) as days,
        (select bill_code from leave where create_user = ${applicant}::bigint and status in ('approved', 'done') and start_time < ${String(values['endTime'])}::timestamptz and end_time > ${String(values['startTime'])}::timestamptz limit 1) as overlap`);
    if (row!.overlap !== null) throw new Refused(refuse('leave.overlap', { billCode: row!.overlap }, { field: 'startTime' }));
    values['days'] = row!.days;
    values['processDefinitionId'] ??= (await latestOf(context, [LEAVE_KEY])).get(LEAVE_KEY)?.id ?? null;
  },
});

async function start(registry: Registry, context: Context, input: Input): Promise<boolean> {
  const given = String(input['processDefinitionId'] ?? '');
  const definition = given === '' ? (await latestOf(context, [LEAVE_KEY])).get(LEAVE_KEY) : /^\d{1,19}$/.test(given) ? (await definitionsById(context, [given])).get(given) : undefined;
  const isLeave = definition?.category === flowKinds.find((kind) => kind.billType === LEAVE_KEY)!.category;
  if (definition === undefined || !isLeave || definition.suspensionState === 2) throw new Refused(refuse('leave.process', {}, { field: 'processDefinitionId' }));
  // A reason of the document itself is why it was rejected; the one of the form is why somebody is away.
  const { reason, processDefinitionId: _given, id: _id, ...rest } = input;
  const id = await saveRecord(registry, declared, context, { ...rest, leaveReason: reason ?? input['leaveReason'] });
  await context.tx.run(sql`update leave set process_definition_id = ${definition.id} where id = ${id}::bigint`);
  await runAction(registry, declared, 'toApply', context, { ids: id });
  return true;
}

async function detail(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const id = input['businessId'] === undefined ? readIds(input, 'id')[0]! : readIds({ businessId: input['businessId'] }, 'businessId')[0]!;
  // Whoever is asked may read it, wherever the applicant sits.
  const record = await readRecord(registry, { ...declared, scope: null }, context, { id });
  const isMine = record !== undefined && [record['createUser'], record['applyUserId'], record['taskUser']].includes(context.user.userId);
  const visible = record !== undefined && (isMine || (await readRecord(registry, declared, context, { id })) !== undefined);
  if (record === undefined || !visible) throw unknownRecord(leave.label);
  const process = await context.tx.row<{ id: string; assigneeName: string | null }>(sql`
    select i.id, (select string_agg(distinct u.real_name, '、') from flow_task t join app_user u on u.tenant_id = t.tenant_id and u.id = t.assignee where t.process_instance_id = i.id and t.state in ('open', 'claimed')) as assignee_name
    from flow_instance i where i.business_resource = ${leave.name} and i.business_id = ${id}::bigint order by i.round desc limit 1`);
  return {
    ...record, ...(await pastOf(context, declared, record)), links: [], rejectReason: record['reason'] ?? '', reason: record['status'] === 'rejected' ? record['reason'] : record['leaveReason'],
    processInstanceId: process?.id ?? '', flow: { assigneeName: process?.assigneeName ?? '' },
  };
}

export const leaveCalls = ({ registry }: Services): readonly Call[] => [
  { method: 'POST', service: 'blade-desk', path: 'process/leave/start-process', permission: 'leave_add', summary: label('发起请假', 'Ask for leave'), handle: (context, input) => start(registry(), context, input) },
  { method: 'GET', service: 'blade-desk', path: 'process/leave/detail', permission: ['leave_view', 'leave_edit', 'work_todo_handle'], summary: label('请假详情', 'One leave'), handle: (context, input) => detail(registry(), context, input) },
];

/** The process of a leave, deployed for everybody at the first start: whom one chooses decides. */
export const seedLeaveProcess = (database: Database, registry: Registry): Promise<void> =>
  database.transaction({ tenant: PLATFORM, timeZone: 'Asia/Shanghai' }, async (tx) => {
    if ((await tx.row(sql`select 1 as one from flow_common where key = ${LEAVE_KEY}`)) !== undefined) return;
    const { category } = flowKinds.find((kind) => kind.billType === LEAVE_KEY)!;
    const xml = chainXml({ key: LEAVE_KEY, name: '请假审批', steps: [{ id: 'approve', name: '审批', settings: { candidates: [{ kind: 'field', ref: 'taskUser' }] }, when: '' }] });
    const at = await tx.row<{ now: string }>(sql`select now() as now`);
    const context = { tx, tenant: PLATFORM, now: at!.now, user: { userId: '0' }, requestId: 'start' } as unknown as Context;
    await deploy(context, { ...make(registry, xml, category), xml, category, modelId: null }, []);
  });

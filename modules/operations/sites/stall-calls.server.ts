/** What hangs on a stall: its serving hours and how they changed, the ways of payment it takes, and its people. */
import { day, json, ref, text, type Id } from '../../../kernel/core/field.ts';
import { readDay } from '../../../kernel/core/kinds.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { presentFields } from '../../../kernel/server/record-query.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { linesIn } from '../../../parts/http/request-input.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { intervalsFrom, type ServingInterval } from '../meals/meal-time.rules.ts';
import { operationSystem } from './sites.resource.ts';
import { timeIntervalRecord } from './time-interval-record.resource.ts';

type Row = Record<string, unknown>;

/** The stall by its own id or that of its department, within the caller's departments. */
async function stallOf(context: Context, input: Input): Promise<{ readonly id: Id; readonly deptId: Id }> {
  const given = requireId(input, input['gearOperationDeptId'] ? 'gearOperationDeptId' : 'id');
  const terms = [
    sql`(t.id = ${given}::bigint or t.gear_operation_dept_id = ${given}::bigint)`,
    ...scopeCondition(operationSystem, context),
  ];
  const row = await context.tx.row<{ id: Id; deptId: Id }>(
    sql`select t.id, t.gear_operation_dept_id as dept_id from operation_system t where ${join(terms, ' and ')}`,
  );
  if (row === undefined) throw unknownRecord(operationSystem.label);
  return row;
}

/** The hours of the body as new lines, whatever they were read from. */
function hoursIn(input: Input): ServingInterval[] {
  return linesIn(input, input['list'] ? 'list' : 'timeIntervals').map(
    ({ id: _, ...line }) => line as unknown as ServingInterval,
  );
}

/** What is refused, by the lines that were sent: they were saved behind those that stand. */
const asSent = ({ refusals }: Refused, standing: number): Refused =>
  new Refused(
    ...refusals.map((refusal) => {
      if (refusal.line === undefined || refusal.line <= standing) return refusal;
      const line = refusal.line - standing;
      return { ...refusal, line, detail: 'line' in refusal.detail ? { ...refusal.detail, line } : refusal.detail };
    }),
  );

/** `updateTimeInterval`: these hours from a day on; those that hold until then end the day before. */
const updateTimeInterval = (services: Services): Call => ({
  method: 'POST',
  service: 'gear-operation',
  path: 'gearoperationsys/updateTimeInterval',
  permission: 'gearoperationsys_edit',
  summary: label('修改营业时段', 'Change the serving hours'),
  input: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept'),
    effectiveFrom: day('生效', 'From', { optional: true }),
    reason: text('原因', 'Reason', { optional: true, max: 200 }),
    list: json('时段', 'Hours', { optional: true }),
  },
  async handle(context, input) {
    const own = await stallOf(context, input);
    const given = input['effectiveFrom'] ? readDay(String(input['effectiveFrom'])) : context.today;
    if (given === null)
      throw new Refused(
        refuse(
          'param.invalid',
          { name: 'effectiveFrom', value: input['effectiveFrom'] ?? '' },
          { field: 'effectiveFrom' },
        ),
      );
    if (given < context.today) throw new Refused(refuse('operations.interval-past', {}, { field: 'effectiveFrom' }));
    const standing = await context.tx.rows<ServingInterval & { id: Id }>(
      sql`select id, meal_type, start_time, end_time, weekdays, effective_from, effective_to, capacity from operation_system_interval where operation_system_id = ${own.id}::bigint order by line_no`,
    );
    const hours = hoursIn(input);
    const timeIntervals = intervalsFrom<ServingInterval>(standing, hours, given);
    await saveRecord(services.registry(), operationSystem, context, {
      id: own.id,
      timeIntervals,
      changedFrom: given,
      changeReason: input['reason'] ?? '',
    }).catch((error: unknown) => {
      throw error instanceof Refused ? asSent(error, timeIntervals.length - hours.length) : error;
    });
    return true;
  },
});

const looking = (
  path: string,
  zh: string,
  en: string,
  handle: (context: Context, own: { readonly id: Id; readonly deptId: Id }) => Promise<unknown>,
): Call => ({
  method: 'GET',
  service: 'gear-operation',
  path: `gearoperationsys/${path}`,
  permission: SESSION,
  chooses: operationSystem.name,
  summary: label(zh, en),
  handle: async (context, input) => handle(context, await stallOf(context, input)),
});

export const stallCalls = (services: Services): readonly Call[] => [
  looking('getTimeInterval', '档口营业时段', 'Serving hours of a stall', async (context, { id }) => {
    const rows = await context.tx.rows<Row>(sql`
      select i.id, i.meal_type, i.start_time, i.end_time, coalesce(i.weekdays, '[]') as weekdays, i.effective_from, i.effective_to, i.capacity, coalesce(i.effective_from > ${context.today}::date, false) as future
      from operation_system_interval i where i.operation_system_id = ${id}::bigint and (i.effective_to is null or i.effective_to >= ${context.today}::date) order by i.start_time`);
    return rows.map((row) => presentFields(operationSystem.lines!.timeIntervals.fields, row, context.language));
  }),
  updateTimeInterval(services),
  looking(
    'getTimeIntervalRecord',
    '营业时段变更记录',
    'How the serving hours changed, newest first',
    async (context, { deptId }) => {
      const rows = await context.tx.rows<Row>(sql`
      select r.id, r.effective_from, r.before, r.after, r.reason, r.operator_id, u.real_name as operator_name, r.operate_time from time_interval_record r left join app_user u on u.tenant_id = r.tenant_id and u.id = r.operator_id
      where r.gear_operation_dept_id = ${deptId}::bigint order by r.operate_time desc, r.id desc limit 200`);
      return rows.map((row) => presentFields(timeIntervalRecord.fields, row, context.language));
    },
  ),
  looking('getSupportPayTypes', '档口支付方式', 'Ways of payment a stall takes', async (context, { id }) => {
    const rows = await context.tx.rows<Row>(sql`
      select p.id, p.income_mode, coalesce(nullif(${context.language === 'en' ? sql`d.dict_value_en` : sql`d.dict_value`}, ''), d.dict_value, '') as income_mode_name, p.fee_rate, p.sort from operation_system_pay p
      left join dict_biz d on d.tenant_id = p.tenant_id and d.code = 'incomeMode' and d.dict_key = p.income_mode
      where p.operation_system_id = ${id}::bigint and p.enabled = 1 order by p.sort, p.line_no`);
    return rows.map((row) => presentFields(operationSystem.lines!.payTypes.fields, row, context.language));
  }),
  looking('getGearOperationUser', '档口人员', 'People of a stall', (context, { id, deptId }) =>
    context.tx.rows(sql`
    select u.id, u.account, u.real_name, case when u.id = any(o.admin_user_ids) then 1 else 0 end as is_admin, case when u.id = o.manager_user_id then 1 else 0 end as is_manager
    from app_user u join operation_system o on o.tenant_id = u.tenant_id and o.id = ${id}::bigint
    where ${deptId}::bigint = any(u.dept_id) or u.id = any(o.admin_user_ids) or u.id = o.manager_user_id order by is_admin desc, u.real_name collate pinyin, u.id limit 500`),
  ),
];

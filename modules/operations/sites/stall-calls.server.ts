/** What hangs on a stall: its serving hours and how they changed, the ways of payment it takes, and its people. */
import type { Id } from '../../../kernel/core/field.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { presentFields } from '../../../kernel/server/record-query.ts';
import { linesIn } from '../../../parts/http/request-input.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { intervalsFrom, type ServingInterval } from '../meals/meal-time.rules.ts';
import { operationSystem } from './sites.resource.ts';
import * as calls from './stall.calls.ts';
import { timeIntervalRecord } from './time-interval-record.resource.ts';

type Row = Record<string, unknown>;
const CHOICE = { chooses: operationSystem.name };

/** The stall by its own id or that of its department, within the caller's departments. */
async function stallOf(
  context: Context,
  input: { readonly id: string | null; readonly gearOperationDeptId: string | null },
): Promise<{ readonly id: Id; readonly deptId: Id }> {
  const given = requireId(input, input.gearOperationDeptId === null ? 'id' : 'gearOperationDeptId');
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

/** Hours as new lines, whatever they were read from; saving checks what stands in them. */
const newHours = (input: { readonly list: unknown; readonly timeIntervals: unknown }): ServingInterval[] =>
  linesIn(input, input.list ? 'list' : 'timeIntervals').map(({ id: _, ...line }) => line as unknown as ServingInterval);

/** What is refused, by the lines that were sent: they were saved behind those that stand. */
const asSent = ({ refusals }: Refused, current: number): Refused =>
  new Refused(
    ...refusals.map((refusal) => {
      if (refusal.line === undefined || refusal.line <= current) return refusal;
      const line = refusal.line - current;
      return { ...refusal, line, detail: 'line' in refusal.detail ? { ...refusal.detail, line } : refusal.detail };
    }),
  );

/** Those that hold until a day end the day before it. */
const changeServingHours = serve(calls.changeServingHours, async (context, input) => {
  const own = await stallOf(context, input);
  const from = input.effectiveFrom ?? context.today;
  if (from < context.today) throw new Refused(refuse('operations.interval-past', {}, { field: 'effectiveFrom' }));
  const stored = await context.tx.rows<ServingInterval & { id: Id }>(
    sql`select id, meal_type, start_time, end_time, weekdays, effective_from, effective_to, capacity
      from operation_system_interval where operation_system_id = ${own.id}::bigint order by line_no`,
  );
  const hours = newHours(input);
  const timeIntervals = intervalsFrom<ServingInterval>(stored, hours, from);
  await saveRecord(operationSystem, context, {
    id: own.id,
    timeIntervals,
    changedFrom: from,
    changeReason: input.reason ?? '',
  }).catch((error: unknown) => {
    throw error instanceof Refused ? asSent(error, timeIntervals.length - hours.length) : error;
  });
  return true;
});

export const stallCalls: readonly Call[] = [
  serve(
    calls.servingHours,
    async (context, input) => {
      const { id } = await stallOf(context, input);
      const rows = await context.tx.rows<Row>(sql`
        select i.id, i.meal_type, i.start_time, i.end_time, coalesce(i.weekdays, '[]') as weekdays, i.effective_from,
          i.effective_to, i.capacity, coalesce(i.effective_from > ${context.today}::date, false) as future
        from operation_system_interval i where i.operation_system_id = ${id}::bigint and (i.effective_to is null
          or i.effective_to >= ${context.today}::date) order by i.start_time`);
      return rows.map((row) =>
        presentFields<TypeOf<typeof calls.servingHours.answer>[number]>(
          operationSystem.lines!.timeIntervals.fields,
          row,
          context.language,
        ),
      );
    },
    CHOICE,
  ),
  changeServingHours,
  serve(
    calls.servingHourChanges,
    async (context, input) => {
      const { deptId } = await stallOf(context, input);
      const rows = await context.tx.rows<Row>(sql`
        select r.id, r.effective_from, r.before, r.after, r.reason, r.operator_id, u.real_name as operator_name,
          r.operate_time from time_interval_record r left
          join app_user u on u.tenant_id = r.tenant_id and u.id = r.operator_id
        where r.gear_operation_dept_id = ${deptId}::bigint order by r.operate_time desc, r.id desc limit 200`);
      return rows.map((row) =>
        presentFields<TypeOf<typeof calls.servingHourChanges.answer>[number]>(
          timeIntervalRecord.fields,
          row,
          context.language,
        ),
      );
    },
    CHOICE,
  ),
  serve(
    calls.stallPayTypes,
    async (context, input) => {
      const { id } = await stallOf(context, input);
      const rows = await context.tx.rows<Row>(sql`
        select p.id, p.income_mode,
          coalesce(nullif(${context.language === 'en' ? sql`d.dict_value_en` : sql`d.dict_value`}, ''), d.dict_value,
          '') as income_mode_name, p.fee_rate, p.sort from operation_system_pay p
        left join dict_biz d on d.tenant_id = p.tenant_id and d.code = 'incomeMode' and d.dict_key = p.income_mode
        where p.operation_system_id = ${id}::bigint and p.enabled = 1 order by p.sort, p.line_no`);
      return rows.map((row) =>
        presentFields<TypeOf<typeof calls.stallPayTypes.answer>[number]>(
          operationSystem.lines!.payTypes.fields,
          row,
          context.language,
        ),
      );
    },
    CHOICE,
  ),
  serve(
    calls.stallPeople,
    async (context, input) => {
      const { id, deptId } = await stallOf(context, input);
      return context.tx.rows<TypeOf<typeof calls.stallPeople.answer>[number]>(sql`
        select u.id, u.account, u.real_name, case when u.id = any(o.admin_user_ids) then 1 else 0 end as is_admin, case
          when u.id = o.manager_user_id then 1 else 0 end as is_manager
        from app_user u join operation_system o on o.tenant_id = u.tenant_id and o.id = ${id}::bigint
        where ${deptId}::bigint = any(u.dept_id) or u.id = any(o.admin_user_ids) or u.id = o.manager_user_id
        order by is_admin desc, u.real_name collate pinyin, u.id limit 500`);
    },
    CHOICE,
  ),
];

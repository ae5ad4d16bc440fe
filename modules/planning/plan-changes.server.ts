/**
 * What changed under a plan after it was reckoned (purchasing.md 3, RequirementDelta; trade-rules 4.8): meals it
 * claimed that were
 * voided or changed, and, while it is not decided, meals that were approved since. Nothing is ordered anew by itself:
 * the plan
 * says so, and a person reckons again.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Row } from '../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { join, sql, type Sql } from '../../parts/postgres/database.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { serve } from '../../kernel/server/serve.ts';
import { planTouches } from '../operations/sales-plan/plan-days.server.ts';
import { salesPlan } from '../operations/sales-plan/sales-plan.document.ts';
import { specialMeal } from '../operations/meals/special-meal.document.ts';
import { SALES_PLAN, SPECIAL_MEAL } from './meal-demands.server.ts';
import { generatedFrom, readScope } from './plan-scope.server.ts';
import { currentNeeds } from './calculate-plan.server.ts';
import * as calls from './requirement-plan.calls.ts';
import { requirementPlan } from './requirement-plan.document.ts';
import { inStandardPortions, withSize } from '../master-data/dishes/sizes/portion-sizes.server.ts';
import { lineKey } from './net-plan.rules.ts';

/** States in which meals approved since would still come into the plan. */
const OPEN = ['draft', 'rejected', 'pending'];
const SHOWN = 200;

/** A claim `c`, its line `now_*` and its document's state: `x` is null where the line is gone. */
const PLAN_STATE = sql`
  lateral (
    select p.status, d.meal_date, d.meal_type, d.dish_id, null::bigint as material_id,
      ${inStandardPortions(sql`d`)} as portions from sales_plan p
    left join sales_plan_detail d on d.sales_plan_id = p.id and d.id = c.source_line_id ${withSize(sql`d`)}
    where c.source_type = ${SALES_PLAN} and p.id = c.source_id
    union all
    select m.status, m.meal_date, m.meal_type, d.dish_id, d.material_id,
      coalesce(d.base_qty, ${inStandardPortions(sql`d`)})
    from special_meal m left join special_meal_detail d on d.special_meal_id = m.id and d.id = c.source_line_id
    ${withSize(sql`d`)}
    where c.source_type = ${SPECIAL_MEAL} and m.id = c.source_id) x`;
const VOIDED = sql`(x.status is null or x.status not in ('approved', 'done'))`;
const DIFFERS = sql`(x.portions is distinct from c.portions or x.meal_date is distinct from c.meal_date
  or x.meal_type is distinct from c.meal_type or x.dish_id is distinct from c.dish_id
    or x.material_id is distinct from c.material_id)`;

/**
 * Lines of approved meals `s` nobody has claimed and which plan `t` would cover; plans for chosen warehouses or meals
 * cover those alone.
 */
const SINCE = sql`
  (select ${SALES_PLAN}::text as source_type, s.id as source_id, s.bill_code, s.plan_name as name,
  s.gear_operation_dept_id as stall_id, s.blade_project_dept_id, d.id as line_id, d.meal_date, d.meal_type, d.portions,
  s.start_date, s.end_date
   from sales_plan s join sales_plan_detail d on d.sales_plan_id = s.id where s.status = 'approved'
   union all
   select ${SPECIAL_MEAL}, m.id, m.bill_code, m.meal_name, m.gear_operation_dept_id, m.blade_project_dept_id, d.id,
     m.meal_date, m.meal_type, d.portions, m.meal_date, m.meal_date
   from special_meal m join special_meal_detail d on d.special_meal_id = m.id where m.status = 'approved') s`;
const COVERED = sql`
  t.plan_type = 'meal' and t.status = any(${OPEN}) and coalesce(cardinality(t.warehouse_ids), 0) = 0
  and coalesce(jsonb_array_length(t.generate_param -> 'salesPlanIds'), 0) +
    coalesce(jsonb_array_length(t.generate_param -> 'specialMealIds'), 0) = 0
  and ${planTouches(sql`s`, sql`t.start_date`, sql`t.end_date`)}
  and s.meal_date between t.start_date and t.end_date and s.blade_project_dept_id = any(t.blade_project_dept_ids)
  and (coalesce(t.meal_types, '') = '' or s.meal_type = any(string_to_array(t.meal_types, ',')))
  and not exists (select 1 from plan_claim c where c.source_type = s.source_type and c.source_id = s.source_id
    and c.source_line_id = s.line_id and c.released_time is null)`;

/** The plan `t` no longer says what its meals say. */
export const isChanged: Sql = sql`(t.status <> 'void' and (
  exists (select 1 from plan_claim c left join ${PLAN_STATE} on true
  where c.holder_id = t.id and c.released_time is null and (${VOIDED} or ${DIFFERS}))
  or exists (select 1 from ${SINCE} where ${COVERED})))`;

/** Whether a plan no longer says what its meals say. */
export const hasChanged = async (context: Context, planId: Id): Promise<boolean> =>
  (await context.tx.row(
    sql`select 1 as one from requirement_plan t where t.id = ${planId}::bigint and ${isChanged}`,
  )) !== undefined;

type Change = Omit<TypeOf<typeof calls.planState.answer>['changes'][number], 'link'>;

/** What changed, the documents that went first, then lines, then what is new. */
async function changesOf(context: Context, planId: Id): Promise<Change[]> {
  const documents = sql`
    left join sales_plan p on c.source_type = ${SALES_PLAN} and p.id = c.source_id left
      join special_meal m on c.source_type = ${SPECIAL_MEAL} and m.id = c.source_id
        join dept g on g.id = c.stall_dept_id`;
  const named = sql`c.source_type, c.source_id, coalesce(p.bill_code, m.bill_code, '') as bill_code,
    coalesce(m.meal_name, p.plan_name, '') as name, g.dept_name as stall_name`;
  const voided = await context.tx.rows<Change>(sql`
    select 'void' as cause, ${named}, '' as meal_date, '' as meal_type, '' as dish_name, count(*)::integer as lines,
      sum(c.portions) as before, 0::numeric as after
    from plan_claim c left join ${PLAN_STATE} on true ${documents} where c.holder_id = ${planId}::bigint
      and c.released_time is null and ${VOIDED}
    group by 2, 3, 4, 5, 6 order by 4`);
  const changed = await context.tx.rows<Change>(sql`
    select 'change' as cause, ${named}, c.meal_date::text as meal_date, c.meal_type, coalesce(f.name, a.name,
      '') as dish_name, 1 as lines, c.portions as before, coalesce(x.portions, 0) as after
    from plan_claim c left join ${PLAN_STATE} on true ${documents} left join dish f on f.id = c.dish_id left
    join material a on a.id = c.material_id
    where c.holder_id = ${planId}::bigint and c.released_time is null
      and not ${VOIDED} and ${DIFFERS} order by c.nr limit ${SHOWN}`);
  const since = await context.tx.rows<Change>(sql`
    select 'new' as cause, s.source_type, s.source_id, s.bill_code, coalesce(s.name, '') as name,
      g.dept_name as stall_name, '' as meal_date, '' as meal_type, '' as dish_name, count(*)::integer as lines,
      0::numeric as before, sum(s.portions) as after
    from requirement_plan t join ${SINCE} on ${COVERED} join dept g on g.id = s.stall_id where t.id = ${planId}::bigint
    group by 2, 3, 4, 5, 6 order by 4`);
  return [...voided, ...changed, ...since];
}

/** The plan, where the caller may see it. */
async function planOf(context: Context, id: Id): Promise<Row<typeof requirementPlan>> {
  const terms = [sql`t.id = ${id}::bigint`, ...scopeCondition(requirementPlan, context)];
  const row = await context.tx.row<Row<typeof requirementPlan>>(
    sql`select t.* from requirement_plan t where ${join(terms, ' and ')}`,
  );
  if (row === undefined) throw unknownRecord(requirementPlan.label);
  return row;
}

export const planState = serve(calls.planState, async (context, input) => {
  const plan = await planOf(context, input.id);
  const changes = await changesOf(context, plan.id);
  const cutOff = await context.tx.row<{
    next: string | null;
    nextLines: number;
    late: number;
    undeliverable: number;
  }>(sql`
    with open as (
      select order_before, delivery_note from requirement_plan_detail
      where requirement_plan_id = ${plan.id}::bigint and line_status = 'open' and plan_qty > 0),
    ahead as (select min(order_before) as next from open where order_before >= ${context.now}::timestamptz)
    select a.next, (select count(*)::integer from open
    where order_before = a.next) as next_lines, (select count(*)::integer from open
    where order_before < ${context.now}::timestamptz) as late,
      (select count(*)::integer from open where delivery_note is not null) as undeliverable from ahead a`);
  return {
    now: context.now,
    at: plan.snapshotTime ?? '',
    cutOff: { nextLines: 0, late: 0, undeliverable: 0, ...cutOff, next: cutOff?.next ?? '' },
    changes: changes.map((change) => ({
      ...change,
      link: `${(change.sourceType === SPECIAL_MEAL ? specialMeal : salesPlan).path}/${change.sourceId}`,
    })),
  };
});

export const planDelta = serve(calls.planDelta, async (context, input) => {
  const plan = await planOf(context, input.id);
  const scope = await readScope(context, {}, generatedFrom(plan));
  const needs = await currentNeeds(context, scope, plan.id);
  const stored = await context.tx.rows<{
    warehouseId: Id;
    materialId: Id;
    needDate: string;
    oldQty: DecimalText;
    orderedQty: DecimalText;
    changeableUntil: string | null;
  }>(sql`
    select warehouse_id, material_id, need_date, coalesce(gross_qty, 0) as old_qty,
      ordered_qty * factor as ordered_qty, order_before as changeable_until
    from requirement_plan_detail where requirement_plan_id = ${plan.id}::bigint and manual_flag = 0
    order by need_date, material_id`);
  const now = new Map(needs.map((need) => [lineKey(need), need]));
  const then = new Map(stored.map((line) => [lineKey({ ...line, date: line.needDate }), line]));
  const fresh = needs
    .filter((need) => !then.has(lineKey(need)))
    .map((need) => ({
      warehouseId: need.warehouseId,
      materialId: need.materialId,
      needDate: need.date,
      oldQty: '0',
      orderedQty: '0',
      changeableUntil: null,
    }));
  const rows = [...stored, ...fresh]
    .map((line) => ({ ...line, newQty: now.get(lineKey({ ...line, date: line.needDate }))?.qty ?? Decimal.zero }))
    .filter((line) => !line.newQty.equals(Decimal.of(line.oldQty)));
  const names = await context.tx.rows<{ kind: 'w' | 'm'; id: Id; name: string; unitName: string }>(sql`
    select 'w' as kind, id, name, '' as unit_name from warehouse
    where id = any(${rows.map((row) => row.warehouseId)}::bigint[])
    union all select 'm', m.id, m.called, u.called from material m join material_unit u on u.id = m.base_unit_id
    where m.id = any(${rows.map((row) => row.materialId)}::bigint[])`);
  const nameOf = new Map(names.map((row) => [`${row.kind} ${row.id}`, row]));
  return rows.map((row) => ({
    ...row,
    warehouseName: nameOf.get(`w ${row.warehouseId}`)?.name ?? '',
    materialName: nameOf.get(`m ${row.materialId}`)?.name ?? '',
    baseUnitName: nameOf.get(`m ${row.materialId}`)?.unitName ?? '',
    orderedQty: Decimal.of(row.orderedQty).rounded(6).toString(),
    newQty: row.newQty.toString(),
    diffQty: row.newQty.minus(Decimal.of(row.oldQty)).toString(),
    changeableUntil: row.changeableUntil ?? '',
  }));
});

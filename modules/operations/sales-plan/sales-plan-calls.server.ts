/**
 * Calls of the week grid: the whole plan at once, its check while typing, its dishes with what they need, and the
 * week copied.
 */
import type { Id } from '../../../kernel/core/field.ts';
import { readDay } from '../../../kernel/core/kinds.ts';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { notPermitted, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { recordById } from '../../../kernel/server/record-query.ts';
import { runAction, timelineOf } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dayPlus, daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import * as calls from './sales-plan.calls.ts';
import { salesPlan } from './sales-plan.document.ts';
import { checkPlan } from './sales-plan.server.ts';
import { menusForPlan, menusOfPlan } from './plan-menus.server.ts';
import { planMoneyOf } from './plan-money.server.ts';
import { dishesWithNeeds } from './sales-plan-needs.server.ts';

type MealTotal = TypeOf<typeof calls.planInFull>['totals'][number];

/** The plan with its lines, timeline, the totals of its meals and the menus it was filled from. */
async function planInFull(context: Context, id: Id) {
  const plan = await recordById(context, salesPlan, id);
  const totals = await context.tx.rows<MealTotal>(sql`
    select meal_date, meal_type, count(*)::integer as dishes, sum(portions) as portions,
      sum(income_amount) as income_amount
    from sales_plan_detail where sales_plan_id = ${id}::bigint group by meal_date, meal_type
    order by meal_date, meal_type`);
  return { ...plan, ...(await timelineOf(context, salesPlan, plan)), totals, menus: await menusOfPlan(context, id) };
}

/** The plan a call names under either name, of which `gearSalesPlanId` comes first. */
const planId = (input: { readonly id: string | null; readonly gearSalesPlanId: string | null }): Id =>
  requireId(input, input.gearSalesPlanId === null ? 'id' : 'gearSalesPlanId');

/** A day that must be named; refuses `param.invalid`. */
function requireDay(given: string | null, name: string): string {
  const day = readDay(given ?? '');
  if (day === null) throw new Refused(refuse('param.invalid', { name, value: given ?? '' }, { field: name }));
  return day;
}

/** The body is the plan itself: what it leaves out stays as it is stored. */
async function save(context: Context, input: { readonly id: unknown; readonly isApply: string | null }, body: Input) {
  if (!context.allowed(input.id === null ? 'gearsalesplan_add' : 'gearsalesplan_edit')) throw notPermitted();
  const id = await saveRecord(salesPlan, context, body);
  if (input.isApply === '1') {
    if (!context.allowed('gearsalesplan_to_apply')) throw notPermitted();
    await runAction(salesPlan, 'toApply', context, { ids: [id] });
  }
  return planInFull(context, id);
}

const check = serve(
  calls.checkPlan,
  async (context, input) => {
    const id =
      input.id === null && input.gearSalesPlanId === null
        ? null
        : requireId(input, input.id === null ? 'gearSalesPlanId' : 'id');
    const stored = id === null ? null : await recordById(context, salesPlan, id);
    const gearOperationDeptId = requireId(
      { gearOperationDeptId: input.gearOperationDeptId ?? stored?.gearOperationDeptId },
      'gearOperationDeptId',
    );
    const startDate = requireDay(input.startDate ?? stored?.startDate ?? null, 'startDate');
    const endDate = requireDay(input.endDate ?? stored?.endDate ?? null, 'endDate');
    const lines = (input.details ?? stored?.details ?? []).map((line) => ({
      mealDate: line.mealDate ?? '',
      mealType: line.mealType ?? '',
      dishId: requireId({ dishId: line.dishId }, 'dishId'),
    }));
    const billCode = stored?.billCode ?? '';
    const refusals = await checkPlan(context, { id, billCode, gearOperationDeptId, startDate, endDate }, lines);
    const items = refusals.map((refusal) => {
      const line = refusal.line === undefined ? undefined : lines[refusal.line - 1];
      return {
        level: 'error',
        code: refusal.code,
        line: refusal.line ?? null,
        field: refusal.field ?? '',
        date: line?.mealDate ?? '',
        mealType: line?.mealType ?? '',
        dishId: line?.dishId ?? '',
        msg: sentenceOf(refusal, context.language),
      };
    });
    return { pass: items.length === 0, errors: items.length, warnings: 0, items };
  },
  { reads: true },
);

/** What can no longer be planned is left out and named. */
const copyWeek = serve(calls.copyWeek, async (context, input) => {
  const source = await planInFull(context, planId(input));
  const startDate = requireDay(input.startDate, 'startDate');
  const gearOperationDeptId =
    input.gearOperationDeptId === null ? source.gearOperationDeptId : requireId(input, 'gearOperationDeptId');
  const taken = await context.tx.row<{ billCode: string }>(sql`
    select bill_code from sales_plan where gear_operation_dept_id = ${gearOperationDeptId}::bigint
      and start_date = ${startDate}::date and status <> 'void' limit 1`);
  if (taken !== undefined)
    throw new Refused(
      refuse('operations.plan-target-taken', { startDate, billCode: taken.billCode }, { field: 'startDate' }),
    );
  const daysLater = daysBetween(source.startDate, startDate);
  const frozenDishes = await context.tx.rows<{ id: Id }>(
    sql`select id from dish where frozen = 1 and id = any(${source.details.map((line) => line.dishId)}::bigint[])`,
  );
  const frozen = new Set(frozenDishes.map((dish) => dish.id));
  const menus = new Set(
    gearOperationDeptId === source.gearOperationDeptId
      ? source.menus.filter((menu) => menu.frozen === 0).map((menu) => menu.id)
      : [],
  );
  const id = await saveRecord(salesPlan, context, {
    gearOperationDeptId,
    startDate,
    endDate: dayPlus(source.endDate, daysLater),
    details: source.details
      .filter((line) => !frozen.has(line.dishId))
      .map(({ mealType, dishId, portionGroup, portions, price, mealDate, menuTemplateId }) => ({
        mealType,
        dishId,
        portionGroup,
        portions,
        price,
        mealDate: dayPlus(mealDate, daysLater),
        menuTemplateId: menuTemplateId !== null && menus.has(menuTemplateId) ? menuTemplateId : null,
      })),
  });
  return {
    ...(await planInFull(context, id)),
    skipped: source.details
      .filter((line) => frozen.has(line.dishId))
      .map(({ dishId, dishName, mealDate, mealType }) => ({ dishId, dishName: String(dishName), mealDate, mealType })),
  };
});

export const salesPlanCalls: readonly Call[] = [
  serve(calls.savePlan, (context, input, { body }) => save(context, input, body)),
  serve(calls.submitPlan, (context, input, { body }) => save(context, input, body)),
  serve(calls.planDetail, async (context, input) => planInFull(context, planId(input))),
  check,
  serve(calls.planNeeds, async (context, input) => {
    const plan = await recordById(context, salesPlan, requireId(input, 'gearSalesPlanId'));
    return dishesWithNeeds(context, plan.gearOperationDeptId, plan.details, plan.startDate);
  }),
  serve(calls.moneyOfPlan, (context, input) => planMoneyOf(context, planId(input))),
  copyWeek,
  serve(calls.menusForPlan, async (context, input) => {
    const gearId = requireId(input, 'gearOperationDeptId');
    const from = requireDay(input.startDate, 'startDate');
    return menusForPlan(context, gearId, from, requireDay(input.endDate, 'endDate'));
  }),
];

/** Calls of the week grid: the whole plan at once, its check while typing, its dishes with what they need, and the week copied. */
import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf } from '../../../kernel/core/refusal.ts';
import { notPermitted, unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readRecord } from '../../../kernel/server/record-query.ts';
import { linesIn } from '../../../parts/http/request-input.ts';
import type { Registry, Services } from '../../../kernel/server/registry.ts';
import { runAction, pastOf } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { readDay } from '../../../kernel/core/kinds.ts';
import { dayPlus, daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import { requireId } from '../../master-data/units/unit-calls.server.ts';
import { salesPlan } from './sales-plan.document.ts';
import { checkPlan, headOf } from './sales-plan.server.ts';
import { menusForPlan, menusOfPlan } from './plan-menus.server.ts';
import { dishesWithNeeds } from './sales-plan-needs.server.ts';

const EDIT = ['gearsalesplan_add', 'gearsalesplan_edit'];

export const salesPlanCalls = ({ registry }: Services): readonly Call[] => {
  const save = (path: 'saveOrUpdate' | 'submit'): Call => ({
    method: 'POST',
    service: 'gear-operation',
    path: `gearsalesplan/${path}`,
    permission: EDIT,
    summary: label('保存营销计划（整周）', 'Save a sales plan, the whole week'),
    handle: async (context, input) => {
      if (!context.allowed(input['id'] ? 'gearsalesplan_edit' : 'gearsalesplan_add')) throw notPermitted();
      const id = await saveRecord(registry(), salesPlan, context, input);
      if (String(input['isApply'] ?? '') === '1') {
        if (!context.allowed('gearsalesplan_to_apply')) throw notPermitted();
        await runAction(registry(), salesPlan, 'toApply', context, { ids: [id] });
      }
      return planInFull(registry(), context, id);
    },
  });
  return [
    save('saveOrUpdate'),
    save('submit'),
    {
      method: 'GET',
      service: 'gear-operation',
      path: 'gearsalesplan/getDetail',
      permission: ['gearsalesplan_view', 'gearsalesplan_edit'],
      summary: label('营销计划详情', 'One sales plan'),
      handle: (context, input) =>
        planInFull(registry(), context, requireId(input, input['gearSalesPlanId'] ? 'gearSalesPlanId' : 'id')),
    },
    {
      method: 'POST',
      service: 'gear-operation',
      path: 'gearsalesplan/verifyMarketingPlan',
      permission: ['gearsalesplan_view', ...EDIT],
      reads: true,
      summary: label('检查营销计划', 'Check a sales plan, saved or not'),
      handle: (context, input) => verify(registry(), context, input),
    },
    {
      method: 'GET',
      service: 'gear-operation',
      path: 'gearsalesplan/viewDish',
      permission: ['gearsalesplan_view', 'gearsalesplan_edit'],
      summary: label('营销计划的菜品与用料', 'Dishes of a sales plan and what they need'),
      handle: async (context, input) => {
        const plan = await planInFull(registry(), context, requireId(input, 'gearSalesPlanId'));
        return dishesWithNeeds(
          context,
          String(plan['gearOperationDeptId']),
          plan['details'] as readonly Record<string, unknown>[],
        );
      },
    },
    {
      method: 'POST',
      service: 'gear-operation',
      path: 'gearsalesplan/copyWeek',
      permission: 'gearsalesplan_add',
      summary: label('复制到另一周', 'Copy a week to another'),
      handle: (context, input) => copyWeek(registry(), context, input),
    },
    {
      method: 'GET',
      service: 'gear-operation',
      path: 'gearsalesplan/menus',
      permission: EDIT,
      summary: label(
        '档口启用的菜谱及其在计划日期的菜品',
        'Menus in use for a stall, and their dishes on the days of a plan',
      ),
      handle: menusForPlan,
    },
  ];
};

/** The plan with its lines, timeline and the cells of its grid: day → meal → portions and income. */
async function planInFull(registry: Registry, context: Context, id: Id): Promise<Record<string, unknown>> {
  const plan = await readRecord(registry, salesPlan, context, { id });
  if (plan === undefined) throw unknownRecord(salesPlan.label);
  return {
    ...plan,
    ...(await pastOf(context, salesPlan, plan)),
    totals: await mealTotals(context, id),
    menus: await menusOfPlan(context, id),
  };
}

const mealTotals = (context: Context, id: Id): Promise<unknown[]> =>
  context.tx.rows(sql`
  select meal_date, meal_type, count(*)::integer as dishes, sum(portions) as portions, sum(income_amount) as income_amount
  from sales_plan_detail where sales_plan_id = ${id}::bigint group by meal_date, meal_type order by meal_date, meal_type`);

/** Errors as sentences with their cell; a plan by its id, or as it stands on the screen. */
async function verify(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const id = input['id']
    ? requireId(input, 'id')
    : input['gearSalesPlanId']
      ? requireId(input, 'gearSalesPlanId')
      : null;
  const stored = id === null ? null : await planInFull(registry, context, id);
  const plan: Readonly<Record<string, unknown>> = { ...stored, ...input };
  requireId(plan, 'gearOperationDeptId');
  const [startDate, endDate] = ['startDate', 'endDate'].map((name) => {
    const day = readDay(String(plan[name] ?? ''));
    if (day === null) throw new Refused(refuse('param.invalid', { name, value: plan[name] ?? '' }, { field: name }));
    return day;
  }) as [string, string];
  const lines = linesIn(plan).map((line) => ({
    mealDate: String(line['mealDate'] ?? ''),
    mealType: String(line['mealType'] ?? ''),
    dishId: requireId(line, 'dishId'),
  }));
  const refusals = await checkPlan(
    context,
    { ...headOf({ ...plan, startDate, endDate }), id, billCode: String(plan['billCode'] ?? '') },
    lines,
  );
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
}

/** A new draft with the same meals, dishes and portions, so many days later; what can no longer be planned is left out and named. */
async function copyWeek(registry: Registry, context: Context, input: Input): Promise<unknown> {
  const source = await planInFull(
    registry,
    context,
    requireId(input, input['gearSalesPlanId'] ? 'gearSalesPlanId' : 'id'),
  );
  const startDate = readDay(String(input['startDate'] ?? ''));
  if (startDate === null)
    throw new Refused(
      refuse('param.invalid', { name: 'startDate', value: input['startDate'] ?? '' }, { field: 'startDate' }),
    );
  const gearOperationDeptId = input['gearOperationDeptId']
    ? requireId(input, 'gearOperationDeptId')
    : String(source['gearOperationDeptId']);
  const standing = await context.tx.row<{ billCode: string }>(sql`
    select bill_code from sales_plan where gear_operation_dept_id = ${gearOperationDeptId}::bigint and start_date = ${startDate}::date and status <> 'void' limit 1`);
  if (standing !== undefined)
    throw new Refused(
      refuse('operations.plan-target-taken', { startDate, billCode: standing.billCode }, { field: 'startDate' }),
    );
  const later = daysBetween(String(source['startDate']), startDate);
  const details = source['details'] as readonly Record<string, unknown>[];
  const frozen = new Set(
    (
      await context.tx.rows<{ id: Id }>(
        sql`select id from dish where frozen = 1 and id = any(${details.map((line) => String(line['dishId']))}::bigint[])`,
      )
    ).map((dish) => dish.id),
  );
  const kept = details.filter((line) => !frozen.has(String(line['dishId'])));
  const menus = new Set(
    (await menusOfPlan(context, String(source['id'])))
      .filter((menu) => menu.frozen === 0 && gearOperationDeptId === String(source['gearOperationDeptId']))
      .map((menu) => menu.id),
  );
  const id = await saveRecord(registry, salesPlan, context, {
    gearOperationDeptId,
    startDate,
    endDate: dayPlus(String(source['endDate']), later),
    details: kept.map(({ mealType, dishId, portionGroup, portions, price, mealDate, menuTemplateId }) => ({
      mealType,
      dishId,
      portionGroup,
      portions,
      price,
      mealDate: dayPlus(String(mealDate), later),
      menuTemplateId: menus.has(String(menuTemplateId)) ? menuTemplateId : null,
    })),
  });
  return {
    ...(await planInFull(registry, context, id)),
    skipped: details
      .filter((line) => frozen.has(String(line['dishId'])))
      .map((line) => ({
        dishId: line['dishId'],
        dishName: line['dishName'],
        mealDate: line['mealDate'],
        mealType: line['mealType'],
      })),
  };
}

/** Sales plans: saved a week at a time, checked before they are sent and again before they are approved. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import { cookingRefusals } from '../../master-data/dishes/authorised-dishes.server.ts';
import { dishFacts } from '../../master-data/dishes/dish-facts.server.ts';
import { menusMeantFor } from '../../master-data/menus/menu-template-calls.server.ts';
import { offShelfRefusals } from '../goods-systems/shelf.server.ts';
import { openStall } from '../sites/ancestors.server.ts';
import { stallPlaces } from '../meals/meals.server.ts';
import { planTouches } from './plan-days.server.ts';
import { menusOfPlan } from './plan-menus.server.ts';
import { salesPlan } from './sales-plan.document.ts';
import { DAYS_MAX, planRefusals, type PlannedDish } from './sales-plan.rules.ts';

export const salesPlanBehaviour = behaviour(salesPlan, {
  async beforeSave(context, saving) {
    const { values } = saving;
    const days = daysBetween(values.startDate, values.endDate);
    if (days < 0 || days >= DAYS_MAX) throw new Refused(refuse('operations.plan-period', {}, { field: 'endDate' }));
    await setPlace(context, values);
    const sent = savingLines(saving, 'details');
    if (sent === undefined) return;
    await requireMenus(context, values.gearOperationDeptId, sent);
    const lines = await pricedLines(context, await withStoredIds(context, saving.id, sent));
    saving.lines['details'] = lines;
    values.planPortions = Decimal.sum(lines.map((line) => Decimal.of(line.values.portions))).toString();
    values.planIncome = Decimal.sum(lines.map((line) => Decimal.of(line.values.incomeAmount))).toString();
  },
  actions: {
    toApply: (context, documents) => problemsOf(context, documents),
    doApply: (context, documents) => problemsOf(context, documents),
    async void(context, documents) {
      const served = await context.tx.rows<{ billCode: string }>(sql`
        select p.bill_code from sales_plan p where p.id = any(${documents.map((document) => document.id)}::bigint[])
          and exists (select 1 from sales_plan_detail d
            where d.sales_plan_id = p.id and d.meal_date <= ${context.today}::date) order by p.id`);
      return served.map(({ billCode }) => refuse('operations.plan-served', { billCode }));
    },
  },
  detail: async (context, row) => ({ menus: await menusOfPlan(context, row.id) }),
  filters: {
    /** Plans that touch a day. */
    validOn: (value) => sql`(t.start_date <= ${value}::date and t.end_date >= ${value}::date)`,
    dishId: (value) =>
      sql`exists (select 1 from sales_plan_detail d where d.sales_plan_id = t.id and d.dish_id::text = ${value})`,
  },
});

type Plan = Saving<typeof salesPlan>;
type PlanLine = NonNullable<ReturnType<typeof savingLines<typeof salesPlan, 'details'>>>[number];

/** The stall's place in the tree, the site's profile, and a name to find the plan by. */
async function setPlace(context: Context, values: Plan['values']): Promise<void> {
  const { deptName, ...place } = await openStall(context, values.gearOperationDeptId);
  const site = await context.tx.row<{ id: Id }>(
    sql`select id from project_dept_system where blade_project_dept_id = ${place.bladeProjectDeptId}::bigint`,
  );
  Object.assign(values, place, { projectDeptSysId: site?.id ?? null });
  values.planName ??= `${deptName} ${values.startDate}~${values.endDate}`.slice(0, 60);
}

type LineKey = Pick<PlanLine['values'], 'mealDate' | 'mealType' | 'dishId' | 'portionGroup'>;
const keyOf = ({ mealDate, mealType, dishId, portionGroup }: LineKey): string =>
  [mealDate, mealType, dishId, portionGroup].join('|');

/**
 * A grid sends its cells without ids: a line of the same day, meal, dish and size stays the line it was, so what refers
 * to it stays right.
 */
async function withStoredIds(context: Context, planId: Id | null, lines: readonly PlanLine[]): Promise<PlanLine[]> {
  const stored =
    planId === null
      ? []
      : await context.tx.rows<LineKey & { id: Id }>(
          sql`select id, meal_date, meal_type, dish_id, portion_group from sales_plan_detail
            where sales_plan_id = ${planId}::bigint`,
        );
  const idOf = new Map(stored.map((line) => [keyOf(line), line.id]));
  return lines.map((line) => ({ ...line, id: line.id ?? idOf.get(keyOf(line.values)) ?? null }));
}

/** The menus lines come from were approved for the stall. */
async function requireMenus(context: Context, stallId: Id, lines: readonly PlanLine[]): Promise<void> {
  const named = lines.map((line) => line.values.menuTemplateId);
  const meant = await menusMeantFor(
    context,
    stallId,
    [...new Set(named)].filter((id) => id !== null),
  );
  const refusals = named.flatMap((id, index) =>
    id === null || meant.has(id)
      ? []
      : [refuse('operations.plan-menu', { line: index + 1 }, { line: index + 1, field: 'menuTemplateId' })],
  );
  if (refusals.length > 0) throw new Refused(...refusals);
}

/** Lines with their price, the dish's own where none is typed, and what they bring in. Refuses those without either. */
async function pricedLines(context: Context, lines: readonly PlanLine[]) {
  const rows = await context.tx.rows<{ id: Id; name: string; salePrice: DecimalText | null }>(sql`
    select id, name, sale_price from dish where id = any(${lines.map((line) => line.values.dishId)}::bigint[])`);
  const dishes = new Map(rows.map((dish) => [dish.id, dish]));
  const refusals: Refusal[] = [];
  const priced = lines.map(({ id, values }, index) => {
    const dish = dishes.get(values.dishId);
    const price = values.price ?? dish?.salePrice ?? null;
    if (price === null && dish !== undefined)
      refusals.push(
        refuse(
          'operations.plan-price-missing',
          { line: index + 1, dish: dish.name },
          { line: index + 1, field: 'price' },
        ),
      );
    const income = Decimal.of(values.portions).times(Decimal.of(price ?? '0'));
    return { id, values: { ...values, price, incomeAmount: income.rounded(2).toString() } };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  return priced;
}

/**
 * The check of sent and approved plans. The stalls are locked first, so that two plans for one meal cannot both pass.
 */
async function problemsOf(context: Context, documents: readonly Acting<typeof salesPlan>[]): Promise<Refusal[]> {
  const stallIds = [...new Set(documents.map((document) => document.row.gearOperationDeptId))];
  await context.tx.run(sql`select 1 from dept where id = any(${stallIds}::bigint[]) order by id for no key update`);
  const lines = Map.groupBy(
    await context.tx.rows<PlannedDish & { salesPlanId: Id }>(sql`
    select sales_plan_id, meal_date, meal_type, dish_id from sales_plan_detail
    where sales_plan_id = any(${documents.map((document) => document.id)}::bigint[]) order by sales_plan_id, line_no`),
    (line) => line.salesPlanId,
  );
  const refusals: Refusal[] = [];
  for (const document of documents) {
    const found = await checkPlan(
      context,
      { ...document.row, id: document.id, billCode: document.billCode },
      lines.get(document.id) ?? [],
    );
    refusals.push(...found);
  }
  return refusals;
}

interface PlanHead {
  readonly id: Id | null;
  readonly billCode: string;
  readonly gearOperationDeptId: Id;
  readonly startDate: string;
  readonly endDate: string;
}

/** Everything that speaks against a plan, saved or not. */
export async function checkPlan(context: Context, plan: PlanHead, lines: readonly PlannedDish[]): Promise<Refusal[]> {
  const taken = await context.tx.rows<{ meal: string; billCode: string }>(sql`
    select distinct d.meal_date || '|' || d.meal_type as meal, p.bill_code from sales_plan p
    join sales_plan_detail d on d.sales_plan_id = p.id
    where p.gear_operation_dept_id = ${plan.gearOperationDeptId}::bigint
      and p.status in ('pending', 'approved', 'done') and p.id <> ${plan.id ?? '0'}::bigint
      and ${planTouches(sql`p`, sql`${plan.startDate}::date`, sql`${plan.endDate}::date`)}
      and d.meal_date between ${plan.startDate}::date and ${plan.endDate}::date`);
  const refusals = planRefusals(lines, {
    billCode: plan.billCode,
    startDate: plan.startDate,
    endDate: plan.endDate,
    intervals: (await stallPlaces(context, [plan.gearOperationDeptId])).get(plan.gearOperationDeptId)?.intervals ?? [],
    dishes: await dishFacts(
      context,
      lines.map((line) => line.dishId),
    ),
    taken: new Map(taken.map((row) => [row.meal, row.billCode])),
    mealName,
  });
  return [
    ...refusals,
    ...(await offShelfRefusals(context, plan.gearOperationDeptId, lines)),
    ...(await cookingRefusals(
      context,
      lines.map((line, index) => ({
        line: index + 1,
        dishId: line.dishId,
        deptId: plan.gearOperationDeptId,
        date: line.mealDate,
      })),
    )),
  ];
}

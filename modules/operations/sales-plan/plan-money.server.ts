/** The money of a sales plan for whoever decides on it: what it costs and leaves, beside the stall's week before. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { TypeOf, WholeRecord } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readPage, recordById } from '../../../kernel/server/record-query.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { sizesOf } from '../../master-data/dishes/sizes/portion-sizes.server.ts';
import { deptsUpwards } from '../../master-data/dishes/dish.server.ts';
import { costPrices, portionCosts } from '../../suppliers/dish-cost.server.ts';
import { planMoney, type PlannedDish } from './plan-money.rules.ts';
import type { moneyOfPlan } from './sales-plan.calls.ts';
import { salesPlan } from './sales-plan.document.ts';

/** Whoever may see what dishes cost. */
export const seesDishCosts = (context: Context): boolean => context.allowed('dish_cost_view');

type Plan = WholeRecord<typeof salesPlan>;
type Answer = TypeOf<typeof moneyOfPlan.answer>;
const WEEK = 7;

/** Portions and income of a plan and of the same stall's before; what they cost, for who may see it. */
export async function planMoneyOf(context: Context, id: Id): Promise<Answer> {
  const plan = await recordById(context, salesPlan, id);
  const before = await weekBefore(context, plan);
  const now = await figuresOf(context, plan);
  return { now, before: before === undefined ? null : await figuresOf(context, before) };
}

/** The last plan of the same stall that began within the week before, as far as the person may see it. */
async function weekBefore(context: Context, plan: Plan): Promise<Plan | undefined> {
  const { records } = await readPage(salesPlan, context, {
    gearOperationDeptId_equal: plan.gearOperationDeptId,
    startDate_datege: dayPlus(plan.startDate, -WEEK),
    startDate_datelt: plan.startDate,
    status: 'pending,approved,done',
    descs: 'startDate',
    size: 1,
  });
  return records[0] === undefined ? undefined : recordById(context, salesPlan, records[0].id);
}

async function figuresOf(context: Context, plan: Plan): Promise<Answer['now']> {
  const { id, billCode, startDate } = plan;
  const seen = seesDishCosts(context);
  const { portions, income, ...money } = planMoney(await plannedDishes(context, plan, seen));
  return {
    id,
    billCode,
    startDate,
    days: new Set(plan.details.map((line) => line.mealDate)).size,
    portions: portions.toString(),
    income: income.toFixed(2),
    ...(seen
      ? {
          money: {
            cost: money.cost.toFixed(2),
            foodCostPct: money.percent?.toString() ?? null,
            margin: money.margin.toFixed(2),
            targetFoodCost: money.target?.toString() ?? null,
            unknown: money.unknown,
          },
        }
      : {}),
  };
}

/** The dishes of a plan, each once, with what a portion costs by BOM and prices of the plan's first day. */
async function plannedDishes(context: Context, plan: Plan, isCosted: boolean): Promise<PlannedDish[]> {
  const byDish = Map.groupBy(plan.details, (line) => line.dishId);
  const ids = [...byDish.keys()];
  const question = { date: plan.startDate, deptId: plan.gearOperationDeptId };
  const [costs, traits] = isCosted
    ? [await portionCosts(context, ids, question), await dishTraits(context, ids)]
    : [undefined, undefined];
  const asStandard = await sizesOf(context, ids);
  return [...byDish].map(([dishId, lines]): PlannedDish => {
    const cost = costs?.get(dishId)?.cost ?? null;
    const trait = traits?.get(dishId);
    return {
      name: String(lines[0]!['dishName']),
      portions: Decimal.sum(lines.map((line) => Decimal.of(line.portions))),
      standardPortions: Decimal.sum(
        lines.map((line) => asStandard(dishId, line.portionGroup, Decimal.of(line.portions))),
      ),
      income: Decimal.sum(lines.map((line) => Decimal.of(line.incomeAmount ?? '0'))),
      taxRate: Decimal.of(trait?.saleTaxRate ?? '0'),
      unitCost: cost === null ? null : Decimal.of(cost),
      target: trait?.target == null ? null : Decimal.of(trait.target),
    };
  });
}

interface DishTrait {
  readonly id: Id;
  readonly saleTaxRate: DecimalText | null;
  readonly target: DecimalText | null;
}
async function dishTraits(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, DishTrait>> {
  const rows = await context.tx.rows<DishTrait>(sql`
    select d.id, d.sale_tax_rate, t.target_food_cost as target from dish d
    left join dish_type t on t.id = d.dish_type_id where d.id = any(${ids as Id[]}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What dishes of a stall cost on a day, and its materials, for the sheet of what a plan needs. */
export async function costsForNeeds(
  context: Context,
  stallId: Id,
  date: string,
  dishIds: readonly Id[],
  materialIds: readonly Id[],
): Promise<{
  readonly ofDish: (dishId: Id, portions: Decimal) => string | null;
  readonly ofMaterial: (materialId: Id, qty: Decimal) => string | null;
}> {
  const costs = await portionCosts(context, dishIds, { date, deptId: stallId });
  const depts = await context.tx.rows<{ id: Id; deptCategory: string }>(sql`
    select d.id, d.dept_category from dept d join (${deptsUpwards(stallId)}) u on u.id = d.id
    order by d.dept_category desc`);
  const sites = depts.filter((dept) => dept.deptCategory === '2').map((dept) => dept.id);
  const prices = await costPrices(
    context,
    materialIds,
    date,
    sites,
    depts.map((dept) => dept.id),
  );
  return {
    ofDish: (dishId, portions) => {
      const cost = costs.get(dishId)?.cost ?? null;
      return cost === null ? null : Decimal.of(cost).times(portions).toFixed(2);
    },
    ofMaterial: (materialId, qty) => prices.priceOf(materialId)?.times(qty).toFixed(2) ?? null,
  };
}

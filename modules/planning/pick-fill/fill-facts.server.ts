/** What a fill of pick bills reads: meals still to be cooked with their goods, and what lies and comes where. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { explodeDemands, pegsOf } from '../../master-data/dishes/bom-explosion.rules.ts';
import { loadBomFacts } from '../../master-data/dishes/bom-facts.server.ts';
import { withSize } from '../../master-data/dishes/sizes/portion-sizes.server.ts';
import { plannedMeals } from '../../operations/meals/meals.server.ts';
import { prepMoment } from '../../production/day/kitchen-day.rules.ts';
import { mealPlaces } from '../meal-demands.server.ts';
import type { ComingGoods, LyingLot } from './pick-fill.rules.ts';

interface Place {
  readonly id: Id;
  readonly name: string;
}
/** Restaurants in reach that have stalls, by name. */
export function restaurantsOf(context: Context): Promise<Place[]> {
  const { scope } = context.user;
  const reach = scope.all ? empty : sql`and d.id = any(${scope.depts}::bigint[])`;
  return context.tx.rows<Place>(sql`
    select d.id, d.dept_name as name from dept d
    where d.dept_category = ${DEPT.restaurant} ${reach}
      and exists (select 1 from dept s where s.parent_id = d.id and s.dept_category = ${DEPT.stall})
    order by d.sort, d.code, d.id`);
}
/** The open stalls of a restaurant within reach. */
export function stallsOf(context: Context, restaurantId: Id): Promise<Place[]> {
  const { scope } = context.user;
  const reach = scope.all ? empty : sql`and d.id = any(${scope.depts}::bigint[])`;
  return context.tx.rows<Place>(sql`
    select d.id, d.dept_name as name from dept d
    left join operation_system o on o.gear_operation_dept_id = d.id
    where d.parent_id = ${restaurantId}::bigint and d.dept_category = ${DEPT.stall}
      and coalesce(o.business_status, 'open') <> 'closed' ${reach}
    order by o.code nulls last, d.id`);
}

/** One dish of a meal with a material it takes, in base unit. */
export interface DishGoods {
  readonly stallId: Id;
  /** Empty where no warehouse serves the stall. */
  readonly warehouseId: Id;
  readonly mealDate: string;
  readonly mealType: string;
  readonly mealTime: string;
  readonly dishId: Id;
  readonly materialId: Id;
  readonly portions: Decimal;
  readonly netQty: Decimal;
  /** Percent. */
  readonly yieldRate: Decimal;
  readonly qty: Decimal;
  readonly prepTime: string;
}
interface MealGoodsFound {
  readonly goods: readonly DishGoods[];
  readonly problems: readonly { readonly dishId: Id; readonly problem: string }[];
}

const PER_CENT = Decimal.hundred;
/** A dish without a lead is weighed an hour before it is served; one of the day before, that afternoon. */
const DAY_BEFORE_HOURS = 24;
const prepTimeOf = (mealTime: string, leadHours: number): string =>
  leadHours >= DAY_BEFORE_HOURS
    ? prepMoment('day-before', mealTime, leadHours)
    : prepMoment('lead', mealTime, Math.max(1, leadHours));

/**
 * What the planned meals of stalls from now to the end of a day still take: portions that were cooked already are done,
 * and so are meals that have begun.
 */
export async function goodsToCome(context: Context, stallIds: readonly Id[], to: string): Promise<MealGoodsFound> {
  const planned = await plannedMeals(context, { from: context.today, to, deptIds: stallIds });
  const upcoming = planned.filter(({ mealTime }) => mealTime >= context.now.slice(0, 16));
  const open = stillToCook(upcoming, await cookedBy(context, stallIds, to));
  if (open.length === 0) return { goods: [], problems: [] };
  const dishIds = [...new Set(open.map(({ dishId }) => dishId))];
  const [facts, { places }] = await Promise.all([
    loadBomFacts(context, dishIds, context.today, to),
    mealPlaces(context, stallIds),
  ]);
  const book = { ...facts, places };
  const warehouseOf = new Map(places.map(({ id, warehouseId }) => [id, warehouseId]));
  const explode = (meals: readonly OpenMeal[]): DishGoods[] | string => {
    const explosion = explodeDemands(
      book,
      meals.map(({ stallId, dishId, mealTime, portions }) => ({
        placeId: stallId,
        dishId,
        mealTime,
        portions: portions.toString(),
      })),
    );
    if (!explosion.ok) return explosion.refusals.map((refusal) => sentenceOf(refusal, context.language)).join('；');
    return explosion.needs.flatMap((need) =>
      [...pegsOf(explosion, need)].map(({ demand, route, qty }): DishGoods => {
        const meal = meals[demand]!;
        return {
          ...meal,
          warehouseId: warehouseOf.get(meal.stallId) ?? '',
          materialId: need.materialId,
          netQty: route.netPerPortion.rounded(6),
          yieldRate: Decimal.of(route.yieldRate.rounded(6)).times(PER_CENT),
          qty,
          prepTime: prepTimeOf(meal.mealTime, route.leadHours),
        };
      }),
    );
  };
  const whole = explode(open);
  if (typeof whole !== 'string') return { goods: whole, problems: [] };
  // Dish by dish: one without a BOM must not hide what the others need.
  const found = [...Map.groupBy(open, ({ dishId }) => dishId)].map(([dishId, own]) => ({ dishId, of: explode(own) }));
  return {
    goods: found.flatMap(({ of }) => (typeof of === 'string' ? [] : of)),
    problems: found.flatMap(({ dishId, of }) => (typeof of === 'string' ? [{ dishId, problem: of }] : [])),
  };
}

interface OpenMeal {
  readonly stallId: Id;
  readonly mealDate: string;
  readonly mealType: string;
  readonly mealTime: string;
  readonly dishId: Id;
  readonly portions: Decimal;
}
const dishOfMeal = (stallId: Id, date: string, mealType: string, dishId: Id): string =>
  [stallId, date, mealType, dishId].join('/');

/** Planned standard portions of each dish and meal less those that were cooked; nothing where all were. */
function stillToCook(
  planned: Awaited<ReturnType<typeof plannedMeals>>,
  cooked: ReadonlyMap<string, Decimal>,
): OpenMeal[] {
  const byDish = Map.groupBy(planned, ({ gearOperationDeptId, mealDate, mealType, dishId }) =>
    dishOfMeal(gearOperationDeptId, mealDate, mealType, dishId),
  );
  return [...byDish].flatMap(([key, lines]) => {
    const { gearOperationDeptId: stallId, mealDate, mealType, mealTime, dishId } = lines[0]!;
    const portions = Decimal.sum(lines.map((line) => Decimal.of(line.standardPortions))).minus(
      cooked.get(key) ?? Decimal.zero,
    );
    return portions.isPositive() ? [{ stallId, mealDate, mealType, mealTime, dishId, portions }] : [];
  });
}

async function cookedBy(context: Context, stallIds: readonly Id[], to: string): Promise<ReadonlyMap<string, Decimal>> {
  const rows = await context.tx.rows<{ stallId: Id; date: string; mealType: string; dishId: Id; qty: DecimalText }>(sql`
    select p.gear_operation_dept_id as stall_id, p.biz_date as date, p.meal_type, p.dish_id,
      sum(case when z.id is null then p.actual_qty else round(p.actual_qty * z.ratio, 6) end) as qty
    from gear_produce p ${withSize(sql`p`)} where p.gear_operation_dept_id = any(${stallIds as Id[]}::bigint[])
      and p.status = 'posted' and p.produce_type = 'cook' and p.biz_date between ${context.today}::date and ${to}::date
    group by 1, 2, 3, 4`);
  return new Map(
    rows.map(({ stallId, date, mealType, dishId, qty }) => [
      dishOfMeal(stallId, date, mealType, dishId),
      Decimal.of(qty),
    ]),
  );
}

interface LyingFound extends LyingLot {
  readonly batchCode: string;
}
/** Free goods of these materials at stalls and warehouses that are still good, by lot. */
export async function lyingAt(
  context: Context,
  placeIds: readonly Id[],
  materialIds: readonly Id[],
): Promise<LyingFound[]> {
  const lastDay = sql`(b.expiry_date - coalesce(m.use_margin_days, 0))`;
  const rows = await context.tx.rows<Omit<LyingFound, 'qty'> & { readonly qty: DecimalText }>(sql`
    select s.location_id as place_id, s.material_id, s.batch_id as id, b.batch_code, s.qty - s.reserved_qty as qty,
      ${lastDay}::text as until
    from stock_batch s join batch b on b.id = s.batch_id and b.lot_state = 'free'
    join material m on m.id = s.material_id
    where s.location_id = any(${placeIds as Id[]}::bigint[]) and s.material_id = any(${materialIds as Id[]}::bigint[])
      and s.qty > s.reserved_qty and (b.expiry_date is null or ${lastDay} >= ${context.today}::date)
    order by s.location_id, s.material_id, ${lastDay} nulls last, s.batch_id`);
  return rows.map((row) => ({ ...row, qty: Decimal.of(row.qty) }));
}

/** What other pick bills bring to stalls: asked for, held or on its way, and not signed for yet. */
export async function comingTo(
  context: Context,
  stallIds: readonly Id[],
  materialIds: readonly Id[],
): Promise<ComingGoods[]> {
  const rows = await context.tx.rows<Omit<ComingGoods, 'qty'> & { readonly qty: DecimalText }>(sql`
    select p.gear_operation_dept_id as stall_id, d.material_id, to_char(p.need_time, 'YYYY-MM-DD HH24:MI') as "from",
      round(case when p.out_state = 'shipped' then d.picked_qty else d.qty - d.short_qty end * coalesce(d.factor, 1),
        6) as qty
    from pick p join pick_detail d on d.pick_id = p.id
    where p.gear_operation_dept_id = any(${stallIds as Id[]}::bigint[]) and p.status in ('draft', 'pending', 'approved')
      and p.out_state <> 'received' and d.material_id = any(${materialIds as Id[]}::bigint[])
    order by p.need_time, p.id`);
  return rows.map((row) => ({ ...row, qty: Decimal.of(row.qty) })).filter(({ qty }) => qty.isPositive());
}

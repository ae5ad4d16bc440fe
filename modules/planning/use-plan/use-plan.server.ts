/** Lots that end soon against the planned meals: which of them are used in time, and what would clear the others. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { explodeDemands, pegsOf, type MealDemand } from '../../master-data/dishes/bom-explosion.rules.ts';
import { inStandardPortions, withSize } from '../../master-data/dishes/sizes/portion-sizes.server.ts';
import { loadBomFacts } from '../../master-data/dishes/bom-facts.server.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { mealTime } from '../../operations/meals/meal-time.rules.ts';
import { planTouches } from '../../operations/sales-plan/plan-days.server.ts';
import { mealPlaces } from '../meal-demands.server.ts';
import { lotsForMeals } from './meal-lots.rules.ts';
import { usePlan, type UsedLot } from './use-plan.calls.ts';
import { lowestPrice, clearedBy, type Candidate, type Shortage } from './use-plan.rules.ts';

/** A lot that ends within so many days is looked at; meals of so many are known. */
const NEAR_DAYS = 7;
const MEAL_DAYS = 14;
const LOTS_MOST = 200;
const SEES_COST = 'stockbatch_view_cost';

interface Lot {
  readonly batchId: Id;
  readonly batchCode: string;
  readonly warehouseId: Id;
  readonly warehouseName: string;
  readonly materialId: Id;
  readonly materialName: string;
  readonly unitName: string;
  readonly qty: DecimalText;
  readonly until: string | null;
  readonly unitCost: DecimalText;
}
interface Planned {
  readonly stallId: Id;
  readonly stallName: string;
  readonly mealDate: string;
  readonly mealType: string;
  readonly dishId: Id;
  readonly dishName: string;
  readonly portions: DecimalText;
  readonly price: DecimalText | null;
}
/** So much of a material for one planned dish, from one store on one day. */
interface Taken {
  readonly warehouseId: Id;
  readonly materialId: Id;
  readonly day: string;
  readonly qty: Decimal;
  readonly planned: Planned;
}
const placeOf = ({ warehouseId, materialId }: Pick<Taken, 'warehouseId' | 'materialId'>): string =>
  `${warehouseId} ${materialId}`;

export const usePlanOfLots = serve(usePlan, async (context, { warehouseId }) => {
  const lots = await lotsOf(context);
  const taken = await takenBy(context, await plannedWith(context, [...new Set(lots.map((lot) => lot.materialId))]));
  const lotsAt = Map.groupBy(lots, placeOf);
  const takenAt = Map.groupBy(taken, placeOf);
  const uses = new Map(
    [...new Set([...lotsAt.keys(), ...takenAt.keys()])].map((place) => [
      place,
      usedHere(context.today, lotsAt.get(place) ?? [], takenAt.get(place) ?? []),
    ]),
  );
  const names = await storesOf(
    context,
    [...takenAt.keys()].map((place) => place.split(' ')[0]!),
  );
  const shortagesOf = (lot: Lot): Shortage[] =>
    [...uses].flatMap(([place, { short }]) => {
      const [other, material] = place.split(' ') as [string, string];
      return material !== lot.materialId || other === lot.warehouseId || !names.has(other)
        ? []
        : [...short].map(([day, qty]) => ({ warehouseId: other, day, qty }));
    });
  const limit = dayPlus(context.today, NEAR_DAYS);
  return lots
    .filter((lot) => lot.until !== null && lot.until <= limit && (!warehouseId || lot.warehouseId === warehouseId))
    .slice(0, LOTS_MOST)
    .map((lot) =>
      planOf(context, lot, uses.get(placeOf(lot))!, shortagesOf(lot), takenAt.get(placeOf(lot)) ?? [], names),
    );
});

interface Used {
  readonly left: ReadonlyMap<Id, Decimal>;
  /** By day. */
  readonly short: ReadonlyMap<string, Decimal>;
}
function usedHere(today: string, lots: readonly Lot[], taken: readonly Taken[]): Used {
  const byDay = Map.groupBy(taken, ({ day }) => (day < today ? today : day));
  const { left, short } = lotsForMeals(
    lots.map((lot) => ({ id: lot.batchId, qty: Decimal.of(lot.qty), from: today, until: lot.until })),
    [...byDay].map(([day, own]) => ({ id: day, day, qty: Decimal.sum(own.map(({ qty }) => qty)) })),
  );
  return { left, short };
}

function planOf(
  context: Context,
  lot: Lot,
  used: Used,
  shortages: readonly Shortage[],
  taken: readonly Taken[],
  names: ReadonlyMap<Id, string>,
): UsedLot {
  const left = used.left.get(lot.batchId) ?? Decimal.of(lot.qty);
  const candidates = taken.map((each, index): Candidate => ({
    key: String(index),
    day: each.day,
    portions: Decimal.of(each.planned.portions),
    perPortion: each.qty.dividedBy(Decimal.of(each.planned.portions)).rounded(6),
  }));
  const plan = clearedBy({ left, until: lot.until! }, shortages, candidates);
  const { unitCost, until, ...shown } = lot;
  return {
    ...shown,
    until: until!,
    usedQty: Decimal.of(lot.qty).minus(left).toString(),
    leftQty: left.toString(),
    transfers: plan.transfers.map(({ warehouseId, day, qty }) => ({
      warehouseId,
      warehouseName: names.get(warehouseId)!,
      needDate: day,
      qty: qty.toString(),
    })),
    dishes: plan.dishes.map(({ key, portions, qty }) => {
      const { dishId, dishName, stallName, mealDate, mealType, price } = taken[Number(key)]!.planned;
      return {
        dishId,
        dishName,
        stallName,
        mealDate,
        mealType,
        portions,
        qty: qty.toString(),
        ...pricesOf(context, price, unitCost, candidates[Number(key)]!.perPortion),
      };
    }),
    restQty: plan.rest.toString(),
  };
}

function pricesOf(context: Context, price: DecimalText | null, unitCost: DecimalText, perPortion: Decimal) {
  if (price === null) return {};
  const of = Decimal.of(price);
  return {
    price: of.toFixed(2),
    ...(context.allowed(SEES_COST)
      ? { lowestPrice: lowestPrice(of, Decimal.of(unitCost), perPortion).toFixed(2) }
      : {}),
  };
}

/** Stores in reach by their names. */
async function storesOf(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> {
  const { scope } = context.user;
  const reach = scope.all ? empty : sql`and l.dept_id = any(${scope.depts}::bigint[])`;
  const rows = await context.tx.rows<{ id: Id; name: string }>(sql`
    select l.id, l.called as name from stock_location l
    where l.id = any(${[...new Set(ids)]}::bigint[]) and l.kind = 'warehouse' ${reach}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Free lots, in the stores in reach, of materials of which one ends soon; those that have ended are no longer used. */
const lotsOf = (context: Context): Promise<Lot[]> => {
  const { scope } = context.user;
  const reach = scope.all ? empty : sql`and l.dept_id = any(${scope.depts}::bigint[])`;
  const lastDay = sql`(b.expiry_date - coalesce(m.use_margin_days, 0))`;
  const free = sql`from stock_batch s join batch b on b.id = s.batch_id and b.lot_state = 'free'
    join material m on m.id = s.material_id
    join stock_location l on l.id = s.location_id and l.kind = 'warehouse' ${reach}
    where s.qty > s.reserved_qty`;
  return context.tx.rows<Lot>(sql`
    with near as (select distinct s.material_id ${free}
      and ${lastDay} between ${context.today}::date and ${dayPlus(context.today, NEAR_DAYS)}::date)
    select s.batch_id, b.batch_code, s.location_id as warehouse_id, l.called as warehouse_name, s.material_id,
      m.called as material_name, (select u.called from material_unit u where u.id = m.base_unit_id) as unit_name,
      s.qty - s.reserved_qty as qty, ${lastDay}::text as until, s.unit_cost
    ${free} and s.material_id in (select material_id from near)
      and (b.expiry_date is null or ${lastDay} >= ${context.today}::date)
    order by until nulls last, s.batch_id`);
};

/** Approved meals of the coming days whose dishes take these materials, at whatever depth. */
const plannedWith = (context: Context, materialIds: Id[]): Promise<Planned[]> => {
  const [from, to] = [context.today, dayPlus(context.today, MEAL_DAYS)];
  const { scope } = context.user;
  const reach = scope.all ? empty : sql`and p.gear_operation_dept_id = any(${scope.depts}::bigint[])`;
  return context.tx.rows<Planned>(sql`
    with recursive uses(dish_id) as (
      select b.dish_id from dish_bom_detail d join dish_bom b on b.id = d.dish_bom_id and b.released = 1
      where d.material_id = any(${materialIds}::bigint[])
      union select b.dish_id from uses u join dish_bom_detail d on d.sub_dish_id = u.dish_id
      join dish_bom b on b.id = d.dish_bom_id and b.released = 1)
    select p.gear_operation_dept_id as stall_id, g.dept_name as stall_name, d.meal_date, d.meal_type, d.dish_id,
      ${context.language === 'en' ? sql`coalesce(nullif(f.name_en, ''), f.name)` : sql`f.name`} as dish_name,
      sum(${inStandardPortions(sql`d`)}) as portions, coalesce(max(d.price), max(f.sale_price)) as price
    from sales_plan p join sales_plan_detail d on d.sales_plan_id = p.id join dish f on f.id = d.dish_id
    ${withSize(sql`d`)} join dept g on g.id = p.gear_operation_dept_id
    where p.status = 'approved' and ${planTouches(sql`p`, sql`${from}::date`, sql`${to}::date`)}
      and d.meal_date between ${from}::date and ${to}::date and d.dish_id in (select dish_id from uses) ${reach}
    group by 1, 2, 3, 4, 5, 6 order by d.meal_date, stall_id, d.dish_id`);
};

/** What each planned dish takes of what, from which store on which day; dishes without a BOM take nothing. */
async function takenBy(context: Context, planned: readonly Planned[]): Promise<Taken[]> {
  if (planned.length === 0) return [];
  const days = planned.map(({ mealDate }) => mealDate).toSorted();
  const byDish = Map.groupBy(planned, ({ dishId }) => dishId);
  const facts = await loadBomFacts(context, [...byDish.keys()], days[0]!, days.at(-1)!);
  const { places, intervals } = await mealPlaces(context, [...new Set(planned.map(({ stallId }) => stallId))]);
  const served = new Set(places.filter((place) => place.warehouseId !== '').map(({ id }) => id));
  return [...byDish.values()].flatMap((own) => {
    const here = own.filter(({ stallId }) => served.has(stallId));
    const demands = here.map(({ stallId, dishId, mealType, mealDate, portions }): MealDemand => ({
      placeId: stallId,
      dishId,
      mealTime: mealTime(intervals.get(stallId) ?? [], mealType, mealDate),
      portions,
    }));
    const explosion = explodeDemands({ ...facts, places }, demands);
    if (!explosion.ok) return [];
    return explosion.needs.flatMap((need) =>
      [...pegsOf(explosion, need)].map(({ demand, qty }): Taken => ({
        warehouseId: need.warehouseId,
        materialId: need.materialId,
        day: need.needDate,
        qty,
        planned: here[demand]!,
      })),
    );
  });
}

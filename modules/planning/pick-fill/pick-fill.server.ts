/** Pick bills filled from the plan: for each stall and meal of a restaurant what it still has to ask for, and why. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { DAYS_MAX } from '../../operations/sales-plan/sales-plan.rules.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { shelvesOf } from '../../operations/goods-systems/shelf.server.ts';
import { useRestaurant } from '../../operations/sites/sites.resource.ts';
import { comingTo, goodsToCome, lyingAt, restaurantsOf, stallsOf, type DishGoods } from './fill-facts.server.ts';
import { pickFromPlan, type FilledBill, type FilledLine, type PickFill } from './pick-fill.calls.ts';
import { askedGoods, goodsKey, type AskedGoods, type MealGoods } from './pick-fill.rules.ts';
import '../planning.refusals.ts';

interface Asked {
  readonly useRestaurantDeptId: string | null;
  readonly date: string | null;
  readonly mealType: string | null;
}

/** The bills of a restaurant's day as they would be made now. Held, its stalls are locked: nobody asks twice. */
export async function filled(context: Context, asked: Asked, purpose: 'hold' | 'look' = 'look'): Promise<PickFill> {
  const date = asked.date ?? context.today;
  if (date > dayPlus(context.today, DAYS_MAX))
    throw new Refused(refuse('planning.pick-far', { max: DAYS_MAX }, { field: 'date' }));
  const restaurants = await restaurantsOf(context);
  const restaurant = asked.useRestaurantDeptId
    ? restaurants.find(({ id }) => id === asked.useRestaurantDeptId)
    : restaurants[0];
  if (restaurant === undefined && asked.useRestaurantDeptId) throw unknownRecord(useRestaurant.label);
  const head = { date, restaurants, restaurantId: restaurant?.id ?? '' };
  const stalls = restaurant === undefined ? [] : await stallsOf(context, restaurant.id);
  if (stalls.length === 0 || date < context.today) return { ...head, bills: [], problems: [] };
  const stallIds = stalls.map(({ id }) => id);
  if (purpose === 'hold')
    await context.tx.run(
      sql`select id from stock_location where id = any(${stallIds}::bigint[]) order by id for no key update`,
    );
  const { goods, problems } = await goodsToCome(context, stallIds, date);
  const reckoned = await reckon(context, stallIds, goods);
  const names = await namesOf(context, goods, problems);
  const wanted = goods.filter(
    (each) => each.mealDate === date && (!asked.mealType || each.mealType === asked.mealType),
  );
  const nameOfStall = new Map(stalls.map(({ id, name }) => [id, name]));
  const bills = [...Map.groupBy(wanted, ({ stallId, mealType }) => `${stallId} ${mealType}`).values()]
    .map((own) => billOf(context, own, nameOfStall, reckoned, names))
    .toSorted((a, b) => compare(a.mealTime, b.mealTime) || stallIds.indexOf(a.stallId) - stallIds.indexOf(b.stallId));
  return {
    ...head,
    bills,
    problems: problems.map(({ dishId, problem }) => ({ dishName: names.dishes.get(dishId) ?? '', problem })),
  };
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface Reckoned {
  readonly asked: ReadonlyMap<string, AskedGoods>;
  readonly lots: ReadonlyMap<Id, { readonly batchCode: string; readonly until: string | null }>;
  /** By stall; a stall that is missing, or null, asks for anything. */
  readonly shelves: Awaited<ReturnType<typeof shelvesOf>>;
}
async function reckon(context: Context, stallIds: readonly Id[], goods: readonly DishGoods[]): Promise<Reckoned> {
  const materialIds = [...new Set(goods.map(({ materialId }) => materialId))];
  const warehouseIds = [...new Set(goods.flatMap(({ warehouseId }) => warehouseId || []))];
  const [lying, coming, shelves] = await Promise.all([
    lyingAt(context, [...stallIds, ...warehouseIds], materialIds),
    comingTo(context, stallIds, materialIds),
    shelvesOf(context, stallIds),
  ]);
  const atStall = new Set(stallIds);
  const asked = askedGoods(
    [...Map.groupBy(goods, goodsKey).values()].map((own): MealGoods => ({
      ...own[0]!,
      qty: Decimal.sum(own.map(({ qty }) => qty)),
    })),
    lying.filter(({ placeId }) => atStall.has(placeId)),
    coming,
    lying.filter(({ placeId }) => !atStall.has(placeId)),
  );
  return { asked, shelves, lots: new Map(lying.map((lot) => [lot.id, lot])) };
}

interface NamedMaterial {
  readonly id: Id;
  readonly name: string;
  readonly code: string;
  readonly unitId: Id;
  readonly unit: string;
}
interface Names {
  readonly dishes: ReadonlyMap<Id, string>;
  readonly stations: ReadonlyMap<Id, { readonly station: string; readonly stationName: string }>;
  readonly materials: ReadonlyMap<Id, NamedMaterial>;
  readonly warehouses: ReadonlyMap<Id, string>;
}
async function namesOf(
  context: Context,
  goods: readonly DishGoods[],
  problems: readonly { readonly dishId: Id }[],
): Promise<Names> {
  const ids = <K extends keyof DishGoods>(name: K): DishGoods[K][] => [...new Set(goods.map((each) => each[name]))];
  const dishName = context.language === 'en' ? sql`coalesce(nullif(d.name_en, ''), d.name)` : sql`d.name`;
  const [dishes, materials, warehouses] = await Promise.all([
    context.tx.rows<{ id: Id; name: string; station: string; stationName: string }>(sql`
      select d.id, ${dishName} as name, coalesce(d.cooking_method, '') as station,
        coalesce(e.called, '') as station_name
      from dish d
      left join dict_biz e on e.code = 'cookingMethod' and e.dict_key = d.cooking_method and e.parent_id <> 0
      where d.id = any(${[...ids('dishId'), ...problems.map(({ dishId }) => dishId)]}::bigint[])`),
    context.tx.rows<NamedMaterial>(sql`
      select m.id, m.called as name, m.code, u.id as unit_id, u.called as unit from material m
      join material_unit u on u.id = m.base_unit_id where m.id = any(${ids('materialId')}::bigint[])`),
    context.tx.rows<{ id: Id; name: string }>(sql`
      select l.id, l.called as name from stock_location l
      where l.id = any(${ids('warehouseId').filter((id) => id !== '')}::bigint[])`),
  ]);
  return {
    dishes: new Map(dishes.map(({ id, name }) => [id, name])),
    stations: new Map(dishes.map(({ id, station, stationName }) => [id, { station, stationName }])),
    materials: new Map(materials.map((row) => [row.id, row])),
    warehouses: new Map(warehouses.map(({ id, name }) => [id, name])),
  };
}

function billOf(
  context: Context,
  own: readonly DishGoods[],
  nameOfStall: ReadonlyMap<Id, string>,
  { asked, lots, shelves }: Reckoned,
  names: Names,
): FilledBill {
  const { stallId, warehouseId, mealType, mealTime } = own[0]!;
  const askable = shelves.get(stallId)?.materials ?? null;
  const lines = [...Map.groupBy(own, goodsKey)].map(([key, uses]): FilledLine => {
    const { materialId } = uses[0]!;
    const { need, hand, coming, ask, lacking, lots: taken } = asked.get(key)!;
    const { name, unit, unitId } = names.materials.get(materialId)!;
    return {
      materialId,
      materialName: name,
      unitId,
      unitName: unit,
      needQty: need.toString(),
      handQty: hand.toString(),
      comingQty: coming.toString(),
      askQty: ask.toString(),
      lackingQty: lacking.toString(),
      offShelf: askable !== null && !askable.has(materialId),
      lots: taken.map(({ lotId, qty }) => {
        const { batchCode, until } = lots.get(lotId)!;
        return { batchCode, until, qty: qty.toString() };
      }),
      uses: uses
        .map(({ dishId, portions, netQty, yieldRate, qty, prepTime }) => ({
          dishId,
          dishName: names.dishes.get(dishId) ?? '',
          portions: portions.toString(),
          netQty: netQty.toString(),
          yieldRate: yieldRate.toString(),
          qty: qty.toString(),
          prepTime,
          ...(names.stations.get(dishId) ?? { station: '', stationName: '' }),
        }))
        .toSorted((a, b) => compare(a.prepTime, b.prepTime)),
    };
  });
  const { zh, en } = mealName(mealType);
  return {
    stallId,
    stallName: nameOfStall.get(stallId) ?? '',
    warehouseId,
    warehouseName: names.warehouses.get(warehouseId) ?? '',
    mealType,
    mealName: context.language === 'en' ? en : zh,
    mealTime,
    needTime: own.map(({ prepTime }) => prepTime).toSorted()[0]!,
    lines: lines.toSorted((a, b) =>
      compare(names.materials.get(a.materialId)!.code, names.materials.get(b.materialId)!.code),
    ),
  };
}

export const fromPlan = serve(pickFromPlan, (context, input) => filled(context, input));

/**
 * What of a stall's coming menus cannot be supplied on its day, asked together: what may not be served there (forbidden
 * foods, season), what is frozen or has no price, and what can no longer come in time by what lies there and is on
 * order.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { mealName } from '../admin/dictionaries/dictionaries.ts';
import { cookingRefusals } from '../master-data/dishes/authorised-dishes.server.ts';
import { loadBomFacts } from '../master-data/dishes/bom-facts.server.ts';
import { materialsOf } from '../master-data/dishes/recipe-book.rules.ts';
import { lateMaterials, type LateMaterial } from '../operations/meals/meal-cut-off.port.server.ts';
import { mealTime } from '../operations/meals/meal-time.rules.ts';
import { stallPlaces } from '../operations/meals/meals.server.ts';
import { costPrices } from '../suppliers/dish-cost.server.ts';
import type { supplyCheck } from './gear-menu.calls.ts';
import type { MenuOfMeal } from './menus-of-stall.ts';
import { menusInPeriod, plannedOf, type Period } from './menus-of-stall.server.ts';

type Item = TypeOf<typeof supplyCheck.answer>[number];
/** A dish at a meal that is still to come. */
interface Coming {
  readonly menu: MenuOfMeal;
  readonly dishId: Id;
  readonly dishName: string;
  readonly portions: string;
}

/** Everything that speaks against the coming menus, by day and meal. */
export async function supplyProblems(context: Context, period: Period): Promise<Item[]> {
  const dishes = await comingDishes(context, period);
  if (dishes.length === 0) return [];
  const stall = (await stallPlaces(context, [period.stallId])).get(period.stallId);
  const deptIds = stall?.deptIds ?? [period.stallId];
  const found = [
    ...(await forbidden(context, dishes)),
    ...(await ofMaterials(context, dishes, deptIds, period.from)),
    ...(await tooLate(context, period.stallId, dishes, stall?.intervals ?? [])),
  ];
  return found.toSorted((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
}

async function comingDishes(context: Context, period: Period): Promise<readonly Coming[]> {
  const planned = new Map(
    (await plannedOf(context, period)).map((line) => [
      `${line.mealDate} ${line.mealType} ${line.dishId}`,
      line.portions,
    ]),
  );
  return (await menusInPeriod(context, period))
    .filter((menu) => menu.phase === 'coming')
    .flatMap((menu) =>
      menu.details.map((line) => ({
        menu,
        dishId: line.dishId,
        dishName: line.dishName,
        portions: planned.get(`${menu.menuDate} ${menu.mealType} ${line.dishId}`) ?? line.saleLimitQty ?? '1',
      })),
    );
}

const itemOf = (
  { language }: Pick<Context, 'language'>,
  { menu, dishId }: Pick<Coming, 'menu' | 'dishId'>,
  why: Item['why'],
  refusal: Refusal,
): Item => ({
  why,
  date: menu.menuDate,
  mealType: menu.mealType,
  dishId,
  msg: sentenceOf(
    refuse('stall-menus.in-meal', {
      date: menu.menuDate,
      meal: mealName(menu.mealType),
      what: label(sentenceOf(refusal, 'zh'), sentenceOf(refusal, 'en')),
    }),
    language,
  ),
});

async function forbidden(context: Context, dishes: readonly Coming[]): Promise<Item[]> {
  const refusals = await cookingRefusals(
    context,
    dishes.map(({ dishId, menu }, index) => ({
      line: index + 1,
      dishId,
      deptId: menu.gearOperationDeptId,
      date: menu.menuDate,
    })),
  );
  return refusals.map((refusal) => itemOf(context, dishes[refusal.line! - 1]!, 'forbidden', refusal));
}

/** Frozen materials and those nobody has a price for, each named once for a dish. */
async function ofMaterials(
  context: Context,
  dishes: readonly Coming[],
  deptIds: readonly Id[],
  from: string,
): Promise<Item[]> {
  const days = dishes.map(({ menu }) => menu.menuDate).toSorted();
  const byDish = new Map(dishes.map((dish) => [dish.dishId, dish]));
  const facts = await loadBomFacts(context, [...byDish.keys()], days[0]!, days.at(-1)!);
  const used = [...byDish.values()].map((dish) => ({
    dish,
    materialIds: materialsOf(facts, dish.dishId, deptIds, dish.menu.menuDate),
  }));
  const ids = [...new Set(used.flatMap((each) => each.materialIds))];
  const materials = new Map(
    (
      await context.tx.rows<{ id: Id; name: string; frozen: number }>(
        sql`select m.id, m.called as name, m.frozen from material m where m.id = any(${ids}::bigint[])`,
      )
    ).map((row) => [row.id, row]),
  );
  const prices = await costPrices(context, ids, from, deptIds, deptIds);
  return used.flatMap(({ dish, materialIds }) =>
    materialIds.flatMap((id): Item[] => {
      const material = materials.get(id);
      if (material === undefined) return [];
      const detail = { dish: dish.dishName, material: material.name };
      if (material.frozen === 1)
        return [itemOf(context, dish, 'frozen', refuse('stall-menus.material-frozen', detail))];
      return prices.priceOf(id) === null
        ? [itemOf(context, dish, 'price', refuse('stall-menus.material-unpriced', detail))]
        : [];
    }),
  );
}

/** Materials of a day that would have to be ordered and no longer come in time: all days are asked at once. */
async function tooLate(
  context: Context,
  stallId: Id,
  dishes: readonly Coming[],
  intervals: Parameters<typeof mealTime>[0],
): Promise<Item[]> {
  const days = [...Map.groupBy(dishes, ({ menu }) => menu.menuDate)].map(([day, of]) => {
    const timeOf = ({ menu }: Coming): string => mealTime(intervals, menu.mealType, day);
    const first = of.toSorted((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1))[0]!;
    const lines = [...Map.groupBy(of, (dish) => dish.dishId)].map(([dishId, same]) => ({
      dishId,
      qty: Decimal.sum(same.map((dish) => Decimal.of(dish.portions))).toString(),
    }));
    return { first, meal: { stallId, mealTime: timeOf(first), lines } };
  });
  const late = await lateMaterials(
    context,
    days.map(({ meal }) => meal),
  );
  return days.flatMap(({ first }, index) =>
    lateRefusals(late[index]!).map((refusal) => itemOf(context, first, 'late', refusal)),
  );
}

/** What can no longer be ordered stands in one sentence, from its first moment on; what nobody delivers says why. */
function lateRefusals(late: readonly LateMaterial[]): Refusal[] {
  const moments = late.flatMap(({ orderBefore }) => orderBefore ?? []).toSorted();
  const names = new Set(late.flatMap(({ name, orderBefore }) => (orderBefore === null ? [] : name)));
  return [
    ...(moments.length === 0
      ? []
      : [
          refuse('stall-menus.material-late', {
            materials: label([...names].join('、'), [...names].join(', ')),
            orderBefore: moments[0]!.slice(0, 16),
          }),
        ]),
    ...late
      .filter(({ orderBefore }) => orderBefore === null)
      .map(({ name, note }) => refuse('stall-menus.material-undeliverable', { material: name, note })),
  ];
}

/**
 * The menu of the day for anybody. It is put together once for all who look: whatever changes it says so, and what
 * nobody says, such as a price of another list, is seen after a minute.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { serve } from '../../kernel/server/serve.ts';
import type { Live } from '../../parts/http/live.ts';
import { sql } from '../../parts/postgres/database.ts';
import { createUserNotifications } from '../../parts/postgres/user-notifications.ts';
import { mealName } from '../admin/dictionaries/dictionaries.ts';
import { dishFood } from '../master-data/dishes/dish-food.server.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { mealEnd, mealTime } from '../operations/meals/meal-time.rules.ts';
import { stallPlaces } from '../operations/meals/meals.server.ts';
import { phaseOf, soldOutBy, type SaleState } from './gear-menu.rules.ts';
import { menusAt } from './menu-changes.server.ts';
import * as calls from './public-menu.calls.ts';

type Shown = TypeOf<typeof calls.publicMenu.answer>;
type Dish = Shown['meals'][number]['stalls'][number]['dishes'][number];

const KEPT_MS = 60_000;
/** Readers from one address: a dining hall has one. */
const READERS_MAX = 500;
const unknownMenu = () => unknownRecord(label('菜单', 'The menu'));

interface Place {
  readonly tenant: string;
  readonly restaurantId: Id;
}
/** Tenant and restaurant of a code; 404 where it is none. */
function placeOf(code: string | null): Place {
  const [, tenant, restaurantId] = /^([A-Za-z0-9]{1,12})-(\d{1,19})$/.exec(code ?? '') ?? [];
  if (tenant === undefined || restaurantId === undefined) throw unknownMenu();
  return { tenant, restaurantId };
}

/** The public calls of one program, with what it keeps. */
export function publicMenuCalls({ database }: Services): readonly Call[] {
  const notifications = createUserNotifications(database);
  const cachedMenus = new Map<string, { readonly until: number; readonly menu: Promise<Shown> }>();
  /** Menus that are followed, and whether their changes are heard already. */
  const followed = new Map<string, boolean>();
  const inTenant = <T>(tenant: string, timeZone: string, work: Parameters<typeof database.transaction<T>>[1]) =>
    database.transaction({ tenant, timeZone, readOnly: true }, work);
  /** Of a tenant that is open. */
  const zoneOf = async (tenant: string): Promise<string> => {
    const row = await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
      tx.row<{ timeZone: string }>(
        sql`select time_zone from tenant where tenant_id = ${tenant} and frozen = 0 and removed_time is null`,
      ),
    );
    if (row === undefined) throw unknownMenu();
    return row.timeZone;
  };
  const made = async (context: Context, { tenant, restaurantId }: Place): Promise<Shown> => {
    const timeZone = await zoneOf(tenant);
    const now = momentIn(timeZone, new Date());
    return inTenant(tenant, timeZone, (tx) =>
      menuOf({ ...context, tx, tenant, now, today: now.slice(0, 10) }, restaurantId),
    );
  };
  /** From the first reader of a menu there is: what is kept of it goes before anybody who looks at it is notified. */
  const follow = ({ tenant, restaurantId }: Place, key: string): void => {
    if (followed.has(key)) return;
    notifications.follow(tenant, menusAt(restaurantId), () => cachedMenus.delete(key));
    followed.set(key, false);
    void notifications.ready().then(() => followed.set(key, true));
  };
  const menu = async (context: Context, place: Place): Promise<Shown> => {
    const key = `${place.tenant} ${place.restaurantId}`;
    const stored = cachedMenus.get(key);
    if (stored !== undefined && stored.until > Date.now()) return stored.menu;
    const fresh = { until: Date.now() + KEPT_MS, menu: made(context, place) };
    // Nothing is kept before its changes are heard.
    if (followed.get(key) === true) {
      cachedMenus.set(key, fresh);
      fresh.menu.catch(() => cachedMenus.delete(key));
    }
    const shown = await fresh.menu;
    follow(place, key);
    return shown;
  };
  return [
    serve(calls.publicMenu, (context, input) => menu(context, placeOf(input.restaurant))),
    serve(calls.publicMenuChanges, async (context, input): Promise<Live> => {
      const place = placeOf(input.restaurant);
      if (!String(context.peer?.headers['accept'] ?? '').includes('text/event-stream'))
        throw new Refused(refuse('stall-menus.stream'));
      await menu(context, place);
      return {
        live: (send) => notifications.follow(place.tenant, menusAt(place.restaurantId), () => send('menu')),
        ready: notifications.ready,
        unknown: { from: `public ${context.peer?.address ?? ''}`, max: READERS_MAX },
      };
    }),
  ];
}

interface Line extends SaleState {
  readonly id: Id;
  readonly stallId: Id;
  readonly stall: string;
  readonly menuDate: string;
  readonly mealType: string;
  readonly dishId: Id;
  readonly name: string;
  readonly nameEn: string | null;
  readonly price: DecimalText | null;
  readonly portionGroup: string;
  readonly sellMode: string;
}

/** Meals of the day that are not over, with what is still sold; 404 for a restaurant that does not show its menu. */
export async function menuOf(context: Context, restaurantId: Id): Promise<Shown> {
  const restaurant = await context.tx.row<{ name: string }>(sql`
    select use_restaurant_name as name from use_restaurant
    where use_restaurant_dept_id = ${restaurantId}::bigint and menu_public = 1 and frozen = 0`);
  if (restaurant === undefined) throw unknownMenu();
  const lines = await context.tx.rows<Line>(sql`
    select l.id, t.gear_operation_dept_id as stall_id, d.dept_name as stall, t.menu_date, t.meal_type, l.dish_id,
      i.name, i.name_en, l.price, l.portion_group, l.sold_out, l.sold_qty, l.sale_limit_qty, i.sell_mode
    from gear_menu t join gear_menu_detail l on l.gear_menu_id = t.id join dish i on i.id = l.dish_id
    join dept d on d.id = t.gear_operation_dept_id
    where t.use_restaurant_dept_id = ${restaurantId}::bigint and t.menu_status = 'determined'
      and t.menu_date between ${dayPlus(context.today, -1)}::date and ${context.today}::date
    order by t.menu_date, d.sort, d.id, l.sort, l.line_no`);
  const stalls = await stallPlaces(
    context,
    lines.map((line) => line.stallId),
  );
  const intervalsOf = (line: Line) => stalls.get(line.stallId)?.intervals ?? [];
  const coming = lines.filter(
    (line) => phaseOf(intervalsOf(line), line.mealType, line.menuDate, context.now) !== 'past',
  );
  const sold = coming.filter((line) => soldOutBy(line) === '');
  const dishes = await shownDishes(context, sold);
  const meals = [...Map.groupBy(coming, (line) => `${line.menuDate} ${line.mealType}`).values()].map((of) => {
    const [{ mealType, menuDate }] = of as [Line];
    const starts = of.map((line) => mealTime(intervalsOf(line), mealType, menuDate)).toSorted();
    const ends = of.map((line) => mealEnd(intervalsOf(line), mealType, menuDate)).toSorted();
    return {
      mealType,
      name: mealName(mealType),
      start: starts[0]!,
      from: starts[0]!.slice(11),
      to: ends.at(-1)!.slice(11),
      running: starts[0]! <= context.now.slice(0, 16),
      stalls: [...Map.groupBy(of, (line) => line.stallId)].map(([id, own]) => ({
        id,
        name: own[0]!.stall,
        soldOut: own.filter((line) => soldOutBy(line) !== '').length,
        dishes: own.flatMap((line) => dishes.get(line.id) ?? []),
      })),
    };
  });
  return {
    restaurant: restaurant.name,
    date: context.today,
    asOf: context.now,
    meals: meals.toSorted((one, other) => (one.start < other.start ? -1 : 1)).map(({ start: _start, ...meal }) => meal),
  };
}

/** What is shown of each dish, by the id of its line. */
async function shownDishes(context: Context, lines: readonly Line[]): Promise<ReadonlyMap<Id, Dish>> {
  const food = await dishFood(context, [...new Set(lines.map((line) => line.dishId))], context.today);
  const allergens = await context.tx.rows<{ key: string; zh: string; en: string }>(sql`
    select dict_key as key, dict_value as zh, coalesce(nullif(dict_value_en, ''), dict_value) as en
    from dict_biz where code = 'allergen' and parent_id <> 0 and is_sealed = 0 order by sort`);
  return new Map(
    lines.map((line) => {
      const of = food.get(line.dishId);
      const nutrient = (name: string): DecimalText | null => of?.nutrients[name] ?? null;
      return [
        line.id,
        {
          id: line.dishId,
          name: { zh: line.name, en: line.nameEn || line.name },
          price: line.price === null ? null : Decimal.of(line.price).toFixed(2),
          portionGroup: line.portionGroup,
          byWeight: line.sellMode === 'weight',
          allergens: allergens.map(({ key, zh, en }) => ({ name: { zh, en }, state: of?.allergens[key] ?? 'unknown' })),
          nutrients: {
            energyKcal: nutrient('energyKcal'),
            proteinG: nutrient('proteinG'),
            fatG: nutrient('fatG'),
            carbohydrateG: nutrient('carbohydrateG'),
            sodiumMg: nutrient('sodiumMg'),
          },
          coverage: of?.coverage ?? null,
        },
      ];
    }),
  );
}

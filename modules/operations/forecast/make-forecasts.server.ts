/** Forecasts of stalls for the days to come, from what was served before. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import type { ScheduledTask, Services } from '../../../kernel/server/registry.ts';
import { forEachTenant } from '../../../parts/jobs/tenant-tasks.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { dishForecast, dishShare, forecastOf, seriesOf, type ServedDay, type Weather } from './meal-forecast.rules.ts';
import { calendarEventOf } from './public-holidays.server.ts';
import { served } from './served-portions.port.server.ts';

const DAYS_AHEAD = 14;
/** Days of the past that are read: a year and a bit, so that every holiday was seen once. */
const PAST_DAYS = 400;
/** Days of the past in which a dish must have been on to be forecast. */
const DISH_DAYS = 84;
/** Times a dish was on that count. */
const DISH_TIMES = 12;
/** Guests must have been counted on so many days to be what is forecast; else all portions are. */
const GUEST_DAYS = 8;
const METHOD = 'Holt-Winters, weekly, combined';
const STALLS_AT_ONCE = 25;
const EVENING = '19:00';
const AN_HOUR = 3_600_000;
const DAY_MS = 86_400_000;

interface PastMeal {
  readonly stallId: Id;
  readonly mealType: string;
  /** Days in their order, with guests or, where they were not counted, null and all portions. */
  readonly days: readonly {
    readonly day: string;
    readonly guests: number | null;
    readonly portions: number | null;
    readonly weather: string | null;
  }[];
}
interface PastDish {
  readonly stallId: Id;
  readonly mealType: string;
  readonly dishId: Id;
  /** Days it was on, and portions of each; lists side by side are read in half the time of objects. */
  readonly days: readonly string[];
  readonly portions: readonly number[];
}
interface MadeRow {
  readonly stallId: Id;
  readonly mealDate: string;
  readonly mealType: string;
  readonly basis: 'guests' | 'portions';
  readonly quantity: number;
  readonly low: number;
  readonly high: number;
  readonly reasons: unknown;
  readonly dishes: unknown;
  readonly days: number;
}

/** A day of the calendar, looked up once however many meals were served on it. */
type Calendar = (day: string) => { readonly day: number; readonly calendar: ReturnType<typeof calendarEventOf> };
function openCalendar(): Calendar {
  const known = new Map<string, ReturnType<Calendar>>();
  return (day) => {
    const found = known.get(day) ?? { day: Date.parse(`${day}T00:00:00Z`) / DAY_MS, calendar: calendarEventOf(day) };
    known.set(day, found);
    return found;
  };
}
const weatherOf = (weather: string | null | undefined): Weather | undefined =>
  weather === null || weather === undefined || weather === 'fair' ? undefined : (weather as Weather);

/** Makes the forecasts of these stalls for the coming days in place of those made before; answers how many. */
export async function makeForecasts(context: Context, stallIds: readonly Id[]): Promise<number> {
  const [meals, dishes, weather] = [
    await pastMeals(context, stallIds),
    await pastDishes(context, stallIds),
    await weatherAhead(context, stallIds),
  ];
  const coming = Array.from({ length: DAYS_AHEAD }, (_, at) => dayPlus(context.today, at + 1));
  const calendar = openCalendar();
  const dishesOf = Map.groupBy(dishes, (dish) => `${dish.stallId} ${dish.mealType}`);
  const rows = meals.flatMap((meal) =>
    forecastMeal(meal, dishesOf.get(`${meal.stallId} ${meal.mealType}`) ?? [], coming, weather, calendar),
  );
  await storeForecasts(context, stallIds, rows);
  return rows.length;
}

/** One meal of a stall on all coming days. */
function forecastMeal(
  meal: PastMeal,
  dishes: readonly PastDish[],
  coming: readonly string[],
  weather: ReadonlyMap<string, string>,
  calendar: Calendar,
): readonly MadeRow[] {
  const basis = meal.days.filter(({ guests }) => guests !== null).length >= GUEST_DAYS ? 'guests' : 'portions';
  const past = meal.days.flatMap((each): ServedDay[] =>
    each[basis] === null ? [] : [{ ...calendar(each.day), value: each[basis], weather: weatherOf(each.weather) }],
  );
  const series = seriesOf(past);
  if (series === undefined) return [];
  const guestsOn = new Map(past.map(({ day, value }) => [day, value]));
  const shares = dishes.flatMap(({ dishId, days, portions }) => {
    const share = dishShare(
      days.map((day, at) => ({ portions: portions[at]!, guests: guestsOn.get(calendar(day).day) ?? 0 })),
    );
    return share === undefined ? [] : [{ dishId, share }];
  });
  return coming.map((date) => {
    const meals = forecastOf(series, {
      ...calendar(date),
      weather: weatherOf(weather.get(`${meal.stallId} ${date}`)),
    });
    return {
      stallId: meal.stallId,
      mealDate: date,
      mealType: meal.mealType,
      basis,
      ...meals,
      dishes: shares.map(({ dishId, share }) => ({ dishId, ...dishForecast(meals, share) })),
      days: past.length,
    };
  });
}

const pastMeals = (context: Context, stallIds: readonly Id[]): Promise<PastMeal[]> =>
  context.tx.rows<PastMeal>(sql`
    select d.gear_operation_dept_id as stall_id, d.meal_type, json_agg(json_build_object('day', d.meal_date,
      'guests', d.guests, 'portions', d.portions, 'weather', w.weather) order by d.meal_date) as days
    from (select s.gear_operation_dept_id, s.meal_type, s.meal_date,
        sum(s.portions) filter (where s.dish_id is null) as guests,
        sum(s.portions) filter (where s.dish_id is not null) as portions
      from (${served(context)}) s
      where s.gear_operation_dept_id = any(${[...stallIds]}::bigint[])
        and s.meal_date between ${context.today}::date - ${PAST_DAYS}::integer and ${context.today}::date
      group by s.gear_operation_dept_id, s.meal_type, s.meal_date) d
    left join operation_system o on o.gear_operation_dept_id = d.gear_operation_dept_id
    left join weather_day w on w.blade_project_dept_id = o.blade_project_dept_id and w.weather_date = d.meal_date
    group by d.gear_operation_dept_id, d.meal_type`);

const pastDishes = (context: Context, stallIds: readonly Id[]): Promise<PastDish[]> =>
  context.tx.rows<PastDish>(sql`
    select r.gear_operation_dept_id as stall_id, r.meal_type, r.dish_id,
      json_agg(r.meal_date order by r.meal_date) as days, json_agg(r.portions order by r.meal_date) as portions
    from (select s.gear_operation_dept_id, s.meal_type, s.dish_id, s.meal_date, sum(s.portions) as portions,
        row_number() over (partition by s.gear_operation_dept_id, s.meal_type, s.dish_id order by s.meal_date desc)
          as times
      from (${served(context)}) s
      where s.gear_operation_dept_id = any(${[...stallIds]}::bigint[]) and s.dish_id is not null
        and s.meal_date between ${context.today}::date - ${DISH_DAYS}::integer and ${context.today}::date
      group by s.gear_operation_dept_id, s.meal_type, s.dish_id, s.meal_date) r
    where r.times <= ${DISH_TIMES} group by r.gear_operation_dept_id, r.meal_type, r.dish_id`);

/** Weather announced for stalls: by stall and day. */
async function weatherAhead(context: Context, stallIds: readonly Id[]): Promise<ReadonlyMap<string, string>> {
  const rows = await context.tx.rows<{ stallId: Id; weatherDate: string; weather: string }>(sql`
    select o.gear_operation_dept_id as stall_id, w.weather_date, w.weather from operation_system o
    join weather_day w on w.blade_project_dept_id = o.blade_project_dept_id
    where o.gear_operation_dept_id = any(${[...stallIds]}::bigint[])
      and w.weather_date between ${context.today}::date + 1 and ${context.today}::date + ${DAYS_AHEAD}::integer`);
  return new Map(rows.map(({ stallId, weatherDate, weather }) => [`${stallId} ${weatherDate}`, weather]));
}

async function storeForecasts(context: Context, stallIds: readonly Id[], rows: readonly MadeRow[]): Promise<void> {
  await context.tx.run(sql`
    delete from meal_forecast where gear_operation_dept_id = any(${[...stallIds]}::bigint[])
      and meal_date > ${context.today}::date`);
  await context.tx.run(sql`
    insert into meal_forecast (gear_operation_dept_id, meal_date, meal_type, basis, portions, low_portions,
      high_portions, reasons, dishes, basis_days, method, made_time)
    select n."stallId", n."mealDate", n."mealType", n.basis, n.quantity, n.low, n.high, n.reasons, n.dishes, n.days,
      ${METHOD}, ${context.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as n("stallId" bigint, "mealDate" date, "mealType" text,
      basis text, quantity numeric, low numeric, high numeric, reasons jsonb, dishes jsonb, days integer)`);
}

/** Stalls of a company whose coming days are not forecast since this evening, or of which tomorrow is not at all. */
function stallsToForecast(context: Context): Promise<{ stallId: Id }[]> {
  const since = context.now.slice(11, 16) < EVENING ? context.today : `${context.today} ${EVENING}`;
  return context.tx.rows<{ stallId: Id }>(sql`
    select distinct s.gear_operation_dept_id as stall_id from (${served(context)}) s
    where s.meal_date >= ${context.today}::date - ${DISH_DAYS}::integer and not exists (
      select 1 from meal_forecast f where f.gear_operation_dept_id = s.gear_operation_dept_id
        and f.meal_date = ${context.today}::date + ${DAYS_AHEAD}::integer
        and f.made_time >= ${since}::timestamptz)
    order by 1`);
}

/** By the hour: each evening, and where a day has none yet, the coming days of each stall are forecast. */
export const forecastByNight = (services: Services): ScheduledTask => ({
  name: 'operations.forecast',
  everyMs: AN_HOUR,
  run: () =>
    forEachTenant(services, 'operations.forecast', async ({ transaction }) => {
      const stalls = (await transaction(stallsToForecast, { readOnly: true })).map(({ stallId }) => stallId);
      for (let at = 0; at < stalls.length; at += STALLS_AT_ONCE)
        await transaction((context) => makeForecasts(context, stalls.slice(at, at + STALLS_AT_ONCE)));
    }),
});

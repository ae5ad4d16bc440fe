/** What is prepared on a day: the goods of each planned dish, by clock and station, with what is ticked. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { plannedMeals } from '../../operations/meals/meals.server.ts';
import { boardStalls, choicesOf } from '../day/board-stalls.server.ts';
import * as calls from '../day/kitchen-day.calls.ts';
import type { PrepTiming } from '../day/kitchen-day.resource.ts';
import { keyOf, prepMoment, readKey } from '../day/kitchen-day.rules.ts';
import { holdStalls } from '../produce/kitchen-stalls.server.ts';

/** The longest lead a dish may have, in days. */
const AHEAD = 10;

interface PrepGoods {
  readonly dishId: Id;
  readonly mealDate: string;
  readonly timing: PrepTiming;
  readonly leadHours: number;
  readonly station: string;
  readonly stationName: string;
  readonly dishName: string;
  readonly materialName: string;
  readonly unitName: string;
  /** Net of one portion, in the unit of the BOM. */
  readonly perPortion: DecimalText;
}

export const prepList = serve(calls.prepList, async (context, input) => {
  const date = input.date ?? context.today;
  const { stalls, stall } = await boardStalls(context, input.gearOperationDeptId);
  const head = { date, stalls: choicesOf(stalls), stallId: stall?.id ?? '', stallName: stall?.name ?? '' };
  if (stall === undefined) return { ...head, slots: [] };
  const meals = await plannedMeals(context, { from: date, to: dayPlus(date, AHEAD), deptIds: [stall.id] });
  const [goods, ticks] = await Promise.all([goodsOf(context, meals), ticksOf(context, stall.id, date)]);
  const items = [
    ...Map.groupBy(meals, ({ mealDate, mealType, dishId }) => `${mealDate}/${mealType}/${dishId}`).values(),
  ].flatMap((own) => {
    const { dishId, mealDate, mealType, mealTime } = own[0]!;
    const portions = Decimal.sum(own.map((meal) => Decimal.of(meal.portions)));
    const standard = Decimal.sum(own.map((meal) => Decimal.of(meal.standardPortions)));
    const ofDish = goods.filter((each) => each.dishId === dishId && each.mealDate === mealDate);
    return [...Map.groupBy(ofDish, ({ timing }) => timing)].flatMap(([timing, parts]) => {
      const moment = prepMoment(timing, mealTime, parts[0]!.leadHours);
      if (moment.slice(0, 10) !== date) return [];
      const key = keyOf({ mealDate, mealType, dishId, timing });
      const { zh, en } = mealName(mealType);
      return [
        {
          time: moment.slice(11),
          station: parts[0]!.station,
          stationName: parts[0]!.stationName,
          item: {
            key,
            mealDate,
            mealName: context.language === 'en' ? en : zh,
            dishName: parts[0]!.dishName,
            portions: portions.toString(),
            timing,
            isDone: ticks.has(key),
            doneBy: ticks.get(key) ?? '',
            goods: parts.map(({ materialName, unitName, perPortion }) => ({
              materialName,
              unitName,
              qty: Decimal.of(perPortion).times(standard).rounded(3).toString(),
            })),
          },
        },
      ];
    });
  });
  const slots = [...Map.groupBy(items, ({ time, station }) => `${time} ${station}`).values()]
    .map((own) => ({
      time: own[0]!.time,
      station: own[0]!.station,
      stationName: own[0]!.stationName,
      items: own.map(({ item }) => item),
    }))
    .toSorted((a, b) => (a.time + a.station < b.time + b.station ? -1 : 1));
  return { ...head, slots };
});

/** The ingredients of planned dishes by the standard BOM of their days. The station of a dish is how it is cooked. */
const goodsOf = (
  context: Context,
  meals: readonly { readonly dishId: Id; readonly mealDate: string }[],
): Promise<PrepGoods[]> => {
  const english = context.language === 'en';
  return context.tx.rows<PrepGoods>(sql`
    select w.dish_id, w.meal_date, coalesce(l.prep_timing, 'lead') as timing, d.prep_lead_hours as lead_hours,
      coalesce(d.cooking_method, '') as station, coalesce(e.called, '') as station_name,
      case when ${english} then coalesce(nullif(d.name_en, ''), d.name) else d.name end as dish_name,
      coalesce(m.called, s.name) as material_name, u.called as unit_name, l.net_qty / b.output_qty as per_portion
    from (select distinct * from unnest(${meals.map(({ dishId }) => dishId)}::bigint[],
      ${meals.map(({ mealDate }) => mealDate)}::date[]) as g(dish_id, meal_date)) w
    join dish d on d.id = w.dish_id
    cross join lateral (select b.id, b.output_qty from dish_bom b where b.dish_id = d.id and b.released = 1
      and b.start_date <= w.meal_date and (b.end_date is null or b.end_date >= w.meal_date)
      order by b.start_date desc limit 1) b
    join dish_bom_detail l on l.dish_bom_id = b.id and l.line_kind <> 'byproduct' and l.optional = 0
    join material_unit u on u.id = l.unit_id
    left join material m on m.id = l.material_id left join dish s on s.id = l.sub_dish_id
    left join dict_biz e on e.code = 'cookingMethod' and e.dict_key = d.cooking_method and e.parent_id <> 0
    order by w.meal_date, d.code, l.line_no`);
};

async function ticksOf(context: Context, stallId: Id, from: string): Promise<ReadonlyMap<string, string>> {
  const rows = await context.tx.rows<{
    mealDate: string;
    mealType: string;
    dishId: Id;
    timing: PrepTiming;
    name: string;
  }>(sql`
    select k.meal_date, k.meal_type, k.dish_id, k.timing, coalesce(u.real_name, '') as name from prep_tick k
    left join app_user u on u.id = k.tick_user_id
    where k.gear_operation_dept_id = ${stallId}::bigint and k.meal_date >= ${from}::date`);
  return new Map(rows.map(({ name, ...key }) => [keyOf(key), name]));
}

export const tickPrep = serve(calls.tickPrep, async (context, { gearOperationDeptId, key, done }) => {
  const named = readKey(key);
  if (named === undefined) throw new Refused(refuse('param.invalid', { name: 'key', value: key }, { field: 'key' }));
  await holdStalls(context, [gearOperationDeptId]);
  const { mealDate, mealType, dishId, timing } = named;
  const me = sql`${context.user.userId}::bigint`;
  await context.tx.run(
    done === 1
      ? sql`insert into prep_tick (gear_operation_dept_id, meal_date, meal_type, dish_id, timing, tick_user_id,
          tick_time, create_user, create_dept, update_user)
        select ${gearOperationDeptId}::bigint, ${mealDate}::date, ${mealType}, d.id, ${timing}, ${me},
          ${context.now}::timestamptz, ${me}, ${context.user.deptId || null}::bigint, ${me}
        from dish d where d.id = ${dishId}::bigint on conflict do nothing`
      : sql`delete from prep_tick where gear_operation_dept_id = ${gearOperationDeptId}::bigint
          and meal_date = ${mealDate}::date and meal_type = ${mealType} and dish_id = ${dishId}::bigint
          and timing = ${timing}`,
  );
  return true;
});

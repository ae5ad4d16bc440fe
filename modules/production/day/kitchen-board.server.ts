/** The board of a stall's day, in a handful of statements however many dishes. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { mealTime } from '../../operations/meals/meal-time.rules.ts';
import { plannedMeals, stallPlaces } from '../../operations/meals/meals.server.ts';
import { hasSample } from '../labels/sample-state.server.ts';
import { boardStalls, choicesOf, type BoardStall } from './board-stalls.server.ts';
import * as calls from './kitchen-day.calls.ts';
import { isSampleOverdue, servedOf } from './kitchen-day.rules.ts';

interface MadePot {
  readonly id: Id;
  readonly billCode: string;
  readonly mealType: string;
  readonly dishId: Id;
  readonly dishName: string;
  readonly actualQty: DecimalText;
  readonly leftoverQty: DecimalText;
}
interface Wasted {
  readonly mealType: string | null;
  readonly dishId: Id;
  readonly ofPot: DecimalText;
  readonly ofLeft: DecimalText;
}

export const kitchenBoard = serve(calls.kitchenBoard, async (context, input) => {
  const date = input.date ?? context.today;
  const { stalls, stall } = await boardStalls(context, input.gearOperationDeptId);
  const head = { date, stalls: choicesOf(stalls) };
  if (stall === undefined)
    return {
      ...head,
      stallId: '',
      stallName: '',
      costMode: 'produce',
      isClosed: false,
      missingSamples: [],
      toDestroy: [],
      meals: [],
    };
  const [closed, missingSamples, toDestroy, meals] = await Promise.all([
    context.tx.row(sql`select 1 from kitchen_day k
      where k.gear_operation_dept_id = ${stall.id}::bigint and k.biz_date = ${date}::date`),
    missingOf(context, stall, date),
    dueSamples(context, stall),
    mealsOf(context, stall, date),
  ]);
  return {
    ...head,
    stallId: stall.id,
    stallName: stall.name,
    costMode: stall.costMode,
    isClosed: closed !== undefined,
    missingSamples,
    toDestroy,
    meals,
  };
});

const nameOfMeal = (context: Context, mealType: string): string => {
  const { zh, en } = mealName(mealType);
  return context.language === 'en' ? en : zh;
};

/** Dishes of a day that were cooked and have no sample, the oldest first. */
async function missingOf(context: Context, stall: BoardStall, date: string) {
  const rows = await context.tx.rows<{ id: Id; dishName: string; mealType: string; produceTime: string }>(sql`
    select distinct on (p.meal_type, p.dish_id) p.id, d.name as dish_name, p.meal_type,
      to_char(p.produce_time, 'YYYY-MM-DD HH24:MI:SS') as produce_time
    from gear_produce p join dish d on d.id = p.dish_id and d.sample_required = 1
    where p.gear_operation_dept_id = ${stall.id}::bigint and p.biz_date = ${date}::date and p.status = 'posted'
      and p.produce_type = 'cook' and not ${hasSample}
    order by p.meal_type, p.dish_id, p.produce_time`);
  return rows
    .toSorted((a, b) => (a.produceTime < b.produceTime ? -1 : 1))
    .map(({ id, ...row }) => ({
      ...row,
      produceId: id,
      mealName: nameOfMeal(context, row.mealType),
      isOverdue: isSampleOverdue(row.produceTime, context.now),
    }));
}

/** Samples of a stall that were kept long enough and are not destroyed. */
const dueSamples = (context: Context, stall: BoardStall) =>
  context.tx.rows<{ id: Id; labelNo: string; labelName: string; weightG: number; sampleExpire: string }>(sql`
    select l.id, l.label_no, coalesce(l.label_name, '') as label_name, l.weight_g,
      to_char(l.sample_expire, 'YYYY-MM-DD HH24:MI:SS') as sample_expire
    from gear_label l where l.gear_operation_dept_id = ${stall.id}::bigint and l.label_type = 'sample'
      and l.sample_expire <= ${context.now}::timestamptz
      and not exists (select 1 from gear_food_waste w where w.label_id = l.id and w.status = 'posted')
    order by l.sample_expire, l.id limit 100`);

async function mealsOf(context: Context, stall: BoardStall, date: string) {
  const [planned, pots, wasted, places] = await Promise.all([
    plannedMeals(context, { from: date, to: date, deptIds: [stall.id] }),
    potsOf(context, stall, date),
    wastedOf(context, stall, date),
    stallPlaces(context, [stall.id]),
  ]);
  const names = await dishNames(context, [...planned.map(({ dishId }) => dishId), ...pots.map(({ dishId }) => dishId)]);
  const intervals = places.get(stall.id)?.intervals ?? [];
  const mealTypes = [...new Set([...planned, ...pots].map(({ mealType }) => mealType))];
  const unnamed = new Set<Wasted>();
  return mealTypes
    .map((mealType) => ({ mealType, mealTime: mealTime(intervals, mealType, date) }))
    .toSorted((a, b) => (a.mealTime < b.mealTime ? -1 : 1))
    .map(({ mealType, mealTime: time }) => {
      const dishIds = [
        ...new Set([...planned, ...pots].filter((each) => each.mealType === mealType).map(({ dishId }) => dishId)),
      ];
      return {
        mealType,
        mealName: nameOfMeal(context, mealType),
        mealTime: time,
        dishes: dishIds.map((dishId) => {
          const ofIt = (each: { readonly mealType: string | null; readonly dishId: Id }): boolean =>
            each.mealType === mealType && each.dishId === dishId;
          const own = pots.filter(ofIt);
          const thrown = wasted.filter((each) => {
            if (each.dishId !== dishId || (each.mealType !== null && each.mealType !== mealType)) return false;
            // Waste without a meal counts at the first that has the dish.
            if (each.mealType !== null) return true;
            if (unnamed.has(each)) return false;
            unnamed.add(each);
            return true;
          });
          return dishOf(dishId, names.get(dishId) ?? '', planned.filter(ofIt), own, thrown);
        }),
      };
    });
}

function dishOf(
  dishId: Id,
  dishName: string,
  planned: readonly { readonly portions: DecimalText }[],
  pots: readonly MadePot[],
  wasted: readonly Wasted[],
) {
  const sum = (texts: readonly DecimalText[]): Decimal => Decimal.sum(texts.map((text) => Decimal.of(text)));
  const portions = {
    planned: sum(planned.map((each) => each.portions)),
    made: sum(pots.map((pot) => pot.actualQty)),
    left: sum(pots.map((pot) => pot.leftoverQty)),
    wastedOfPot: sum(wasted.map((each) => each.ofPot)),
    wastedOfLeft: sum(wasted.map((each) => each.ofLeft)),
  };
  return {
    dishId,
    dishName,
    planned: portions.planned.toString(),
    made: portions.made.toString(),
    left: portions.left.toString(),
    wasted: portions.wastedOfPot.plus(portions.wastedOfLeft).toString(),
    served: servedOf(portions).toString(),
    pots: pots.map(({ id, billCode, actualQty, leftoverQty }) => ({ id, billCode, actualQty, leftoverQty })),
  };
}

const potsOf = (context: Context, stall: BoardStall, date: string): Promise<MadePot[]> =>
  context.tx.rows<MadePot>(sql`
    select p.id, p.bill_code, p.meal_type, p.dish_id, d.name as dish_name, p.actual_qty,
      coalesce(p.leftover_qty, 0) as leftover_qty
    from gear_produce p join dish d on d.id = p.dish_id
    where p.gear_operation_dept_id = ${stall.id}::bigint and p.biz_date = ${date}::date and p.status = 'posted'
      and p.produce_type = 'cook' order by p.produce_time desc, p.id desc`);

/** Portions of dishes thrown away on the day, apart by whether they were left over. */
const wastedOf = (context: Context, stall: BoardStall, date: string): Promise<Wasted[]> =>
  context.tx.rows<Wasted>(sql`
    select w.meal_type, w.dish_id,
      coalesce(-sum(m.qty) filter (where g.id is null), 0) as of_pot,
      coalesce(-sum(m.qty) filter (where g.id is not null), 0) as of_left
    from gear_food_waste w join stock_move m on m.bill_type = 'gearfoodwaste' and m.bill_id = w.id
      and m.reason = 'kitchen.waste'
    left join gear_produce g on g.leftover_batch_id = m.batch_id
    where w.gear_operation_dept_id = ${stall.id}::bigint and w.biz_date = ${date}::date and w.status = 'posted'
      and w.dish_id is not null group by 1, 2`);

async function dishNames(context: Context, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> {
  const rows = await context.tx.rows<{ id: Id; name: string }>(sql`
    select d.id, case when ${context.language} = 'en' then coalesce(nullif(d.name_en, ''), d.name) else d.name end as name
    from dish d where d.id = any(${[...new Set(ids)]}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Forecasts as they are listed: beside what people planned and what came. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { join, raw, type Sql, sql } from '../../../parts/postgres/database.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { requireWithinScope } from '../../admin/rights/rights.server.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import * as calls from './meal-forecast.calls.ts';
import { mealForecast } from './meal-forecast.resource.ts';
import type { DishForecast, Reason } from './meal-forecast.rules.ts';
import { makeForecasts } from './make-forecasts.server.ts';
import { reasonSentence } from './reasons.rules.ts';
import { served } from './served-portions.port.server.ts';

/** What was served of what the forecast `t` is of, so many days before its day; null where nothing was counted. */
const servedOf = (context: Context, daysBefore: number): Sql => sql`
  (select sum(s.portions) from (${served(context)}) s where s.gear_operation_dept_id = t.gear_operation_dept_id
    and s.meal_date = t.meal_date - ${daysBefore}::integer and s.meal_type = t.meal_type
    and (s.dish_id is null) = (t.basis = 'guests'))`;
/** What sales plans have for it: guests, or portions of all dishes. */
const plannedOf = sql`
  (select case when t.basis = 'guests' then sum((p.diner_forecast -> t.meal_date::text ->> t.meal_type)::numeric)
      else sum((select sum(d.portions) from sales_plan_detail d where d.sales_plan_id = p.id
        and d.meal_date = t.meal_date and d.meal_type = t.meal_type)) end
    from sales_plan p where p.gear_operation_dept_id = t.gear_operation_dept_id and p.status <> 'void'
      and t.meal_date between p.start_date and p.end_date)`;
const errorOf = (figure: Sql, actual: Sql): Sql =>
  sql`round(abs(${figure} - ${actual}) * 100 / nullif(${actual}, 0), 1)`;

export const mealForecastBehaviour = behaviour(mealForecast, {
  computed: {
    plannedPortions: () => plannedOf,
    servedPortions: (context) => servedOf(context, 0),
    lastWeekPortions: (context) => servedOf(context, 7),
    forecastError: (context) => errorOf(sql`t.portions`, servedOf(context, 0)),
    plannedError: (context) => errorOf(plannedOf, servedOf(context, 0)),
  },
  async detail({ tx }, { dishes }) {
    const ids = (dishes as readonly { readonly dishId: Id }[]).map(({ dishId }) => dishId);
    const named = await tx.rows<{ id: Id; name: string }>(
      sql`select d.id, d.name from dish d where d.id = any(${ids}::bigint[])`,
    );
    return { dishNames: Object.fromEntries(named.map(({ id, name }) => [id, name])) };
  },
});

const makeNow = serve(calls.makeForecasts, async (context, { gearOperationDeptId }) => {
  requireWithinScope(context, [gearOperationDeptId], 'gearOperationDeptId');
  return { made: await makeForecasts(context, [gearOperationDeptId]) };
});

interface MealRow extends Omit<DishForecast, 'share' | 'seen'> {
  readonly id: Id;
  readonly mealDate: string;
  readonly mealType: string;
  readonly basis: string;
  readonly reasons: readonly Reason[];
  readonly dishes: readonly (DishForecast & { readonly dishId: Id })[];
}
const LONGEST_DAYS = 62;

const ofPlan = serve(calls.forecastsOfPlan, async (context, { gearOperationDeptId, startDate, endDate }) => {
  requireWithinScope(context, [gearOperationDeptId], 'gearOperationDeptId');
  const from = startDate ?? context.today;
  const rows = await context.tx.rows<MealRow>(sql`
    select t.id, t.meal_date, t.meal_type, t.basis, t.portions::integer as quantity, t.low_portions::integer as low,
      t.high_portions::integer as high, t.reasons, t.dishes from meal_forecast t
    where t.gear_operation_dept_id = ${gearOperationDeptId}::bigint and t.meal_date between ${from}::date
      and least(${endDate ?? dayPlus(from, LONGEST_DAYS)}::date, ${from}::date + ${LONGEST_DAYS}::integer)
    order by t.meal_date, t.meal_type`);
  const sentences = (reasons: readonly Reason[]): string[] =>
    reasons.map((reason) => reasonSentence(reason)[context.language]);
  return rows.map((row) => ({
    ...row,
    reasons: sentences(row.reasons),
    dishes: row.dishes.map(({ share, seen, ...dish }) => ({
      ...dish,
      reasons: sentences([{ kind: 'menu', share, seen }, ...row.reasons.filter(({ kind }) => kind !== 'days')]),
    })),
  }));
});

const scores = serve(calls.forecastScores, async (context, { gearOperationDeptId, startDate, endDate }) => {
  const until = endDate ?? context.today;
  const from = startDate ?? dayPlus(until, -28);
  if (from > until) throw new Refused(refuse('operations.forecast-days', {}, { field: 'endDate' }));
  const terms = [
    sql`t.meal_date between ${from}::date and ${until}::date`,
    ...scopeCondition(mealForecast, context),
    ...(gearOperationDeptId === null ? [] : [sql`t.gear_operation_dept_id = ${gearOperationDeptId}::bigint`]),
  ];
  const rows = await context.tx.rows<{
    mealType: string;
    days: number;
    forecastError: string | null;
    plannedError: string | null;
    lastWeekError: string | null;
  }>(sql`
    select k.meal_type, count(*)::integer as days,
      ${shareOf('k.portions', 'true')} as forecast_error,
      ${shareOf('k.planned', 'k.planned is not null')} as planned_error,
      ${shareOf('k.last_week', 'k.last_week is not null')} as last_week_error
    from (select t.meal_type, t.portions, ${plannedOf} as planned, ${servedOf(context, 0)} as actual,
        ${servedOf(context, 7)} as last_week
      from meal_forecast t where ${join(terms, ' and ')}) k
    where k.actual is not null group by k.meal_type order by k.meal_type`);
  return rows.map((row) => ({ ...row, mealTypeName: mealName(row.mealType)[context.language] }));
});

/** Sum of the errors of a figure as percent points of what came, on the days on which it is known. */
const shareOf = (figure: string, known: string): Sql =>
  sql`round(sum(abs(${raw(figure)} - k.actual)) filter (where ${raw(known)}) * 100
    / nullif(sum(k.actual) filter (where ${raw(known)}), 0), 1)`;

export const forecastCalls = [makeNow, ofPlan, scores];

/** "As planned" in one tap: each dish of a meal that is not made yet, size by size, in what is missing of it. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { saveAll } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { plannedMeals } from '../../operations/meals/meals.server.ts';
import { holdStalls } from './kitchen-stalls.server.ts';
import * as calls from './produce.calls.ts';
import { gearProduce } from './produce.document.ts';

/** Whoever taps twice waits for himself and finds nothing left to make. */
export const asPlanned = serve(calls.produceAsPlanned, async (context, input) => {
  const stallId = input.gearOperationDeptId;
  const bizDate = input.bizDate ?? context.today;
  await holdStalls(context, [stallId]);
  const [planned, made] = await Promise.all([
    plannedMeals(context, { from: bizDate, to: bizDate, deptIds: [stallId] }),
    context.tx.rows<{ dish: string; qty: string }>(sql`
      select dish_id || ' ' || portion_group as dish, sum(actual_qty) as qty from gear_produce
      where gear_operation_dept_id = ${stallId}::bigint and biz_date = ${bizDate}::date
        and meal_type = ${input.mealType} and status = 'posted' and dish_id is not null group by 1`),
  ]);
  const wanted = listOf(input.dishIds ?? '').map(String);
  const done = new Map(made.map(({ dish, qty }) => [dish, Decimal.of(qty)]));
  const meals = planned.filter(
    ({ mealType, dishId }) => mealType === input.mealType && (wanted.length === 0 || wanted.includes(dishId)),
  );
  const open = [...Map.groupBy(meals, ({ dishId, portionGroup }) => `${dishId} ${portionGroup}`)].flatMap(
    ([dish, own]) => {
      const { dishId, portionGroup } = own[0]!;
      const missing = Decimal.sum(own.map(({ portions }) => Decimal.of(portions))).minus(
        done.get(dish) ?? Decimal.zero,
      );
      return missing.isPositive() ? [{ dishId, portionGroup, missing }] : [];
    },
  );
  if (open.length === 0) throw new Refused(refuse('production.nothing-planned'));
  const ids = await saveAll(
    gearProduce,
    context,
    open.map(({ dishId, portionGroup, missing }) => ({
      gearOperationDeptId: stallId,
      bizDate,
      mealType: input.mealType,
      dishId,
      portionGroup,
      actualQty: missing.toString(),
      ...(input.coreTemp === null ? {} : { coreTemp: input.coreTemp }),
    })),
  );
  const rows = await context.tx.rows<{ id: Id; billCode: string; dishId: Id }>(sql`
    update gear_produce set bill_source = 'auto' where id = any(${ids}::bigint[]) returning id, bill_code, dish_id`);
  return { made: rows };
});

import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { covers } from '../figures/calendar-day.rules.ts';
import type { DishFacts } from './dish-facts.ts';

/** Facts of dishes by id: two queries, however many. */
export async function dishFacts(context: Context, ids: readonly Id[]): Promise<Map<Id, DishFacts>> {
  const dishIds = [...new Set(ids)];
  const dishes = await context.tx.rows<{ id: Id; name: string; frozen: number; dishKind: string }>(
    sql`select id, name, frozen, dish_kind from dish where id = any(${dishIds}::bigint[])`,
  );
  const boms = Map.groupBy(
    await context.tx.rows<{ dishId: Id; startDate: string; endDate: string | null }>(
      sql`select dish_id, start_date, end_date from dish_bom
        where released = 1 and dish_id = any(${dishIds}::bigint[])`,
    ),
    (bom) => bom.dishId,
  );
  return new Map(
    dishes.map((dish) => [
      dish.id,
      {
        name: dish.name,
        frozen: dish.frozen === 1,
        semi: dish.dishKind === 'semi',
        hasBomOn: (day) => (boms.get(dish.id) ?? []).some((bom) => covers(bom, day)),
      },
    ]),
  );
}

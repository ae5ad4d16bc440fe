/** Menus and plans obey authorised ranges: of their dishes, and of what those are made of. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { becauseOf, isAnythingRestricted, refusedUses, type Use } from '../authorisation/authorised-use.server.ts';
import { materialsOf } from './recipe-book.rules.ts';
import { loadBomFacts } from './bom-facts.server.ts';
import { decide, isInSeason } from '../authorisation/material-auth.rules.ts';
import { dishRanges, linesUpwards, type DishRange } from '../authorisation/material-auth.server.ts';
import { covers } from '../figures/calendar-day.rules.ts';

/** A dish that is cooked somewhere on a day. */
interface CookedDish {
  readonly line: number;
  readonly dishId: Id;
  readonly deptId: Id;
  readonly date: string;
}

/**
 * Refusals of dishes with a material that may not be cooked at their place, each material of a line once. Where nothing
 * is restricted this is one cheap statement.
 */
export async function cookingRefusals(context: Context, dishes: readonly CookedDish[]): Promise<Refusal[]> {
  if (dishes.length === 0) return [];
  return [...(await forbiddenDishes(context, dishes)), ...(await refusedMaterials(context, dishes))];
}

async function refusedMaterials(context: Context, dishes: readonly CookedDish[]): Promise<Refusal[]> {
  const days = dishes.map((each) => each.date).toSorted();
  if (!(await isAnythingRestricted(context, 'cook', days[0]!, days.at(-1)!))) return [];
  const facts = await loadBomFacts(
    context,
    dishes.map((each) => each.dishId),
    days[0]!,
    days.at(-1)!,
  );
  const deptLines = await linesUpwards(context, 'dept');
  const names = new Map(facts.dishes.map((dish) => [dish.id, dish.name]));
  const made = new Map<string, readonly Id[]>();
  const uses = dishes.flatMap(({ line, dishId, deptId, date }): Use[] => {
    const key = `${dishId} ${deptId} ${date}`;
    const materials = made.get(key) ?? materialsOf(facts, dishId, deptLines.get(deptId) ?? [deptId], date);
    made.set(key, materials);
    return materials.map((materialId) => ({
      line,
      field: 'dishId',
      materialId,
      deptId,
      date,
      dish: names.get(dishId) ?? dishId,
    }));
  });
  return refusedUses(context, 'cook', uses);
}

/** Dishes a rule forbids by name, such as green beans at schools: the row of the nearest department decides. */
async function forbiddenDishes(context: Context, dishes: readonly CookedDish[]): Promise<Refusal[]> {
  const days = dishes.map((each) => each.date).toSorted();
  const ranges = await dishRanges(
    context,
    dishes.map((each) => each.dishId),
    days[0]!,
    days.at(-1)!,
  );
  if (ranges.every((range) => range.allow)) return [];
  const deptLines = await linesUpwards(context, 'dept');
  const denied = dishes.flatMap((dish) => {
    const own = ranges
      .filter((range) => range.dishId === dish.dishId && covers(range, dish.date) && isInSeason(range, dish.date))
      // To `decide` a dish is what a material is.
      .map((range) => ({ ...range, materialId: range.dishId }));
    const by = decide(own, deptLines.get(dish.deptId) ?? [dish.deptId], new Map(), 'cook').materials.get(dish.dishId);
    return by === undefined || by.allow ? [] : [{ ...dish, by: by as DishRange }];
  });
  if (denied.length === 0) return [];
  const names = new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(sql`
        select id, name from dish where id = any(${denied.map((each) => each.dishId)}::bigint[])
        union all select id, dept_name from dept
        where id = any(${denied.flatMap((each) => [each.deptId, each.by.deptId])}::bigint[])`)
    ).map((row) => [row.id, row.name]),
  );
  return denied.map(({ line, dishId, deptId, date, by }) =>
    refuse(
      'master-data.auth-dish',
      {
        line,
        date,
        dish: names.get(dishId),
        dept: names.get(deptId),
        place: names.get(by.deptId),
        startDate: by.startDate,
        because: becauseOf(by.basis),
      },
      { line, field: 'dishId' },
    ),
  );
}

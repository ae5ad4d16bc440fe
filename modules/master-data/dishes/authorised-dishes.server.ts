/** Menus and plans obey authorised ranges through what their dishes are made of. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { isAnythingRestricted, refusedUses, type Use } from '../authorisation/authorised-use.server.ts';
import { materialsOf } from './recipe-book.rules.ts';
import { loadBomFacts } from './bom-facts.server.ts';
import { linesUpwards } from '../authorisation/material-auth.server.ts';

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
  const days = dishes.map((each) => each.date).toSorted();
  if (dishes.length === 0 || !(await isAnythingRestricted(context, 'cook', days[0]!, days.at(-1)!))) return [];
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

/** Determining stall menus: what stands against it said at once, then shown on boards and on the public page. */
import type { Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import { audit } from '../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { sql } from '../../parts/postgres/database.ts';
import { mealName } from '../admin/dictionaries/dictionaries.ts';
import { cookingRefusals } from '../master-data/dishes/authorised-dishes.server.ts';
import { dishFacts } from '../master-data/dishes/dish-facts.server.ts';
import { offShelfRefusals } from '../operations/goods-systems/shelf.server.ts';
import { stallPlaces } from '../operations/meals/meals.server.ts';
import { requireNotStopped } from '../operations/profiles/store-admin.server.ts';
import { dishRefusals } from '../operations/sales-plan/sales-plan.rules.ts';
import { gearMenu } from './gear-menu.resource.ts';
import { phaseOf } from './gear-menu.rules.ts';
import { notifyOfMenus } from './menu-changes.server.ts';

type Menu = Awaited<ReturnType<typeof lockRows<typeof gearMenu>>>[number];

/** Drafts become determined; those that are stay as they are. Refuses everything that speaks against them at once. */
export async function determineMenus(context: Context, ids: readonly Id[]): Promise<void> {
  const menus = await lockRows(gearMenu, context, ids);
  if (menus.length < new Set(ids).size) throw unknownRecord(gearMenu.label);
  const drafts = menus.filter((menu) => menu.menuStatus === 'draft');
  if (drafts.length === 0) return;
  await requireNotStopped(
    context,
    drafts.map((menu) => menu.gearOperationDeptId),
  );
  const refusals = await problemsOf(context, drafts);
  if (refusals.length > 0) throw new Refused(...refusals);
  await context.tx.run(sql`
    update gear_menu set menu_status = 'determined', determine_user_id = ${context.user.userId}::bigint,
      determine_time = now(), version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
    where id = any(${drafts.map((menu) => menu.id)}::bigint[])`);
  await audit(
    context,
    drafts.map((menu) => ({
      resource: gearMenu.name,
      recordId: menu.id,
      action: 'determine',
      title: menu.id,
      changes: { menuStatus: ['draft', 'determined'] as const },
    })),
  );
  await notifyOfMenus(
    context,
    drafts.map((menu) => menu.useRestaurantDeptId),
  );
}

/** As plans are checked (E1 to E6): hours, dish, shelf, BOM, and materials that may not be cooked there. */
async function problemsOf(context: Context, menus: readonly Menu[]): Promise<Refusal[]> {
  const lines = Map.groupBy(
    await context.tx.rows<{ gearMenuId: Id; dishId: Id }>(sql`
      select gear_menu_id, dish_id from gear_menu_detail
      where gear_menu_id = any(${menus.map((menu) => menu.id)}::bigint[]) order by gear_menu_id, line_no`),
    (line) => line.gearMenuId,
  );
  const dishes = await dishFacts(
    context,
    [...lines.values()].flat().map((line) => line.dishId),
  );
  const stalls = await stallPlaces(
    context,
    menus.map((menu) => menu.gearOperationDeptId),
  );
  const found: Refusal[] = [];
  for (const menu of menus) {
    const { menuDate: date, mealType, gearOperationDeptId: stallId } = menu;
    const meal = mealName(mealType);
    const intervals = stalls.get(stallId)?.intervals ?? [];
    const served = (lines.get(menu.id) ?? []).map(({ dishId }) => ({ dishId, mealDate: date, mealType }));
    if (phaseOf(intervals, mealType, date, context.now) === 'past') {
      found.push(refuse('stall-menus.past', { date, meal }));
      continue;
    }
    if (served.length === 0) {
      found.push(refuse('stall-menus.empty', { date, meal }));
      continue;
    }
    const facts = { startDate: date, endDate: date, dishes, intervals, mealName };
    const problems = [
      ...served.flatMap((line, index) => dishRefusals(line, index + 1, facts)),
      ...(await offShelfRefusals(context, stallId, served)),
      ...(await cookingRefusals(
        context,
        served.map((line, index) => ({ line: index + 1, dishId: line.dishId, deptId: stallId, date })),
      )),
    ];
    found.push(
      ...(menus.length === 1
        ? problems
        : problems.map((problem) =>
            refuse('stall-menus.in-meal', {
              date,
              meal,
              what: label(sentenceOf(problem, 'zh'), sentenceOf(problem, 'en')),
            }),
          )),
    );
  }
  return found;
}

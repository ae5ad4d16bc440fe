/**
 * A menu while it is shown: a dish is sold out or not, gets another limit or price, and portions are counted. One
 * statement each, so that whatever happens at once adds up.
 */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { audit } from '../../kernel/server/audit.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { serve } from '../../kernel/server/serve.ts';
import { join, sql } from '../../parts/postgres/database.ts';
import { mealName } from '../admin/dictionaries/dictionaries.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';
import { stallPlaces } from '../operations/meals/meals.server.ts';
import { requireNotStopped } from '../operations/profiles/store-admin.server.ts';
import * as calls from './gear-menu.calls.ts';
import { gearMenu } from './gear-menu.resource.ts';
import { leftOf, phaseOf, type SaleState } from './gear-menu.rules.ts';
import { notifyOfMenus } from './menu-changes.server.ts';
import { linesOf } from './menus-of-stall.server.ts';
import type { MenuLine } from './menus-of-stall.ts';

interface ShownDish extends SaleState {
  readonly id: Id;
  readonly menuId: Id;
  readonly dish: string;
  readonly price: string | null;
  readonly gearOperationDeptId: Id;
  readonly useRestaurantDeptId: Id | null;
  readonly menuDate: string;
  readonly mealType: string;
  readonly menuStatus: string;
}

/** The dish on a menu within the caller's departments, locked; refuses one whose meal is over. */
async function lockDish(context: Context, id: Id): Promise<ShownDish> {
  const dish = await context.tx.row<ShownDish>(sql`
    select l.id, t.id as menu_id, i.name as dish, l.price, l.sold_out, l.sold_qty, l.sale_limit_qty,
      t.gear_operation_dept_id, t.use_restaurant_dept_id, t.menu_date, t.meal_type, t.menu_status
    from gear_menu_detail l join gear_menu t on t.id = l.gear_menu_id join dish i on i.id = l.dish_id
    where ${join([sql`l.id = ${id}::bigint`, ...scopeCondition(gearMenu, context)], ' and ')} for update of l`);
  if (dish === undefined) throw unknownRecord(gearMenu.lines!.details.label);
  await requireNotStopped(context, [dish.gearOperationDeptId]);
  const stall = (await stallPlaces(context, [dish.gearOperationDeptId])).get(dish.gearOperationDeptId);
  if (phaseOf(stall?.intervals ?? [], dish.mealType, dish.menuDate, context.now) === 'past')
    throw new Refused(refuse('stall-menus.past', { date: dish.menuDate, meal: mealName(dish.mealType) }));
  return dish;
}

async function answered(context: Context, dish: ShownDish): Promise<MenuLine> {
  await notifyOfMenus(context, [dish.useRestaurantDeptId]);
  const [line] = await linesOf(context, sql`l.id = ${dish.id}::bigint`);
  const { gearMenuId: _menu, ...rest } = line!;
  return rest;
}

type Change = Pick<TypeOf<typeof calls.menuLine>, 'soldOut' | 'saleLimitQty' | 'price'>;
const changeDish = serve(calls.changeDish, async (context, input, { body }) => {
  const dish = await lockDish(context, requireId(input, 'id'));
  const after: Change = {
    soldOut: input.soldOut ?? (dish.soldOut === 1 ? 1 : 0),
    // Sent empty it is taken off.
    saleLimitQty: 'saleLimitQty' in body ? input.saleLimitQty : dish.saleLimitQty,
    price: input.price ?? dish.price,
  };
  await context.tx.run(sql`
    update gear_menu_detail set sold_out = ${after.soldOut}, sale_limit_qty = ${after.saleLimitQty}::numeric,
      price = case when is_free = 1 then null else ${after.price}::numeric end where id = ${dish.id}::bigint`);
  await context.tx.run(sql`
    update gear_menu set version = version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
    where id = ${dish.menuId}::bigint`);
  await audit(context, [
    {
      resource: gearMenu.name,
      recordId: dish.menuId,
      action: 'update',
      title: dish.dish,
      changes: Object.fromEntries(
        (['soldOut', 'saleLimitQty', 'price'] as const).flatMap((name) =>
          dish[name] === after[name] ? [] : [[name, [dish[name], after[name]] as const]],
        ),
      ),
    },
  ]);
  return answered(context, dish);
});

const countSold = serve(calls.countSold, async (context, { portions, ...input }) => {
  const dish = await lockDish(context, requireId(input, 'id'));
  if (dish.menuStatus !== 'determined')
    throw new Refused(refuse('stall-menus.not-determined', { date: dish.menuDate, meal: mealName(dish.mealType) }));
  const left = leftOf(dish);
  if (dish.soldOut === 1 || left === '0') throw new Refused(refuse('stall-menus.sold-out', { dish: dish.dish }));
  const sold = await context.tx.run(sql`
    update gear_menu_detail set sold_qty = sold_qty + ${portions}
    where id = ${dish.id}::bigint and (sale_limit_qty is null or sold_qty + ${portions} <= sale_limit_qty)`);
  if (sold === 0) throw new Refused(refuse('stall-menus.left', { dish: dish.dish, left }, { field: 'portions' }));
  return answered(context, dish);
});

export const runningMenuCalls: readonly Call[] = [changeDish, countSold];

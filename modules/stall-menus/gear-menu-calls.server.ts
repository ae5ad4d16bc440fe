/** The calls on stall menus. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { notPermitted, unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import type { Services } from '../../kernel/server/registry.ts';
import type { Live } from '../../parts/http/live.ts';
import { linesIn } from '../../parts/http/request-input.ts';
import { sql } from '../../parts/postgres/database.ts';
import { createUserNotifications } from '../../parts/postgres/user-notifications.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';
import { stallPlaces } from '../operations/meals/meals.server.ts';
import { seesDishCosts } from '../operations/sales-plan/plan-money.server.ts';
import { portionCosts } from '../suppliers/dish-cost.server.ts';
import { determineMenus } from './determine.server.ts';
import * as calls from './gear-menu.calls.ts';
import { gearMenu } from './gear-menu.resource.ts';
import { saveMenus } from './gear-menu.server.ts';
import { menusAt } from './menu-changes.server.ts';
import { supplyProblems } from './menu-check.server.ts';
import { goodsOf } from './menu-needs.server.ts';
import { menuById, menusInPeriod, periodOf, plannedOf } from './menus-of-stall.server.ts';
import type { MenuOfMeal } from './menus-of-stall.ts';
import { isWeekTemplated, templateOfWeek } from './week-template.server.ts';

const READS = { reads: true } as const;
/** Of a call that asks for no days. */
const TODAY = { date: null, startDate: null, endDate: null, mealType: null };

/** A menu is added by whoever may add, and changed by whoever may edit. */
async function save(context: Context, bodies: readonly Input[]) {
  const button = bodies.some(({ id }) => id) ? 'gearmenu_edit' : 'gearmenu_add';
  if (!context.allowed(button) && !context.allowed('gearmenu_edit')) throw notPermitted();
  return saveMenus(context, bodies);
}

/** What a portion of each dish costs together, of those whose cost is known. */
async function moneyOf(context: Context, { details, gearOperationDeptId, menuDate }: MenuOfMeal) {
  const costs = await portionCosts(
    context,
    details.map((line) => line.dishId),
    { date: menuDate, deptId: gearOperationDeptId },
  );
  const known = details.flatMap(({ dishId, price }) => {
    const cost = costs.get(dishId)?.cost ?? null;
    return cost === null ? [] : [{ cost: Decimal.of(cost), price: Decimal.of(price ?? '0') }];
  });
  const tax = await context.tx.row<{ taxRate: string }>(
    sql`select tax_rate from operation_system where gear_operation_dept_id = ${gearOperationDeptId}::bigint`,
  );
  const [cost, price] = [Decimal.sum(known.map((each) => each.cost)), Decimal.sum(known.map((each) => each.price))];
  const net = price.dividedBy(Decimal.one.plus(Decimal.of(tax?.taxRate ?? '0').dividedBy(Decimal.hundred)));
  return {
    cost: cost.toFixed(2),
    price: price.toFixed(2),
    foodCostPct: net.isZero() ? null : cost.times(Decimal.hundred).dividedBy(net).rounded(2).toString(),
    unknown: details.flatMap(({ dishId, dishName }) => ((costs.get(dishId)?.cost ?? null) === null ? dishName : [])),
  };
}

const detail = serve(
  calls.menuDetail,
  async (context, input) => {
    const menu = await menuById(context, requireId(input, 'id'));
    const plan = await context.tx.row<{ billCode: string }>(
      sql`select bill_code from sales_plan where id::text = ${menu.gearSalesPlanId}`,
    );
    return {
      ...menu,
      planBillCode: plan?.billCode ?? '',
      soldPortions: Decimal.sum(menu.details.map((line) => Decimal.of(line.soldQty))).toString(),
      ...(seesDishCosts(context) ? { money: await moneyOf(context, menu) } : {}),
    };
  },
  READS,
);

const submit = serve(calls.submitMenu, async (context, input, { body }) => {
  const [id] = await save(context, [body]);
  await determineMenus(context, [id!]);
  if (input.isGenerateMenuTemplate === '1') await templateOfWeek(context, id!);
  return true;
});

/** The event stream of the menus of a stall's restaurant. */
const menuChanges = (services: Services): Call => {
  const notifications = createUserNotifications(services.database);
  return serve(calls.menuChanges, async (context, input): Promise<Live> => {
    const { stallId } = periodOf(context, { ...input, ...TODAY });
    if (!String(context.peer?.headers['accept'] ?? '').includes('text/event-stream'))
      throw new Refused(refuse('stall-menus.stream'));
    const stall = await context.tx.row<{ restaurantId: string | null }>(
      sql`select parent_id as restaurant_id from dept where id = ${stallId}::bigint`,
    );
    if (stall === undefined) throw unknownRecord(gearMenu.fields.gearOperationDeptId.label);
    return {
      live: (send) => notifications.follow(context.tenant, menusAt(stall.restaurantId ?? ''), () => send('menu')),
      ready: notifications.ready,
    };
  });
};

const address = serve(calls.menuAddress, async (context, input) => {
  const { stallId } = periodOf(context, { ...input, ...TODAY });
  const row = await context.tx.row<{ restaurantId: string; restaurant: string; shown: number }>(sql`
    select r.id as restaurant_id, r.dept_name as restaurant, coalesce(u.menu_public, 0) as shown from dept d
    join dept r on r.id = d.parent_id and r.dept_category = '3'
    left join use_restaurant u on u.use_restaurant_dept_id = r.id and u.frozen = 0
    where d.id = ${stallId}::bigint`);
  return {
    path: row === undefined ? '' : `/m/${context.tenant}-${row.restaurantId}`,
    restaurant: row?.restaurant ?? '',
    isPublic: row?.shown === 1,
  };
});

const meals = serve(calls.mealsServed, async (context, input) => {
  const { stallId } = periodOf(context, { ...input, ...TODAY });
  const intervals = (await stallPlaces(context, [stallId])).get(stallId)?.intervals ?? [];
  const held = intervals.filter(({ effectiveTo }) => effectiveTo === null || effectiveTo >= context.today);
  return [...new Set(held.map((interval) => interval.mealType))];
});

/** Reading, saving and determining menus, and what a board asks beside them. */
export const gearMenuCalls = (services: Services): readonly Call[] => [
  serve(calls.menusOfStall, (context, input) => menusInPeriod(context, periodOf(context, input)), READS),
  detail,
  serve(calls.saveMenu, async (context, _input, { body }) => {
    await save(context, [body]);
    return true;
  }),
  serve(calls.saveMenus, async (context, _input, { body }) => {
    await save(context, linesIn(body, 'body'));
    return true;
  }),
  submit,
  serve(calls.determineMenu, async (context, input) => {
    await determineMenus(context, readIds(input));
    return true;
  }),
  serve(calls.hasTemplate, (context, input) => isWeekTemplated(context, requireId(input, 'id')), READS),
  serve(calls.plannedDishes, (context, input) => plannedOf(context, periodOf(context, input)), READS),
  serve(calls.plannedGoods, (context, input) => goodsOf(context, periodOf(context, input)), READS),
  serve(calls.supplyCheck, (context, input) => supplyProblems(context, periodOf(context, input)), READS),
  address,
  meals,
  menuChanges(services),
];

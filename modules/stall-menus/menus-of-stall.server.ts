/** Menus of a stall as they are read: those that stand, and for other meals what the plan or the template proposes. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { readDay } from '../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { unknownRecord, type Context } from '../../kernel/server/context.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { join, sql, type Sql } from '../../parts/postgres/database.ts';
import { daysBetween } from '../master-data/figures/calendar-day.rules.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';
import { stallPlaces } from '../operations/meals/meals.server.ts';
import { menusForPlan } from '../operations/sales-plan/plan-menus.server.ts';
import { DAYS_MAX } from '../operations/sales-plan/sales-plan.rules.ts';
import { shelfOf } from '../operations/goods-systems/shelf.server.ts';
import type { plannedDishes } from './gear-menu.calls.ts';
import { gearMenu } from './gear-menu.resource.ts';
import { leftOf, phaseOf, soldOutBy } from './gear-menu.rules.ts';
import type { MenuLine, MenuOfMeal } from './menus-of-stall.ts';

type PlannedDish = TypeOf<typeof plannedDishes.answer>[number];
type Head = Omit<MenuOfMeal, 'details' | 'phase' | 'proposed'>;

interface AskedPeriod {
  readonly gearOperationDeptId: string | null;
  readonly date: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly mealType: string | null;
}
export interface Period {
  readonly stallId: Id;
  readonly from: string;
  readonly to: string;
  readonly mealType: string | null;
}

/** The stall and the days a call asks for, one day or a period; refuses a stall out of reach and a period too long. */
export function periodOf(context: Context, asked: AskedPeriod): Period {
  const stallId = requireId(asked, 'gearOperationDeptId');
  const { scope } = context.user;
  if (!scope.all && !scope.depts.includes(stallId))
    throw new Refused(refuse('operations.stall-out-of-scope', {}, { field: 'gearOperationDeptId' }));
  const dayOf = (name: 'date' | 'startDate' | 'endDate', given: string | null): string => {
    const day = readDay(given ?? '');
    if (day === null) throw new Refused(refuse('param.invalid', { name, value: given ?? '' }, { field: name }));
    return day;
  };
  const single = asked.startDate === null ? dayOf('date', asked.date ?? context.today) : null;
  const from = single ?? dayOf('startDate', asked.startDate);
  const to = single ?? dayOf('endDate', asked.endDate ?? from);
  const days = daysBetween(from, to);
  if (days < 0 || days >= DAYS_MAX)
    throw new Refused(refuse('stall-menus.period', { max: DAYS_MAX }, { field: 'endDate' }));
  return { stallId, from, to, mealType: asked.mealType };
}

const HEAD = sql`t.id, t.version, t.gear_operation_dept_id, d.dept_name as gear_operation_dept_name,
  coalesce(t.use_restaurant_dept_id::text, '') as use_restaurant_dept_id, t.menu_date, t.meal_type, t.menu_status,
  coalesce(t.gear_sales_plan_id::text, '') as gear_sales_plan_id,
  coalesce(t.source_template_id::text, '') as source_template_id,
  coalesce(t.menu_template_id::text, '') as menu_template_id,
  coalesce(to_char(t.determine_time, 'YYYY-MM-DD HH24:MI:SS'), '') as determine_time`;

/** Menus that stand, over the row `t`, with their dishes. */
async function storedMenus(context: Context, where: Sql): Promise<MenuOfMeal[]> {
  const heads = await context.tx.rows<Head>(sql`
    select ${HEAD} from gear_menu t join dept d on d.id = t.gear_operation_dept_id
    where ${join([where, ...scopeCondition(gearMenu, context)], ' and ')} order by t.menu_date, t.meal_type, t.id`);
  const lines = Map.groupBy(
    await linesOf(context, sql`l.gear_menu_id = any(${heads.map((head) => head.id)}::bigint[])`),
    (line) => line.gearMenuId,
  );
  const stalls = await stallPlaces(
    context,
    heads.map((head) => head.gearOperationDeptId),
  );
  return heads.map((head) => ({
    ...head,
    proposed: false,
    phase: phaseOf(stalls.get(head.gearOperationDeptId)?.intervals ?? [], head.mealType, head.menuDate, context.now),
    details: (lines.get(head.id) ?? []).map(({ gearMenuId: _menu, ...line }) => line),
  }));
}

type StoredLine = Omit<MenuLine, 'soldOutBy' | 'leftQty'> & { readonly gearMenuId: Id };
/** Dishes on menus, over the row `l`, with what is left of each. */
export async function linesOf(context: Pick<Context, 'tx'>, where: Sql): Promise<(MenuLine & { gearMenuId: Id })[]> {
  const rows = await context.tx.rows<StoredLine>(sql`
    select l.id, l.gear_menu_id, l.dish_id, i.name as dish_name, i.code as dish_code, l.portion_group, l.price,
      l.is_free, l.sale_limit_qty, l.sold_qty, l.sold_out, l.sort
    from gear_menu_detail l join dish i on i.id = l.dish_id where ${where} order by l.gear_menu_id, l.sort, l.line_no`);
  return rows.map((row) => {
    const by = soldOutBy(row);
    return { ...row, soldOut: by === '' ? 0 : 1, soldOutBy: by, leftQty: leftOf(row) };
  });
}

/** One menu by its id, within the caller's departments; 404 where there is none. */
export async function menuById(context: Context, id: Id): Promise<MenuOfMeal> {
  const [menu] = await storedMenus(context, sql`t.id = ${id}::bigint`);
  if (menu === undefined) throw unknownRecord(gearMenu.label);
  return menu;
}

/** Approved plan lines of a stall, in the order of days, meals and lines. */
export const plannedOf = (context: Context, { stallId, from, to, mealType }: Period): Promise<PlannedDish[]> =>
  context.tx.rows<PlannedDish>(sql`
    select p.id as gear_sales_plan_id, p.bill_code, d.id as line_id, d.meal_date, d.meal_type, d.dish_id,
      i.name as dish_name, i.code as dish_code, d.portion_group, d.portions, d.price,
      coalesce(d.menu_template_id::text, '') as menu_template_id
    from sales_plan p join sales_plan_detail d on d.sales_plan_id = p.id join dish i on i.id = d.dish_id
    where p.status = 'approved' and p.gear_operation_dept_id = ${stallId}::bigint
      and d.meal_date between ${from}::date and ${to}::date
      and (${mealType}::text is null or d.meal_type = ${mealType})
    order by d.meal_date, d.meal_type, d.line_no`);

/** Menus of a stall by day and meal: what stands, else what the plan, else what the template in force proposes. */
export async function menusInPeriod(context: Context, period: Period): Promise<MenuOfMeal[]> {
  const { stallId, from, to, mealType } = period;
  const stored = await storedMenus(
    context,
    sql`t.gear_operation_dept_id = ${stallId}::bigint and t.menu_date between ${from}::date and ${to}::date
      and (${mealType}::text is null or t.meal_type = ${mealType})`,
  );
  const taken = new Set(stored.map(mealKey));
  const stall = await context.tx.row<{ name: string; restaurantId: Id | null }>(sql`
    select d.dept_name as name, r.id as restaurant_id from dept d
    left join dept r on r.id = d.parent_id and r.dept_category = '3' where d.id = ${stallId}::bigint`);
  const intervals = (await stallPlaces(context, [stallId])).get(stallId)?.intervals ?? [];
  const propose = (dishes: readonly Proposed[]): MenuOfMeal[] =>
    [...Map.groupBy(dishes, mealKey)].flatMap(([key, served]) => {
      if (taken.has(key)) return [];
      taken.add(key);
      const [{ menuDate, mealType: meal, gearSalesPlanId, sourceTemplateId }] = served as [Proposed];
      return [
        {
          id: '',
          version: null,
          gearOperationDeptId: stallId,
          gearOperationDeptName: stall?.name ?? '',
          useRestaurantDeptId: stall?.restaurantId ?? '',
          menuDate,
          mealType: meal,
          menuStatus: 'draft' as const,
          gearSalesPlanId,
          sourceTemplateId,
          menuTemplateId: '',
          determineTime: '',
          proposed: true,
          phase: phaseOf(intervals, meal, menuDate, context.now),
          details: served.map((dish, index) => lineOf(dish, index)),
        },
      ];
    });
  const planned = propose(
    (await plannedOf(context, period)).map((line) => ({
      ...line,
      menuDate: line.mealDate,
      sourceTemplateId: line.menuTemplateId,
    })),
  );
  const fromTemplates = propose(await servedByTemplates(context, period));
  return [...stored, ...planned, ...fromTemplates].toSorted((one, other) =>
    one.menuDate === other.menuDate ? 0 : one.menuDate < other.menuDate ? -1 : 1,
  );
}

interface Proposed {
  readonly menuDate: string;
  readonly mealType: string;
  readonly dishId: Id;
  readonly dishName: string;
  readonly dishCode: string;
  readonly portionGroup: string;
  readonly price: DecimalText | null;
  readonly gearSalesPlanId: string;
  readonly sourceTemplateId: string;
}
const mealKey = ({ menuDate, mealType }: { readonly menuDate: string; readonly mealType: string }): string =>
  `${menuDate} ${mealType}`;

const lineOf = ({ dishId, dishName, dishCode, portionGroup, price }: Proposed, sort: number): MenuLine => ({
  id: '',
  dishId,
  dishName,
  dishCode,
  portionGroup,
  price,
  isFree: 0,
  saleLimitQty: null,
  soldQty: '0',
  soldOut: 0,
  soldOutBy: '',
  leftQty: null,
  sort,
});

/** Dishes of the menu templates in force for the stall, its own first, that stand on its shelf. */
async function servedByTemplates(
  context: Context,
  { stallId, from, to, mealType }: Period,
): Promise<readonly Proposed[]> {
  const menus = await menusForPlan(context, stallId, from, to);
  const shelf = menus.length === 0 ? null : await shelfOf(context, stallId);
  const taken = new Map<string, Id>();
  return menus.flatMap((menu) =>
    menu.lines.flatMap((line): Proposed[] => {
      const proposed = { ...line, menuDate: line.mealDate, gearSalesPlanId: '', sourceTemplateId: menu.id };
      const key = mealKey(proposed);
      if (!taken.has(key)) taken.set(key, menu.id);
      const isOther = taken.get(key) !== menu.id || (mealType !== null && mealType !== line.mealType);
      return isOther || (shelf !== null && !shelf.dishes.has(line.dishId)) ? [] : [proposed];
    }),
  );
}

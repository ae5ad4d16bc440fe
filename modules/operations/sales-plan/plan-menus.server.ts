/**
 * Sales plans and the menus they are filled from: what a menu serves on their days, and which plans stand on a menu.
 */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import type { BuiltPlan, BuiltPlans } from '../../master-data/menus/menu-plans.ts';
import { menusServing } from '../../master-data/menus/menu-template-calls.server.ts';
import { filledBy } from './menu-fill.rules.ts';
import type * as calls from './sales-plan.calls.ts';
import { salesPlan } from './sales-plan.document.ts';
import { DAYS_MAX } from './sales-plan.rules.ts';

const SHOWN = 100;

type FillingMenu = TypeOf<typeof calls.menusForPlan.answer>[number];
type MenuOfPlan = TypeOf<typeof calls.menuOfPlan>;

/**
 * Menus in use that reach the stall on days of the plan, its own first, each with what it puts on them. Refuses a
 * period too long.
 */
export async function menusForPlan(context: Context, gearId: Id, from: string, to: string): Promise<FillingMenu[]> {
  const days = daysBetween(from, to);
  if (days < 0 || days >= DAYS_MAX) throw new Refused(refuse('operations.plan-period', {}, { field: 'endDate' }));
  const { menus, cells } = await menusServing(context, gearId, from, to);
  return menus.map((menu) => ({
    id: menu.id,
    billCode: menu.billCode,
    name: menu.name,
    own: menu.own ? 1 : 0,
    ...filledBy(menu, cells, from, to),
  }));
}

/** Menus a plan was filled from, as they stand now. */
export const menusOfPlan = (context: Context, planId: Id): Promise<MenuOfPlan[]> =>
  context.tx.rows<MenuOfPlan>(sql`
  select t.id, t.bill_code, t.name, t.enabled, t.frozen, n.id as next_id, n.bill_code as next_code from menu_template t
  left join lateral (select n.id, n.bill_code from menu_template n
    where n.previous_id = t.id and n.status = 'approved' and n.enabled = 1 order by n.id desc limit 1) n on true
  where t.id in (select d.menu_template_id from sales_plan_detail d where d.sales_plan_id = ${planId}::bigint)
  order by t.id`);

/** Plans with lines from these menus: those not over yet as the reader may see them, the others as a number. */
export async function plansFilled(context: Context, menuIds: readonly Id[]): Promise<BuiltPlans> {
  const seen = join([sql`true`, ...scopeCondition(salesPlan, context)], ' and ');
  const rows = await context.tx.rows<Omit<BuiltPlan, 'resource'> & { seen: boolean }>(sql`
    with b as (select d.sales_plan_id, count(*)::integer as dishes, array_agg(distinct m.bill_code) as menus
    from sales_plan_detail d join menu_template m on m.id = d.menu_template_id
      where d.menu_template_id = any(${[...menuIds]}::bigint[]) group by d.sales_plan_id)
    select t.id, t.bill_code, coalesce(t.plan_name, '') as name, s.dept_name as place, t.start_date, t.end_date,
      t.status, coalesce(u.real_name, '') as owner_name, b.menus, b.dishes, (${seen}) as seen
    from b join sales_plan t on t.id = b.sales_plan_id join dept s on s.id = t.gear_operation_dept_id left
    join app_user u on u.id = t.create_user
    where t.status <> 'void' order by t.start_date, s.dept_name collate pinyin, t.id`);
  const upcoming = rows.filter((row) => row.endDate >= context.today);
  return {
    plans: upcoming
      .filter((row) => row.seen)
      .slice(0, SHOWN)
      .map(({ seen: _seen, ...row }) => ({ resource: salesPlan.name, ...row })),
    total: upcoming.length,
    past: rows.length - upcoming.length,
  };
}

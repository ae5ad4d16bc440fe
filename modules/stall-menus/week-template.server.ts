/** A menu template made of what a stall served in a week, as a draft. */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { notPermitted, type Context } from '../../kernel/server/context.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { sql } from '../../parts/postgres/database.ts';
import { dayPlus, weekdayOf } from '../master-data/figures/calendar-day.rules.ts';
import { menuTemplate } from '../master-data/menus/menu-template.document.ts';
import { unknownRecord } from '../../kernel/server/context.ts';
import { gearMenu } from './gear-menu.resource.ts';

const WEEK = 7;
interface Week {
  readonly stallId: Id;
  readonly siteId: Id | null;
  readonly stall: string;
  readonly monday: string;
}

/** The week of a menu, Monday to Sunday. */
async function weekOf(context: Context, menuId: Id): Promise<Week> {
  const row = await context.tx.row<Omit<Week, 'monday'> & { menuDate: string }>(sql`
    select t.gear_operation_dept_id as stall_id, t.blade_project_dept_id as site_id, d.dept_name as stall, t.menu_date
    from gear_menu t join dept d on d.id = t.gear_operation_dept_id where t.id = ${menuId}::bigint`);
  if (row === undefined) throw unknownRecord(gearMenu.label);
  return { ...row, monday: dayPlus(row.menuDate, 1 - weekdayOf(row.menuDate)) };
}

/** Whether a template was made of the week of this menu. */
export async function isWeekTemplated(context: Context, menuId: Id): Promise<boolean> {
  const { stallId, monday } = await weekOf(context, menuId);
  const made = await context.tx.row(sql`
    select 1 as one from gear_menu where gear_operation_dept_id = ${stallId}::bigint and menu_template_id is not null
      and menu_date between ${monday}::date and ${dayPlus(monday, WEEK - 1)}::date limit 1`);
  return made !== undefined;
}

/** Makes a draft menu template of the week of this menu, from what is determined in it, and keeps its id there. */
export async function templateOfWeek(context: Context, menuId: Id): Promise<void> {
  if (!context.allowed('menutemplate_add')) throw notPermitted();
  const { stallId, siteId, stall, monday } = await weekOf(context, menuId);
  const type = await context.tx.row<{ id: Id }>(
    sql`select id from menu_template_type order by cycle_days = ${WEEK} desc, id limit 1`,
  );
  if (type === undefined) throw new Refused(refuse('stall-menus.template-type'));
  const lines = await context.tx.rows<{
    dayNo: number;
    mealType: string;
    dishId: Id;
    portionGroup: string;
    salePrice: string | null;
  }>(sql`
    select t.menu_date - ${monday}::date + 1 as day_no, t.meal_type, l.dish_id, l.portion_group, l.price as sale_price
    from gear_menu t join gear_menu_detail l on l.gear_menu_id = t.id
    where t.gear_operation_dept_id = ${stallId}::bigint and t.menu_status = 'determined'
      and t.menu_date between ${monday}::date and ${dayPlus(monday, WEEK - 1)}::date
    order by t.menu_date, t.meal_type, l.sort, l.line_no`);
  const cells = new Map(lines.map((line) => [`${line.dayNo} ${line.mealType} ${line.dishId}`, line]));
  const id = await saveRecord(menuTemplate, context, {
    name: `${stall} ${monday}`.slice(0, 60),
    menuTemplateTypeId: type.id,
    templateKind: 'gear',
    bladeProjectDeptId: siteId,
    gearOperationDeptIds: [stallId],
    startDate: monday < context.today ? context.today : monday,
    cycleDays: WEEK,
    cycleStartDate: monday,
    meals: [...new Set(lines.map((line) => line.mealType))].map((mealType) => ({ mealType })),
    details: [...cells.values()].map((line, sort) => ({ ...line, gearOperationDeptId: stallId, sort })),
  });
  await context.tx.run(sql`
    update gear_menu set menu_template_id = ${id}::bigint
    where gear_operation_dept_id = ${stallId}::bigint and menu_status = 'determined'
      and menu_date between ${monday}::date and ${dayPlus(monday, WEEK - 1)}::date`);
}

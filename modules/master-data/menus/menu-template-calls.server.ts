/** Menu templates read by stall and day, and the dishes and BOMs of one. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Declaration, Row } from '../../../kernel/core/declaration.ts';
import { flagOf, type Id } from '../../../kernel/core/field.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import type { RecordOf, TypeOf, WholeRecord } from '../../../kernel/core/shape.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { conditions, scopeCondition } from '../../../kernel/server/filters.ts';
import { paging, presentFields, readPage, recordById } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { cookedBy } from '../dishes/dish-bom-calls.server.ts';
import { dishBom } from '../dishes/dish-bom.resource.ts';
import { dish } from '../dishes/dish.resource.ts';
import { deptsUpwards } from '../dishes/dish.server.ts';
import * as calls from './menu-template.calls.ts';
import { menuTemplate } from './menu-template.document.ts';
import { dayNoOf, nextDates, type ServedCell, type ServedMenu } from './menu-cycle.rules.ts';
import { cycleOf, inForceOn } from './menu-template.server.ts';
import { requireId } from '../units/unit-calls.server.ts';

type Template = WholeRecord<typeof menuTemplate>;
type Cell = TypeOf<typeof calls.templateCell>;

/**
 * Stalls within the caller's departments, or this one, each with itself and what is above it: `stall_id`, `stall_name`,
 * `id`.
 */
function reachOf(context: Context, gearId: Id | null): Sql {
  const { scope } = context.user;
  const own = join(
    [
      sql`d.dept_category = ${DEPT.stall}`,
      ...(gearId === null ? [] : [sql`d.id = ${gearId}::bigint`]),
      ...(scope.all ? [] : [sql`d.id = any(${[...scope.depts]}::bigint[])`]),
    ],
    ' and ',
  );
  return sql`with recursive reach as (
    select d.id as stall_id, d.dept_name as stall_name, d.id, d.parent_id from dept d where ${own}
    union select r.stall_id, r.stall_name, d.id, d.parent_id from dept d join reach r on d.id = r.parent_id)`;
}
/** The template `t` is made for the stall of `reach`, or for a restaurant above it. */
const REACHES = sql`(t.template_kind = 'gear' and r.id = r.stall_id and r.id = any(t.gear_operation_dept_ids)
  or t.template_kind = 'restaurant' and r.id = any(t.use_restaurant_dept_ids))`;

/**
 * A template of a site within the caller's departments, or one that reaches a stall of theirs; others are not there for
 * them.
 */
async function templateOf(context: Context, id: Id): Promise<Template> {
  const seen = await context.tx.row(sql`
    ${reachOf(context, null)} select 1 as one from menu_template t
    where t.id = ${id}::bigint and (${join([sql`true`, ...scopeCondition(menuTemplate, context)], ' and ')} or exists
      (select 1 from reach r where ${REACHES}))`);
  if (seen === undefined) throw unknownRecord(menuTemplate.label);
  return recordById(context, { ...menuTemplate, scope: null }, id);
}

export const templatesOfStalls = serve(calls.templatesOfStalls, async (context, input, { body }) => {
  const { current, size } = paging(input);
  const { gearOperationDeptId: _stall, ...filters } = body;
  const pairs = await context.tx.rows<{ id: Id; stallId: Id; stallName: string; total: number }>(sql`
    ${reachOf(context, input.gearOperationDeptId)}
    select t.id, r.stall_id, r.stall_name, (count(*) over ())::integer as total from menu_template t
    join reach r on ${REACHES}
    where ${join([sql`true`, ...conditions(menuTemplate, context, filters)], ' and ')} order by
      r.stall_name collate pinyin, r.stall_id, t.start_date desc, t.id desc
      limit ${size} offset ${(current - 1) * size}`);
  const rows = await rowsOf(
    context,
    menuTemplate,
    pairs.map((pair) => pair.id),
  );
  const total = pairs[0]?.total ?? 0;
  return {
    size,
    current,
    total,
    pages: Math.ceil(total / size),
    records: pairs.map(({ id, stallId: gearOperationDeptId, stallName }) => {
      const row = rows.get(id)!;
      return {
        ...row,
        startDate: row.startDate ?? '',
        endDate: row.endDate ?? '',
        gearOperationDeptId,
        gearOperationDeptName: stallName,
        dayNoToday: dayNoOf(cycleOf(row), context.today),
        own: flagOf(row.templateKind === 'gear'),
      };
    }),
  };
});

/** Rows as their list shows them, by id; who may see them was decided before. */
async function rowsOf<D extends Declaration>(
  context: Context,
  of: D,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, RecordOf<D>>> {
  if (ids.length === 0) return new Map();
  const unscoped: D = { ...of, scope: null };
  const page = await readPage(unscoped, context, { id_in: [...new Set(ids)].join(','), size: '200' });
  return new Map(page.records.map((row) => [String(row.id), row]));
}

type Wanted = Partial<Pick<InputOf<typeof calls.dishesOfTemplate.input>, 'dayNo' | 'mealType' | 'gearOperationDeptId'>>;

/** Cells of a template in the order they are served: by day, meal as the template lists them, place in the meal. */
async function cellsOf(
  context: Context,
  id: Id,
  { dayNo = null, mealType = null, gearOperationDeptId: gearId = null }: Wanted,
): Promise<Cell[]> {
  const rows = await context.tx.rows<Record<string, unknown>>(sql`
    select c.id, c.day_no, c.meal_type, c.dish_id, i.name as dish_name, i.code as dish_code, c.gear_operation_dept_id,
      d.dept_name as gear_operation_dept_name, c.portion_group, c.plan_portions, c.sale_price, c.featured, c.sort,
      c.remark
    from menu_template_detail c join dish i on i.id = c.dish_id left join dept d on d.id = c.gear_operation_dept_id
    left join menu_template_meal m on m.menu_template_id = c.menu_template_id and m.meal_type = c.meal_type
    where c.menu_template_id = ${id}::bigint and (${dayNo}::integer is null or c.day_no = ${dayNo}::integer)
      and (${mealType}::text is null or c.meal_type = ${mealType})
      and (${gearId}::bigint is null or c.gear_operation_dept_id is null
        or c.gear_operation_dept_id = ${gearId}::bigint)
    order by c.day_no, m.line_no, c.meal_type, c.sort, c.line_no`);
  return rows.map((row) => presentFields<Cell>(menuTemplate.lines!.details.fields, row, context.language));
}

/** Menus in use that reach a stall on some of the days, its own first, and their cells as the stall serves them. */
export async function menusServing(
  context: Context,
  gearId: Id,
  from: string,
  to: string,
): Promise<{ readonly menus: readonly ServedMenu[]; readonly cells: readonly ServedCell[] }> {
  const rows = await context.tx.rows<StoredMenu>(sql`
    ${reachOf(context, gearId)} select t.id, t.bill_code, t.name, t.template_kind, t.start_date, t.end_date,
    t.cycle_start_date, t.cycle_days, t.service_weekdays from menu_template t join reach r on ${REACHES}
    where t.status = 'approved' and t.enabled = 1 and t.frozen = 0 and t.start_date <= ${to}::date
      and coalesce(t.end_date, 'infinity'::date) >= ${from}::date
    order by t.template_kind = 'gear' desc, t.start_date desc, t.id`);
  const menus = rows.map((row): ServedMenu => ({
    ...cycleOf(row),
    id: row.id,
    billCode: row.billCode,
    name: row.name,
    own: row.templateKind === 'gear',
    startDate: row.startDate,
    endDate: row.endDate,
  }));
  const cells =
    menus.length === 0
      ? []
      : await context.tx.rows<Omit<ServedCell, 'frozen'> & { frozen: number }>(sql`
    select c.menu_template_id, c.day_no, c.meal_type, c.dish_id, i.name as dish_name, i.code as dish_code, i.frozen,
      c.gear_operation_dept_id, c.portion_group, c.plan_portions, c.sale_price
    from menu_template_detail c join dish i on i.id = c.dish_id
    where c.menu_template_id = any(${menus.map((menu) => menu.id)}::bigint[]) and (c.gear_operation_dept_id is null
      or c.gear_operation_dept_id = ${gearId}::bigint) order by c.menu_template_id, c.day_no, c.sort, c.line_no`);
  return { menus, cells: cells.map((each) => ({ ...each, frozen: each.frozen === 1 })) };
}
type StoredMenu = Pick<
  Row<typeof menuTemplate>,
  'id' | 'billCode' | 'name' | 'templateKind' | 'endDate' | 'cycleStartDate' | 'cycleDays' | 'serviceWeekdays'
> & { readonly startDate: string };
/** Which of these templates were approved for a stall, still in use or not. */
export async function menusMeantFor(context: Context, gearId: Id, ids: readonly Id[]): Promise<ReadonlySet<Id>> {
  if (ids.length === 0) return new Set();
  const found = await context.tx.rows<{ id: Id }>(sql`
    with recursive line as (select d.id, d.parent_id from dept d where d.id = ${gearId}::bigint union
      select d.id, d.parent_id from dept d join line l on d.id = l.parent_id)
    select t.id from menu_template t where t.id = any(${[...ids]}::bigint[]) and t.status in ('approved', 'void')
      and exists (select 1 from line l where l.id = any(case t.template_kind when 'gear' then t.gear_operation_dept_ids
        else t.use_restaurant_dept_ids end))`);
  return new Set(found.map((row) => row.id));
}

export const templateByDay = serve(calls.templateByDay, async (context, input) => {
  const { gearOperationDeptId: gearId } = input;
  const on = input.date ?? context.today;
  const id = input.id ?? (gearId === null ? requireId(input, 'id') : await inForceAt(context, gearId, on));
  if (id === undefined) return {};
  const { meals, details: _details, ...template } = await templateOf(context, id);
  const cycle = cycleOf(template);
  const onlyDay = input.date === null ? null : dayNoOf(cycle, on);
  const dates = input.date === null ? nextDates(cycle, on) : new Map(onlyDay === null ? [] : [[onlyDay, on]]);
  const cells = Map.groupBy(
    await cellsOf(context, id, { dayNo: onlyDay, gearOperationDeptId: gearId }),
    (each) => each.dayNo,
  );
  const days = [...dates]
    .toSorted(([one], [other]) => one - other)
    .map(([dayNo, dateOf]) => ({
      dayNo,
      date: dateOf,
      meals: [...Map.groupBy(cells.get(dayNo) ?? [], (each) => each.mealType)].map(([mealType, served]) => ({
        mealType,
        dishes: served.map(({ dayNo: _day, mealType: _meal, ...each }) => each),
      })),
    }));
  return { template, meals, days };
});

async function inForceAt(context: Context, gearId: Id, on: string): Promise<Id | undefined> {
  const row = await context.tx.row<{ id: Id }>(sql`
    ${reachOf(context, gearId)} select t.id from menu_template t
    join reach r on ${REACHES} where ${inForceOn(on)} order by t.template_kind = 'gear' desc, t.start_date desc, t.id
      limit 1`);
  return row?.id;
}

export const dishesOfTemplate = serve(calls.dishesOfTemplate, async (context, input) => {
  const { current, size } = paging(input);
  const template = await templateOf(context, requireId(input, 'menuTemplateId'));
  const cells = await cellsOf(context, template.id, input);
  const shown = cells.slice((current - 1) * size, current * size);
  const rows = await rowsOf(
    context,
    dish,
    shown.map((each) => each.dishId),
  );
  return {
    size,
    current,
    total: cells.length,
    pages: Math.ceil(cells.length / size),
    records: shown.map(({ dayNo, mealType, dishId, gearOperationDeptId, sort, planPortions, salePrice, id }) => ({
      ...rows.get(dishId)!,
      menuTemplateDetailId: id,
      dayNo,
      mealType,
      gearOperationDeptId,
      sort,
      planPortions,
      salePrice,
    })),
  };
});

export const bomsOfTemplate = serve(calls.bomsOfTemplate, async (context, input) => {
  const template = await templateOf(context, requireId(input, 'menuTemplateId'));
  const startDate = template.startDate ?? '';
  const on = input.date ?? (startDate > context.today ? startDate : context.today);
  const byDish = Map.groupBy(await cellsOf(context, template.id, input), (each) => each.dishId);
  const dishIds = [...byDish.keys()];
  const boms = await context.tx.rows<Record<string, unknown>>(sql`
    select b.dish_id, b.id as bom_id, b.bom_version, b.output_qty, b.output_unit_id, u.called as output_unit_name,
      b.process_loss_rate, b.start_date, b.end_date from dish_bom b join material_unit u on u.id = b.output_unit_id
    where b.released = 1 and b.dish_id = any(${dishIds}::bigint[]) and b.start_date <= ${on}::date
      and (b.end_date is null or b.end_date >= ${on}::date)`);
  const bomOf = new Map(
    boms
      .map((row) => presentFields<{ dishId: Id; bomId: Id }>(dishBom.fields, row, context.language))
      .map((row) => [row.dishId, row]),
  );
  const deptIds = (await context.tx.rows<{ id: Id }>(deptsUpwards(input.gearOperationDeptId ?? placeOf(template)))).map(
    (dept) => dept.id,
  );
  const cooked = await cookedBy(context, dishIds, deptIds, on);
  return dishIds.map((dishId) => {
    const cells = byDish.get(dishId)!;
    const about = {
      dishId,
      dishCode: cells[0]!.dishCode,
      dishName: cells[0]!.dishName,
      cells: cells.map(({ dishId: _dish, dishCode: _code, dishName: _name, ...each }) => each),
    };
    const bom = bomOf.get(dishId);
    return bom === undefined
      ? { ...about, bomId: '', details: [], missing: true }
      : { ...about, ...bom, ...cooked.get(dishId)!, missing: false };
  });
});

/** The one restaurant or stall a template is for; the site where there are several. */
function placeOf(template: Template): Id {
  const places = listOf(
    template.templateKind === 'gear' ? template.gearOperationDeptIds : template.useRestaurantDeptIds,
  );
  return places.length === 1 ? places[0]! : template.bladeProjectDeptId;
}

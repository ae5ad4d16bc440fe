/** Goods on shelves with what lies in store, and the dishes of linked menus for whoever plans. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { paging } from '../../kernel/server/record-query.ts';
import { serve } from '../../kernel/server/serve.ts';
import { join, sql, type Sql } from '../../parts/postgres/database.ts';
import { dishFood } from '../master-data/dishes/dish-food.server.ts';
import { namedId } from '../master-data/units/unit-calls.server.ts';
import { goodsSystem } from '../operations/goods-systems/goods-system.resource.ts';
import { IN_USE } from '../operations/goods-systems/shelf.server.ts';
import { seesDishCosts } from '../operations/sales-plan/plan-money.server.ts';
import { menusForPlan } from '../operations/sales-plan/plan-menus.server.ts';
import { portionCosts } from '../suppliers/dish-cost.server.ts';
import { periodOf } from './menus-of-stall.server.ts';
import * as calls from './shelf-goods.calls.ts';

type Goods = TypeOf<typeof calls.shelfGoods.answer>[number];
type PlanDish = TypeOf<typeof calls.dishesForPlan.answer>['records'][number];
const GOODS_MAX = 2_000;

/** A department by its own id or that of its profile, over a column; nothing where none is named. */
function placeTerm(given: string | null, at: Sql): readonly Sql[] {
  if (given === null) return [];
  const id = namedId(given);
  return id === null
    ? [sql`false`]
    : [
        sql`${at} in (select ${id}::bigint union all select blade_project_dept_id from project_dept_system
          where id = ${id}::bigint union all select gear_operation_dept_id from operation_system
          where id = ${id}::bigint)`,
      ];
}

const shelfGoods = serve(
  calls.shelfGoods,
  async (context, input) => {
    const terms = shelfTerms(context, input);
    const rows = await context.tx.rows<Goods & { readonly lastPrice: DecimalText | null }>(sql`
      select g.id, s.id as goods_system_id, s.name as goods_system_name, g.goods_kind,
        coalesce(m.id::text, '') as material_id, coalesce(i.id::text, '') as dish_id, coalesce(m.code, i.code) as code,
        coalesce(m.called, i.name) as name, coalesce(g.is_require_goods, 0) as is_require_goods,
        coalesce(u.id::text, '') as unit_id, coalesce(u.called, '') as unit_name, g.sale_price,
        coalesce(g.min_qty, 0) as min_qty, coalesce(g.order_multiple, 1) as order_multiple,
        coalesce(w.id::text, '') as warehouse_id, coalesce(w.name, '') as warehouse_name,
        coalesce(g.factory_id::text, '') as factory_id, g.line_status, coalesce(m.frozen, i.frozen, 0) as frozen,
        case when m.id is null or w.id is null then null else coalesce(k.qty, 0) end as on_hand,
        case when m.id is null or w.id is null then null
          else greatest(0, coalesce(k.qty, 0) - coalesce(k.reserved_qty, 0)) end as available,
        coalesce(b.called, '') as base_unit_name, k.last_cost as last_price
      from goods_system s join goods_system_detail g on g.goods_system_id = s.id
      left join material m on m.id = g.material_id left join dish i on i.id = g.dish_id
      left join material_unit u on u.id = g.unit_id left join material_unit b on b.id = m.base_unit_id
      left join lateral (
        select o.warehouse_id from operation_system o
        where o.blade_project_dept_id = s.gear_project_dept_sys_dept_id and o.warehouse_id is not null
          and (coalesce(cardinality(s.gear_operation_dept_ids), 0) = 0
            or o.gear_operation_dept_id = any(s.gear_operation_dept_ids))
        order by o.id limit 1) own on g.warehouse_id is null
      left join warehouse w on w.id = coalesce(g.warehouse_id, own.warehouse_id)
      left join stock k on k.location_id = w.id and k.material_id = m.id
      where ${join(terms, ' and ')} order by s.code, g.goods_kind, g.sort, g.line_no limit ${GOODS_MAX}`);
    const seesCosts = context.allowed('stock_view_cost');
    return rows.map(({ lastPrice, ...row }) => (seesCosts ? { ...row, lastPrice } : row));
  },
  { reads: true },
);

/** What is asked for, over the rows `s` of systems, `g` of their goods, `m` and `i` of what those are, and `w`. */
function shelfTerms(context: Context, input: InputOf<typeof calls.shelfGoods.input>): readonly Sql[] {
  const texts = [input.materialCodeAndNameList ?? []]
    .flat()
    .map(String)
    .filter((text) => text.trim() !== '');
  const stall = placeTerm(input.gearOperationDeptId, sql`stall.id`);
  const system = input.goodsSystemId === null ? null : namedId(input.goodsSystemId);
  return [
    ...scopeCondition({ ...goodsSystem, scope: null }, context),
    input.goodsSystemId === null ? IN_USE : sql`s.id = ${system ?? '0'}::bigint`,
    withinScope(context),
    ...placeTerm(input.gearProjectDeptSysDeptId, sql`s.gear_project_dept_sys_dept_id`),
    ...(stall.length === 0
      ? []
      : [
          sql`exists (select 1 from dept stall left join dept r on r.id = stall.parent_id where ${join(stall, ' and ')}
            and s.gear_project_dept_sys_dept_id = r.parent_id and (coalesce(cardinality(s.gear_operation_dept_ids), 0)
            = 0 or stall.id = any(s.gear_operation_dept_ids)))`,
        ]),
    ...(input.goodsSystemId === null ? [sql`g.line_status = 'on'`] : []),
    ...(input.materialIsRequireGoods === null ? [] : [sql`g.is_require_goods = ${input.materialIsRequireGoods}`]),
    ...(input.warehouseId === null ? [] : [sql`w.id = ${namedId(input.warehouseId) ?? '0'}::bigint`]),
    ...(input.factoryId === null ? [] : [sql`g.factory_id = ${namedId(input.factoryId) ?? '0'}::bigint`]),
    ...(texts.length === 0
      ? []
      : [
          sql`(${join(
            texts.map((text) => matches(text)),
            ' or ',
          )})`,
        ]),
  ];
}

/** Systems of the caller's sites, or of a site one of whose stalls is his. */
function withinScope(context: Context): Sql {
  const { scope } = context.user;
  if (scope.all) return sql`true`;
  return sql`(s.gear_project_dept_sys_dept_id = any(${[...scope.depts]}::bigint[]) or exists (
    select 1 from dept mine left join dept above on above.id = mine.parent_id
    where mine.id = any(${[...scope.depts]}::bigint[])
      and s.gear_project_dept_sys_dept_id in (mine.parent_id, above.parent_id)))`;
}

/** A text in the code, the name or the search text, which holds aliases and pinyin, of the material or dish. */
function matches(text: string): Sql {
  const part = `%${text
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`(lower(coalesce(m.code, i.code)) like ${part}
    or lower(coalesce(m.search_text, i.search_text)) like ${part})`;
}

const dishesForPlan = serve(calls.dishesForPlan, async (context, input) => {
  const { current, size } = paging({ current: input.current, size: input.size });
  const period = periodOf(context, { ...input, date: null });
  const links = await context.tx.rows<{ menuTemplateId: Id; startDate: string; endDate: string | null }>(sql`
    select l.menu_template_id, l.start_date, l.end_date from goods_system_menu_template l
    join goods_system s on s.id = l.goods_system_id and ${IN_USE}
    where l.start_date <= ${period.to}::date and coalesce(l.end_date, 'infinity') >= ${period.from}::date
      and (coalesce(cardinality(l.gear_operation_dept_ids), 0) = 0
        or ${period.stallId}::bigint = any(l.gear_operation_dept_ids)) order by l.sort, l.id`);
  const isLinked = (menuTemplateId: Id, date: string): boolean =>
    links.some(
      (link) =>
        link.menuTemplateId === menuTemplateId &&
        link.startDate <= date &&
        (link.endDate === null || date <= link.endDate),
    );
  const menus = links.length === 0 ? [] : await menusForPlan(context, period.stallId, period.from, period.to);
  const all = menus
    .flatMap((menu) => menu.lines)
    .filter(
      (line) =>
        isLinked(line.menuTemplateId, line.mealDate) &&
        (period.mealType === null || line.mealType === period.mealType) &&
        (input.name === null || `${line.dishName} ${line.dishCode}`.includes(input.name)),
    )
    .toSorted((one, other) => (one.mealDate < other.mealDate ? -1 : Number(one.mealDate > other.mealDate)));
  const shown = all.slice((current - 1) * size, current * size);
  const ids = [...new Set(shown.map((line) => line.dishId))];
  const food = await dishFood(context, ids, period.from);
  const costs = seesDishCosts(context)
    ? await portionCosts(context, ids, { date: period.from, deptId: period.stallId })
    : undefined;
  const sold = await lastSold(context, period.stallId, ids);
  const records = shown.map((line): PlanDish => ({
    id: `${line.menuTemplateId} ${line.mealDate} ${line.mealType} ${line.dishId} ${line.portionGroup}`,
    dishId: line.dishId,
    dishName: line.dishName,
    dishCode: line.dishCode,
    mealDate: line.mealDate,
    mealType: line.mealType,
    portionGroup: line.portionGroup,
    price: line.price,
    menuTemplateId: line.menuTemplateId,
    ...(costs === undefined ? {} : { unitCost: costs.get(line.dishId)?.cost ?? null }),
    allergens: food.get(line.dishId)?.allergens ?? {},
    lastSold: sold.get(line.dishId) ?? null,
  }));
  return { records, total: all.length, size, current, pages: Math.ceil(all.length / size) };
});

/** Portions of each dish on the stall's last determined menu with it. */
async function lastSold(context: Context, stallId: Id, dishIds: readonly Id[]): Promise<ReadonlyMap<Id, DecimalText>> {
  const rows = await context.tx.rows<{ dishId: Id; soldQty: DecimalText }>(sql`
    select distinct on (l.dish_id) l.dish_id, l.sold_qty from gear_menu t
    join gear_menu_detail l on l.gear_menu_id = t.id
    where t.gear_operation_dept_id = ${stallId}::bigint and t.menu_status = 'determined'
      and t.menu_date <= ${context.today}::date and l.dish_id = any(${[...dishIds]}::bigint[])
    order by l.dish_id, t.menu_date desc, t.id desc`);
  return new Map(rows.map((row) => [row.dishId, row.soldQty]));
}

export const shelfGoodsCalls: readonly Call[] = [shelfGoods, dishesForPlan];

/** The figures of the console: each one statement, over the rows its list would show to who asks. */
import { permissionOf, type Declaration } from '../../kernel/core/declaration.ts';
import { stagesOf } from '../../kernel/core/life.ts';
import { notPermitted, type Call, type Context } from '../../kernel/server/context.ts';
import { empty, join, sql, type Sql } from '../../parts/postgres/database.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { sourceOf } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { serve } from '../../kernel/server/serve.ts';
import { salesPlan } from '../operations/sales-plan/sales-plan.document.ts';
import { purchaseOrder } from '../purchasing/purchase-order.document.ts';
import { inStore } from '../receiving/in-store.document.ts';
import { gearStockBatchLog } from '../stock/lots/stock-batch-log.resource.ts';
import { stockBatch } from '../stock/lots/stock-batch.resource.ts';
import { isApproved } from '../workflow/engine/definitions.server.ts';
import { cards, type CardKey } from './cards.ts';
import { consoleCalls, type Figures } from './console.calls.ts';

interface FigureScope {
  readonly context: Context;
  readonly registry: Registry;
  /** The rows of a list the caller would see there, as `t`. */
  readonly rows: (of: unknown) => Sql;
}
type Question = (requested: FigureScope) => { readonly from: Sql; readonly to: Sql; readonly points: Sql };

const point = (group: Sql, groupName: Sql, part: Sql, partName: Sql, value: Sql): Sql =>
  sql`${group} as "group", ${groupName} as group_name, ${part} as part, ${partName} as part_name,
    ${value}::text as value`;
const day = (of: Sql): Sql => sql`to_char(${of}, 'YYYY-MM-DD')`;
const NO_NAME = sql`null::text`;
const WEEKS_BEFORE = 7;
const DAYS = 14;
const SUPPLIERS_SPENT = 5;
const SUPPLIERS_SHORT = 8;

const questions: Readonly<Record<CardKey, Question>> = {
  spend: ({ context: { today }, rows }) => {
    const from = sql`(date_trunc('week', ${today}::date) - make_interval(weeks => ${WEEKS_BEFORE}))::date`;
    return {
      from,
      to: sql`${today}::date`,
      points: sql`
        with o as (select date_trunc('week', t.order_date)::date as week, coalesce(t.supplier_id, 0) as supplier_id,
          t.amount from ${rows(purchaseOrder)} t
          where t.status in ('approved', 'done') and t.order_date between ${from} and ${today}::date),
        ranked as (select supplier_id, row_number() over (order by sum(amount) desc, supplier_id) as rank from o
        group by 1),
        named as (select o.week, case when r.rank <= ${SUPPLIERS_SPENT}::integer then o.supplier_id end as supplier_id,
        least(r.rank, ${SUPPLIERS_SPENT}::integer + 1) as rank, sum(o.amount) as amount from o
        join ranked r using (supplier_id) group by 1, 2, 3),
        weeks as (select generate_series(min(week), date_trunc('week', ${today}::date), '1 week')::date as week from o)
        select ${point(
          day(sql`w.week`),
          day(sql`w.week`),
          sql`case when n.rank is null then null
          when n.supplier_id is null then 'other' when n.supplier_id = 0 then 'none'
          else n.supplier_id::text end`,
          sql`s.name`,
          sql`n.amount`,
        )}
        from weeks w left join named n using (week) left join supplier s on s.id = n.supplier_id
        order by w.week, n.rank`,
    };
  },
  received: ({ context: { today }, rows }) => ({
    from: sql`${today}::date - 27`,
    to: sql`${today}::date`,
    points: sql`
      with l as (
        select coalesce(t.supplier_id, 0) as supplier_id, case when d.refused_qty > 0 then 'refused'
          when d.received_qty < d.qty then 'short' when d.received_qty > d.qty then 'over' else 'as-ordered' end as part
        from ${rows(inStore)} t join in_store_detail d on d.tenant_id = t.tenant_id and d.in_store_id = t.id
        where t.status <> 'void' and t.first_receive_time >= ${today}::date - 27
          and d.line_state in ('received', 'difference', 'closed')),
      ranked as (select supplier_id, row_number() over (order by count(*) filter (where part <> 'as-ordered') desc,
      count(*) desc, supplier_id) as rank from l group by 1)
      select ${point(sql`l.supplier_id::text`, sql`coalesce(s.name, '')`, sql`l.part`, NO_NAME, sql`count(*)`)}
      from l join ranked r using (supplier_id) left join supplier s on s.id = l.supplier_id
      where r.rank <= ${SUPPLIERS_SHORT}::integer
      group by r.rank, l.supplier_id, s.name, l.part
      order by r.rank, array_position(array['as-ordered', 'short', 'over', 'refused'], l.part)`,
  }),
  'food-cost': ({ context: { today }, rows }) => {
    const [from, to] = [sql`${today}::date - ${DAYS}::integer`, sql`${today}::date - 1`];
    return {
      from,
      to,
      points: sql`
        with recursive income as (
          select t.blade_project_dept_id as site, sum(d.income_amount) as amount from ${rows(salesPlan)} t
          join sales_plan_detail d on d.tenant_id = t.tenant_id and d.sales_plan_id = t.id
          where t.status in ('approved', 'done') and d.meal_date between ${from} and ${to} group by 1
          having sum(d.income_amount) > 0),
        moved as (select t.dept_id, sum(t.amount) as amount from ${rows(gearStockBatchLog)} t
        where t.business_time >= ${from} and t.business_time < ${today}::date
          and t.reason in ('pick.receive', 'stall-return.ship', 'reverse.pick.receive', 'reverse.stall-return.ship')
            group by 1),
        up as (select m.dept_id as place, d.id, d.parent_id, d.dept_category, 1 as step from moved m
        join dept d on d.id = m.dept_id
          union all select u.place, d.id, d.parent_id, d.dept_category, u.step + 1 from up u
          join dept d on d.id = u.parent_id where u.dept_category <> '2' and u.step < 8),
        used as (select u.id as site, sum(m.amount) as amount from moved m
        join up u on u.place = m.dept_id and u.dept_category = '2' group by 1),
        shares as (select i.site, round(100 * coalesce(u.amount, 0) / i.amount, 1) as actual,
        p.target_food_cost_pct::numeric(9, 1) as target
          from income i left join used u using (site) left
          join project_dept_system p on p.blade_project_dept_id = i.site)
        select ${point(sql`s.site::text`, sql`d.dept_name`, sql`v.part`, NO_NAME, sql`v.value`)}
        from shares s join dept d on d.id = s.site cross
        join lateral (values ('actual', s.actual, 1), ('target', s.target, 2)) v (part, value, place)
        where v.value is not null order by s.actual desc, d.dept_name, v.place`,
    };
  },
  stock: ({ context: { today }, rows }) => ({
    from: sql`${today}::date`,
    to: sql`${today}::date`,
    points: sql`
      select ${point(sql`t.warehouse_id::text`, sql`w.name`, sql`t.life_state`, NO_NAME, sql`sum(t.amount)`)}
      from ${rows(stockBatch)} t join stock_location w on w.id = t.warehouse_id where t.qty > 0
      group by t.warehouse_id, w.name, t.life_state
      order by sum(sum(t.amount)) over (partition by t.warehouse_id) desc, t.warehouse_id,
        array_position(array['normal', 'near', 'expired'], t.life_state)`,
  }),
  expiring: ({ context: { today }, rows }) => ({
    from: sql`${today}::date`,
    to: sql`${today}::date + ${DAYS - 1}::integer`,
    points: sql`
      with l as (select greatest(t.expiry_date, ${today}::date - 1) as expires, count(*) as lots
      from ${rows(stockBatch)} t where t.qty > 0 and t.expiry_date < ${today}::date + ${DAYS}::integer group by 1)
      select ${point(
        sql`case when e.expires < ${today}::date then 'expired'
        else ${day(sql`e.expires`)} end`,
        day(sql`e.expires`),
        sql`case when l.lots is null then null
          when e.expires < ${today}::date then 'expired' else 'soon' end`,
        NO_NAME,
        sql`l.lots`,
      )}
      from (select generate_series(${today}::date - 1, ${today}::date + ${DAYS - 1}::integer,
        '1 day')::date as expires) e left join l using (expires) order by e.expires`,
  }),
  meals: ({ context: { today, language }, rows }) => {
    const name = language === 'en' ? sql`coalesce(nullif(b.dict_value_en, ''), b.dict_value)` : sql`b.dict_value`;
    return {
      from: sql`${today}::date`,
      to: sql`${today}::date + ${DAYS - 1}::integer`,
      points: sql`
        with p as (select d.meal_date, d.meal_type, sum(d.portions) as portions from ${rows(salesPlan)} t
        join sales_plan_detail d on d.tenant_id = t.tenant_id and d.sales_plan_id = t.id
          where t.status in ('approved', 'done') and d.meal_date between ${today}::date
            and ${today}::date + ${DAYS - 1}::integer group by 1, 2)
        select ${point(
          day(sql`e.meal_date`),
          day(sql`e.meal_date`),
          sql`p.meal_type`,
          sql`coalesce(${name},
          p.meal_type)`,
          sql`trim_scale(p.portions)`,
        )}
        from (select generate_series(${today}::date, ${today}::date + ${DAYS - 1}::integer,
          '1 day')::date as meal_date) e left join p using (meal_date)
        left join dict_biz b on b.code = 'mealType' and b.dict_key = p.meal_type
          order by e.meal_date, b.sort, p.meal_type`,
    };
  },
  approvals: ({ context, registry, rows }) => {
    const { today, language } = context;
    const readable = registry.declarations.filter(
      (each) => isApproved(each) && each.path !== undefined && context.allowed(permissionOf(each, 'view')),
    );
    const waiting = readable.map(
      (each) => sql`
      select ${each.path}::text as path, ${each.label[language]}::text as name, ${today}::date - coalesce(t.apply_time,
        t.update_time)::date as days from ${rows(each)} t
        where t.status = any(${stagesOf(each.life).map((stage) => each.life!.actions[stage.send]!.to!)})`,
    );
    return {
      from: sql`${today}::date`,
      to: sql`${today}::date`,
      points:
        waiting.length === 0
          ? sql`select ${point(NO_NAME, NO_NAME, NO_NAME, NO_NAME, NO_NAME)} where false`
          : sql`
        with w as (${join(waiting, ' union all ')}), aged as (select path, name, case when days <= 0 then 'today'
          when days <= 3 then 'days' when days <= 7 then 'week' else 'older' end as part from w)
        select path, ${point(sql`path`, sql`name`, sql`part`, NO_NAME, sql`count(*)`)} from aged
        group by path, name, part order by sum(count(*)) over (partition by path) desc, path,
          array_position(array['today', 'days', 'week', 'older'], part)`,
    };
  },
};

/** The rows of a list within the caller's scope. */
const rowsFor =
  (context: Context) =>
  (of: unknown): Sql => {
    const declaration = of as Declaration;
    const terms = scopeCondition(declaration, context);
    return sql`(select t.* from ${sourceOf(declaration, context, {})} t
      ${terms.length === 0 ? empty : sql`where ${join(terms, ' and ')}`})`;
  };

/** A point as the database writes it down. */
interface StoredPoint {
  readonly group: string;
  readonly group_name: string;
  readonly part: string | null;
  readonly part_name: string | null;
  readonly value: string | null;
  readonly path?: string;
}

/** The figures of one card. Throws 403 where one of its rights is missing. */
async function figures(context: Context, key: CardKey, rights: readonly string[]): Promise<Figures> {
  if (!rights.every((right) => context.allowed(right))) throw notPermitted();
  const { registry } = context;
  const { from, to, points } = questions[key]({ context, registry, rows: rowsFor(context) });
  const found = await context.tx.row<{ from: string; to: string; points: readonly StoredPoint[] }>(sql`
    select ${day(from)} as from, ${day(to)} as to, coalesce((select jsonb_agg(to_jsonb(p))
    from (${points}) p), '[]') as points`);
  return {
    from: found!.from,
    to: found!.to,
    points: found!.points.map(({ group_name: groupName, part_name: partName, ...point }) => ({
      ...point,
      groupName,
      partName,
    })),
  };
}

export const servedFigures: readonly Call[] = cards.map(({ key, rights }) =>
  serve(consoleCalls[key], (context) => figures(context, key, rights)),
);

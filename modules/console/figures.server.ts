/** The figures of the console: each one statement, over the rows its list would show to who asks. */
import { permissionOf, type Declaration } from '../../kernel/core/declaration.ts';
import { stagesOf } from '../../kernel/core/life.ts';
import { notPermitted, type Call, type Context } from '../../kernel/server/context.ts';
import { empty, join, raw, sql, type Sql } from '../../parts/postgres/database.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { sourceOf } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { serve } from '../../kernel/server/serve.ts';
import { salesPlan } from '../operations/sales-plan/sales-plan.document.ts';
import { material } from '../master-data/materials/material.resource.ts';
import { GATE_FACTS, GATES } from '../master-data/materials/readiness.rules.ts';
import { readyFor } from '../master-data/materials/readiness.server.ts';
import { priceWarning } from '../prices/warnings/price-warning.document.ts';
import { purchaseOrder } from '../purchasing/purchase-order.document.ts';
import { requirementPlan } from '../planning/requirement-plan.document.ts';
import { inStore } from '../receiving/in-store.document.ts';
import { gearStockBatchLog, stockBatchLog } from '../stock/lots/stock-batch-log.resource.ts';
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

/** The columns of a point, each an expression over the statement. */
const point = (group: string, groupName: string, part: string, partName: string, value: string): Sql =>
  raw(`${group} as "group", ${groupName} as group_name, ${part} as part, ${partName} as part_name,
    ${value}::text as value`);
const day = (of: Sql): Sql => sql`to_char(${of}, 'YYYY-MM-DD')`;
const NO_NAME = 'null::text';
const dayOf = (column: string): string => `to_char(${column}, 'YYYY-MM-DD')`;
const WEEKS_BEFORE = 7;
const DAYS = 14;
const WEEK = 7;
/** What a stall was issued and received, less what went back. */
const ISSUED = ['pick.receive', 'stall-return.ship', 'reverse.pick.receive', 'reverse.stall-return.ship'];
const SUPPLIERS_SPENT = 5;
const SUPPLIERS_SHORT = 8;
const MATERIALS_WARNED = 8;

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
          dayOf('w.week'),
          dayOf('w.week'),
          `case when n.rank is null then null when n.supplier_id is null then 'other'
            when n.supplier_id = 0 then 'none' else n.supplier_id::text end`,
          's.name',
          'n.amount',
        )}
        from weeks w left join named n using (week) left join supplier s on s.id = n.supplier_id
        order by w.week, n.rank`,
    };
  },
  warnings: ({ context: { today }, rows }) => ({
    from: sql`${today}::date`,
    to: sql`${today}::date`,
    points: sql`
      with w as (select t.material_id, t.level, sum(t.stake_amount) as stake from ${rows(priceWarning)} t
        where t.status = 'open' and t.stake_amount > 0 group by 1, 2),
      ranked as (select material_id, row_number() over (order by sum(stake) desc, material_id) as rank from w
        group by 1),
      named as (select case when r.rank <= ${MATERIALS_WARNED}::integer then w.material_id end as material_id,
        least(r.rank, ${MATERIALS_WARNED}::integer + 1) as rank, w.level, sum(w.stake) as stake
        from w join ranked r using (material_id) group by 1, 2, 3)
      select coalesce(n.material_id::text, 'other') as "group", coalesce(m.called, '') as group_name, n.level as part,
        null::text as part_name, n.stake::text as value
      from named n left join material m on m.id = n.material_id order by n.rank, n.level desc`,
  }),
  ready: ({ context, rows }) => ({
    from: sql`${context.today}::date`,
    to: sql`${context.today}::date`,
    points: sql`
      select g.gate as "group", g.name as group_name, 'unready' as part, null::text as part_name,
        g.count::text as value
      from (${join(
        GATES.map(
          (gate, place) => sql`
        select ${place}::integer as place, ${gate}::text as gate,
          ${GATE_FACTS[gate].label[context.language]}::text as name, count(*) as count
        from ${rows(material)} t where ${readyFor(gate, false, context)}`,
        ),
        ' union all ',
      )}) g where g.count > 0 order by g.place`,
  }),
  received: ({ context: { today }, rows }) => ({
    from: sql`${today}::date - 27`,
    to: sql`${today}::date`,
    points: sql`
      with l as (
        select coalesce(t.supplier_id, 0) as supplier_id, case when d.refused_qty > 0 then 'refused'
          when d.received_qty < d.qty then 'short' when d.received_qty > d.qty then 'over' else 'as-ordered' end as part
        from ${rows(inStore)} t join in_store_detail d on d.tenant_id = t.tenant_id and d.in_store_id = t.id
        where t.status <> 'void' and t.first_receive_time >= (${today}::date - 27)::timestamptz
          and d.line_state in ('received', 'difference', 'closed')),
      ranked as (select supplier_id, row_number() over (order by count(*) filter (where part <> 'as-ordered') desc,
      count(*) desc, supplier_id) as rank from l group by 1)
      select ${point('l.supplier_id::text', "coalesce(s.name, '')", 'l.part', NO_NAME, 'count(*)')}
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
        where t.business_time >= (${from})::timestamptz and t.business_time < ${today}::timestamptz
          and t.reason = any(${ISSUED}) group by 1),
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
        select ${point('s.site::text', 'd.dept_name', 'v.part', NO_NAME, 'v.value')}
        from shares s join dept d on d.id = s.site cross
        join lateral (values ('actual', s.actual, 1), ('target', s.target, 2)) v (part, value, place)
        where v.value is not null order by s.actual desc, d.dept_name, v.place`,
    };
  },
  'stall-cost': ({ context: { today }, rows }) => {
    const [from, to] = [sql`${today}::date - ${DAYS}::integer`, sql`${today}::date - 1`];
    return {
      from,
      to,
      points: sql`
        with income as (
          select t.gear_operation_dept_id as stall, sum(d.income_amount) as amount from ${rows(salesPlan)} t
          join sales_plan_detail d on d.tenant_id = t.tenant_id and d.sales_plan_id = t.id
          where t.status in ('approved', 'done') and d.meal_date between ${from} and ${to} group by 1
          having sum(d.income_amount) > 0),
        used as (select t.dept_id as stall, sum(t.amount) as amount from ${rows(gearStockBatchLog)} t
          where t.business_time >= (${from})::timestamptz and t.business_time < ${today}::timestamptz
            and t.reason = any(${ISSUED})
          group by 1),
        shares as (select i.stall, round(100 * coalesce(u.amount, 0) / i.amount, 1) as share
          from income i left join used u using (stall))
        select ${point('s.stall::text', 'd.dept_name', "'actual'", NO_NAME, 's.share')}
        from shares s join dept d on d.id = s.stall order by s.share desc, d.dept_name`,
    };
  },
  cover: ({ context: { today }, rows }) => {
    const to = sql`${today}::date + ${WEEK - 1}::integer`;
    return {
      from: sql`${today}::date`,
      to,
      points: sql`
        with l as (select d.need_date, case when d.plan_qty - d.cancelled_qty <= 0 then 'enough'
            when d.received_qty >= d.plan_qty - d.cancelled_qty then 'arrived'
            when d.ordered_qty >= d.plan_qty - d.cancelled_qty then 'ordered' else 'open' end as part,
            count(*) as lines
          from ${rows(requirementPlan)} t
          join requirement_plan_detail d on d.tenant_id = t.tenant_id and d.requirement_plan_id = t.id
          where t.status in ('pending', 'approved', 'done') and d.need_date between ${today}::date and ${to}
          group by 1, 2)
        select ${point(dayOf('e.need_date'), dayOf('e.need_date'), 'l.part', NO_NAME, 'l.lines')}
        from (select generate_series(${today}::date, ${to}, '1 day')::date as need_date) e
        left join l using (need_date)
        order by e.need_date, array_position(array['enough', 'arrived', 'ordered', 'open'], l.part)`,
    };
  },
  waste: ({ context: { today }, rows }) => ({
    from: sql`${today}::date - ${DAYS - 1}::integer`,
    to: sql`${today}::date`,
    points: sql`
      with l as (select t.business_time::date as lost_on, case when t.reason like '%difference.loss' then 'lost-transit'
          when t.reason_detail = 'expired' then 'lost-expired' else 'lost-other' end as part, -sum(t.amount) as amount
        from ${rows(stockBatchLog)} t
        where t.business_time >= (${today}::date - ${DAYS - 1}::integer)::timestamptz
          and t.reason in ('count.loss', 'difference.loss', 'reverse.count.loss', 'reverse.difference.loss')
        group by 1, 2)
      select ${point(dayOf('e.lost_on'), dayOf('e.lost_on'), 'l.part', NO_NAME, 'l.amount')}
      from (select generate_series(${today}::date - ${DAYS - 1}::integer, ${today}::date,
        '1 day')::date as lost_on) e left join l using (lost_on)
      order by e.lost_on, array_position(array['lost-expired', 'lost-other', 'lost-transit'], l.part)`,
  }),
  stock: ({ context: { today }, rows }) => ({
    from: sql`${today}::date`,
    to: sql`${today}::date`,
    points: sql`
      select ${point('t.warehouse_id::text', 'w.name', 't.life_state', NO_NAME, 'sum(t.amount)')}
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
        `case when e.past then 'expired' else ${dayOf('e.expires')} end`,
        dayOf('e.expires'),
        "case when l.lots is null then null when e.past then 'expired' else 'soon' end",
        NO_NAME,
        'l.lots',
      )}
      from (select d::date as expires, d < ${today}::date as past
        from generate_series(${today}::date - 1, ${today}::date + ${DAYS - 1}::integer, '1 day') d) e
      left join l using (expires) order by e.expires`,
  }),
  meals: ({ context: { today, language }, rows }) => {
    const name = language === 'en' ? "nullif(b.dict_value_en, ''), b.dict_value" : 'b.dict_value';
    return {
      from: sql`${today}::date`,
      to: sql`${today}::date + ${DAYS - 1}::integer`,
      points: sql`
        with p as (select d.meal_date, d.meal_type, sum(d.portions) as portions from ${rows(salesPlan)} t
        join sales_plan_detail d on d.tenant_id = t.tenant_id and d.sales_plan_id = t.id
          where t.status in ('approved', 'done') and d.meal_date between ${today}::date
            and ${today}::date + ${DAYS - 1}::integer group by 1, 2)
        select ${point(
          dayOf('e.meal_date'),
          dayOf('e.meal_date'),
          'p.meal_type',
          `coalesce(${name}, p.meal_type)`,
          'trim_scale(p.portions)',
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
        select path, ${point('path', 'name', 'part', NO_NAME, 'count(*)')} from aged
        group by path, name, part order by sum(count(*)) over (partition by path) desc, path,
          array_position(array['today', 'days', 'week', 'older'], part)`,
    };
  },
};

/** The rows of a list within the caller's scope. */
export const rowsFor =
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

/** The sums of the statistics: one statement over the moves of a time and what lay there at its end. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { where } from '../../../kernel/server/record-query.ts';
import { empty, join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { stock } from '../on-hand/stock.resource.ts';
import { ofTypes } from '../on-hand/stock-views.server.ts';
import { columnOf, counterOf, IS_STORE, STORES } from './column-of-move.server.ts';
import type { asked } from './statistics.calls.ts';
import type { Column, GroupBy } from './statistics.rules.ts';

export type Asked = InputOf<typeof asked>;

/** How rows are told apart: by what of a move, of what lies there, and under which name in which order. */
interface Grouping {
  readonly moved: Sql;
  readonly lying: Sql;
  readonly names: Sql;
  readonly order: Sql;
}
const byTime = (of: Sql): Grouping => ({
  moved: of,
  lying: sql`null::text`,
  names: sql`select null::text as key, ''::text as code, ''::text as name where false`,
  order: sql`k.key`,
});
const groupings: Readonly<Record<GroupBy, Grouping>> = {
  type: {
    moved: sql`t.material_type_id::text`,
    lying: sql`t.material_type_id::text`,
    names: sql`select y.id::text as key, y.code, y.name from material_type y`,
    order: sql`n.code, k.key`,
  },
  material: {
    moved: sql`t.id::text`,
    lying: sql`t.id::text`,
    names: sql`select g.id::text as key, g.code, g.called as name from material g`,
    order: sql`n.code, k.key`,
  },
  place: {
    moved: sql`s.place_id::text`,
    lying: sql`s.place_id::text`,
    names: sql`select p.id::text as key, '' as code, p.called as name from stock_location p`,
    order: sql`n.name collate pinyin, k.key`,
  },
  supplier: {
    moved: sql`m.apart::text`,
    lying: sql`k.supplier_id::text`,
    names: sql`select u.id::text as key, u.code, u.name from supplier u`,
    order: sql`n.name collate pinyin nulls last, k.key`,
  },
  month: byTime(sql`to_char(m.apart, 'YYYY-MM-DD')`),
  day: byTime(sql`to_char(m.apart, 'YYYY-MM-DD')`),
};
/** What of a move is summed apart beside place, material and reason. */
const apart: Readonly<Partial<Record<GroupBy, Sql>>> = {
  supplier: sql`b.supplier_id`,
  month: sql`date_trunc('month', m.business_time)::date`,
  day: sql`m.business_time::date`,
};

export interface Found {
  readonly key: string | null;
  readonly code: string | null;
  readonly name: string | null;
  readonly unitId: string | null;
  readonly unitName: string | null;
  /** Materials of several units are together. */
  readonly mixed: boolean;
  readonly close: readonly [qty: string, amount: string, batch: string, average: string];
  readonly transit: readonly [qty: string, amount: string];
  readonly moved: Readonly<
    Partial<Record<Column, readonly [qty: string, amount: string, transit: string, of: string]>>
  >;
}
interface Summed {
  readonly records: readonly Found[] | null;
  readonly rows: number;
  readonly total: Found;
}

/** Whether values are at the moving average. A supplier's are those of the lots: an average has no supplier. */
const isAveraged = async (context: Context, groupBy: GroupBy): Promise<boolean> =>
  groupBy !== 'supplier' && (await readParameter(context, 'store.cost.method')) === 'moving-average';

/** The sums of a time, by group and of all; with `page` of these rows alone. */
export async function summed(context: Context, input: Asked, page: Sql): Promise<Summed> {
  const groupBy = input.groupBy as GroupBy;
  const [start, end] = [sql`${input.startDate}::date::timestamptz`, sql`(${input.endDate}::date + 1)::timestamptz`];
  const { moved, lying } = groupings[groupBy];
  const averaged = await isAveraged(context, groupBy);
  const value = averaged ? sql`case when v.undone then 0 else v.avg_amount - v.residue end` : sql`m.amount`;
  const scope = scopeCondition(stock, context);
  const own = [
    IS_STORE,
    ...(scope.length === 0
      ? []
      : [sql`exists (select 1 from (select w.dept_id, w.id as warehouse_id) t where ${join(scope, ' and ')})`]),
    ...(input.place === null ? [] : [sql`w.id = ${input.place}::bigint`]),
  ];
  const goods = [
    ...(input.materialType === null ? [] : [ofTypes(input.materialType)]),
    ...(input.materialId === null ? [] : [sql`t.id = ${input.materialId}::bigint`]),
  ];
  const byGoods = groupBy === 'type' || groupBy === 'material';
  const counted = columnOf({
    reason: sql`k.reason`,
    inTransit: sql`w.in_transit`,
    detail: sql`k.detail`,
    counter: sql`k.counter_id`,
  });
  const found = await context.tx.row<Summed>(sql`
    with stores as materialized (
      select l.id as location_id, w.id as place_id, l.kind = 'in-transit' as in_transit
      from ${STORES} where ${join(own, ' and ')}),
    goods as materialized (
      select t.id, t.base_unit_id, t.material_type_id from material t ${where(goods)}),
    moved as materialized (
      select m.location_id, ${byGoods ? sql`m.material_id` : sql`null::bigint`} as material_id, m.reason,
        coalesce(m.reason_detail, '') as detail,
        coalesce(${counterOf(sql`m.reason`, sql`m.counter_location_id`)}, 0) as counter_id,
        ${apart[groupBy] ?? sql`null::bigint`} as apart, sum(m.qty) as qty, sum(${value}) as amount,
        min(m.base_unit_id) as unit_from, max(m.base_unit_id) as unit_to
      from stock_move m ${averaged ? sql`join stock_move_cost v on v.move_id = m.id` : empty}
      ${groupBy === 'supplier' ? sql`join batch b on b.id = m.batch_id` : empty}
      where m.business_time >= ${start} and m.business_time < ${end}
        and m.location_id in (select s.location_id from stores s)
        ${goods.length === 0 ? empty : sql`and m.material_id in (select t.id from goods t)`}
      group by 1, 2, 3, 4, 5, 6),
    kinds as materialized (
      select k.reason, k.detail, k.counter_id, w.in_transit, ${counted} as counted
      from (select distinct m.reason, m.detail, m.counter_id from moved m) k,
        (values (false), (true)) as w(in_transit)),
    flows as materialized (
      select ${moved} as key, c.counted, min(m.unit_from) as unit_from, max(m.unit_to) as unit_to,
        sum(m.qty) as qty, sum(m.amount) as amount,
        coalesce(sum(m.qty) filter (where s.in_transit), 0) as transit_qty,
        coalesce(sum(m.amount) filter (where s.in_transit), 0) as transit_amount
      from moved m join stores s on s.location_id = m.location_id
      join kinds c on c.reason = m.reason and c.detail = m.detail and c.counter_id = m.counter_id
        and c.in_transit = s.in_transit
      ${byGoods ? sql`join goods t on t.id = m.material_id` : empty}
      group by 1, 2),
    lying as (${groupBy === 'supplier' ? lotsAt(end) : balancesAt(end, averaged)}),
    closing as (
      select ${lying} as key, min(t.base_unit_id) as unit_from, max(t.base_unit_id) as unit_to, sum(k.qty) as qty,
        sum(k.amount) as amount, sum(k.batch_amount) as batch_amount, sum(k.avg_amount) as avg_amount,
        coalesce(sum(k.qty) filter (where s.in_transit), 0) as transit_qty,
        coalesce(sum(k.amount) filter (where s.in_transit), 0) as transit_amount
      from lying k join stores s on s.location_id = k.location_id join goods t on t.id = k.material_id
      where k.qty <> 0 or k.batch_amount <> 0 or k.avg_amount <> 0 group by 1),
    ${answered(groupBy, page)}`);
  return found!;
}

/** Closings and flows put together by group and in all. */
function answered(groupBy: GroupBy, page: Sql): Sql {
  const { names, order } = groupings[groupBy];
  const movedOf = sql`json_build_array(trim_scale(f.qty)::text, trim_scale(f.amount)::text,
    trim_scale(f.transit_qty)::text, trim_scale(f.transit_amount)::text)`;
  // Of `k`.
  const row = sql`
    'unitId', case when k.unit_from = k.unit_to then k.unit_from::text end, 'unitName',
    case when k.unit_from = k.unit_to then (select u.called from material_unit u where u.id = k.unit_from) end,
    'mixed', coalesce(k.unit_from <> k.unit_to, false),
    'close', json_build_array(trim_scale(k.qty)::text, trim_scale(k.amount)::text, trim_scale(k.batch_amount)::text,
      trim_scale(k.avg_amount)::text),
    'transit', json_build_array(trim_scale(k.transit_qty)::text, trim_scale(k.transit_amount)::text),
    'moved', coalesce(k.moved, '{}'::json)`;
  return sql`
    keyed as (
      select x.key, min(x.unit_from) as unit_from, max(x.unit_to) as unit_to, sum(x.qty) as qty,
        sum(x.amount) as amount,
        sum(x.batch_amount) as batch_amount, sum(x.avg_amount) as avg_amount, sum(x.transit_qty) as transit_qty,
        sum(x.transit_amount) as transit_amount,
        json_object_agg(x.counted, x.moved) filter (where x.counted is not null) as moved
      from (
        select g.key, null as counted, g.unit_from, g.unit_to, g.qty, g.amount, g.batch_amount, g.avg_amount,
          g.transit_qty, g.transit_amount, null::json as moved from closing g
        union all select f.key, f.counted, f.unit_from, f.unit_to, 0, 0, 0, 0, 0, 0, ${movedOf} from flows f) x
      group by 1),
    totals as (
      select min(k.unit_from) as unit_from, max(k.unit_to) as unit_to, coalesce(sum(k.qty), 0) as qty,
        coalesce(sum(k.amount), 0) as amount, coalesce(sum(k.batch_amount), 0) as batch_amount,
        coalesce(sum(k.avg_amount), 0) as avg_amount, coalesce(sum(k.transit_qty), 0) as transit_qty,
        coalesce(sum(k.transit_amount), 0) as transit_amount, (
          select json_object_agg(f.counted, ${movedOf}) from (
            select f.counted, sum(f.qty) as qty, sum(f.amount) as amount, sum(f.transit_qty) as transit_qty,
              sum(f.transit_amount) as transit_amount from flows f group by 1) f) as moved
      from keyed k)
    select (
        select json_agg(p.row) from (
          select json_build_object('key', k.key, 'code', n.code, 'name', n.name, ${row}) as row
          from keyed k left join (${names}) n on n.key = k.key order by ${order} ${page}) p) as records,
      (select count(*)::integer from keyed) as rows,
      (select json_build_object(${row}) from totals k) as total`;
}

/**
 * What lay at each place at the end: what lies there now, where nothing moved since, and else what stands at the last
 * move before it.
 */
const balancesAt = (end: Sql, averaged: boolean): Sql => sql`
  select k.location_id, k.material_id, h.qty, ${averaged ? sql`h.avg_amount` : sql`h.batch_amount`} as amount,
    h.batch_amount, h.avg_amount
  from stock k
  left join lateral (
    select v.held_qty, v.held_amount, v.running_value
    from stock_move m join stock_move_cost v on v.move_id = m.id
    where k.last_move_time >= ${end} and m.location_id = k.location_id and m.material_id = k.material_id
      and m.business_time < ${end}
    order by m.business_time desc, m.seq desc limit 1) p on true
  cross join lateral (
    select case when k.last_move_time >= ${end} then coalesce(p.held_qty, 0) else k.qty end as qty,
      case when k.last_move_time >= ${end} then coalesce(p.held_amount, 0) else k.amount end as batch_amount,
      case when k.last_move_time >= ${end} then coalesce(p.running_value, 0) else k.avg_amount end as avg_amount) h
  where k.location_id in (select s.location_id from stores s)`;

/** What lay there of each supplier's lots at the end: what lies there now, less what moved since. */
const lotsAt = (end: Sql): Sql => sql`
  select x.location_id, x.material_id, b.supplier_id, sum(x.qty) as qty, sum(x.amount) as amount,
    sum(x.amount) as batch_amount, 0 as avg_amount
  from (
    select o.location_id, o.material_id, o.batch_id, o.qty, o.amount from stock_batch o
    where o.qty <> 0 or o.amount <> 0
    union all select m.location_id, m.material_id, m.batch_id, -m.qty, -m.amount from stock_move m
    where m.business_time >= ${end}) x
  join batch b on b.id = x.batch_id
  where x.location_id in (select s.location_id from stores s) group by 1, 2, 3`;

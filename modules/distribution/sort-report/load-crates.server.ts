/** What a vehicle carries besides goods: crates to each stop, and how many of its crates a stop has to give back. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { join, sql, type Sql } from '../../../parts/postgres/database.ts';
import { factoryOrder } from '../factory-orders/factory-order.document.ts';
import type { asked, LoadedCrates } from './sort-report.calls.ts';

/** By route and stop. What has left counts as it left, what waits as it was made ready. */
export const loadedCrates = (
  context: Context,
  terms: readonly Sql[],
  input: InputOf<typeof asked>,
): Promise<LoadedCrates[]> =>
  context.tx.rows<LoadedCrates>(sql`
    with orders as (
      select t.id, t.warehouse_id, w.project_group_dept_id as site_id, s.dept_id as owner_id,
        coalesce(l.route_id, t.route_id) as route_id,
        coalesce(l.stop_seq, t.stop_seq) as stop_seq
      from factory_order t join warehouse w on w.id = t.warehouse_id
      join stock_location s on s.id = coalesce(t.factory_warehouse_id, t.out_warehouse_id)
      left join lateral (
        select l.route_id, l.stop_seq from distribution_statement_log l where l.order_type = 'factory'
          and l.order_no = t.bill_code and l.state <> 'void' order by l.id limit 1) l on true
      where ${join([sql`t.status <> 'void'`, ...scopeCondition(factoryOrder, context), ...terms], ' and ')}),
    loaded as (
      select o.id, p.crate_type_id, p.qty from orders o join packed_crate p on p.factory_order_id = o.id
      union all
      select o.id, m.crate_type_id, m.qty from orders o
      join crate_movement m on m.bill_type = ${factoryOrder.segment} and m.bill_id = o.id and m.movement_kind = 'out'),
    stops as (
      select o.route_id, min(o.stop_seq) as stop_seq, o.site_id, o.warehouse_id, o.owner_id from orders o
      group by 1, 3, 4, 5),
    brought as (
      select o.route_id, o.warehouse_id, o.owner_id, l.crate_type_id, sum(l.qty)::integer as qty
      from loaded l join orders o on o.id = l.id group by 1, 2, 3, 4)
    select coalesce(s.route_id::text, '') as route_id, coalesce(r.name, '') as route_name, s.stop_seq,
      d.dept_name as site_name, c.name as crate_name,
      coalesce(b.qty, 0) as load_qty, greatest(0, coalesce(h.qty, 0)) as held_qty
    from stops s cross join crate_type c join dept d on d.id = s.site_id
    left join delivery_route r on r.id = s.route_id
    left join brought b on b.route_id is not distinct from s.route_id and b.warehouse_id = s.warehouse_id
      and b.owner_id = s.owner_id and b.crate_type_id = c.id
    left join crate_balance h on h.owner_dept_id = s.owner_id and h.warehouse_id = s.warehouse_id
      and h.crate_type_id = c.id
    where (coalesce(b.qty, 0) <> 0 or coalesce(h.qty, 0) > 0)
      and (${input.routeId}::text is null or s.route_id::text = ${input.routeId})
    order by s.route_id is null, r.depart_time nulls last, s.route_id, s.stop_seq nulls last, d.code, c.name`);

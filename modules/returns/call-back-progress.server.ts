/** How far each site is with a call-back: reckoned from the moves of its lots, one statement however many sites. */
import type { Id } from '../../kernel/core/field.ts';
import type { Call } from '../../kernel/server/context.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { serve } from '../../kernel/server/serve.ts';
import { join, sql, type Sql } from '../../parts/postgres/database.ts';
import { SAME_GOODS } from '../stock/ledger/move-reason.rules.ts';
import * as calls from './call-back.calls.ts';
import { lotsCalled } from './call-back-stock.server.ts';
import { factoryReturned } from './factory-returned.document.ts';
import { returnOutStore } from './return-out-store.document.ts';

/** Reasons by which goods are used up or thrown away where they are. */
const USING = [
  'other-out.post',
  'client.ship',
  'kitchen.produce-out',
  'kitchen.sale',
  'kitchen.use',
  'kitchen.waste',
  'repack.loss',
];
const RETURN = 'factory-return.ship';

/** The project department of each place, itself or the nearest above. */
const sites: Sql = sql`
  up(dept, id, parent_id, category, depth) as (
    select d.id, d.id, d.parent_id, d.dept_category, 0 from dept d
      where d.id in (select l.dept_id from stock_location l)
    union all select u.dept, d.id, d.parent_id, d.dept_category, u.depth + 1 from up u join dept d on d.id = u.parent_id
      where u.category <> '2' and u.depth < 10),
  sites as (select u.dept, u.id as site_id from up u where u.category = '2')`;

const progress = serve(calls.progress, async (context, { id }) => {
  const call = await recordById(context, factoryReturned, id);
  const lots = await lotsCalled(context, { id: call.id, recallBatchId: call.recallBatchId || null });
  return context.tx.rows<calls.SiteProgress & { siteId: Id }>(sql`
      with recursive ${sites},
      moved as (
        select s.site_id, l.kind, m.material_id, m.qty, m.counter_location_id is not null as is_inner,
          regexp_replace(m.reason, '^reverse\\.', '') as reason
        from stock_move m join stock_location l on l.id = m.location_id join sites s on s.dept = l.dept_id
        where m.batch_id = any(${lots as Id[]}::bigint[])
          and regexp_replace(m.reason, '^reverse\\.', '') <> all(${SAME_GOODS as string[]})),
      figures as (
        select site_id, min(material_id) as material_id,
          coalesce(sum(qty) filter (where reason <> ${RETURN} and reason <> all(${USING})), 0) as asked,
          coalesce(sum(qty) filter (where kind = 'in-transit'), 0) as on_way,
          coalesce(sum(qty) filter (where kind <> 'in-transit'), 0) as lying,
          coalesce(-sum(qty) filter (where not is_inner and reason = any(${USING})), 0) as eaten,
          coalesce(-sum(qty) filter (where reason = ${RETURN}), 0) as shipped
        from moved group by 1),
      bills as (
        select t.project_dept_id as site_id, max(t.ship_time) as ship_time,
          bool_and(t.ship_time is not null) as is_shipped,
          coalesce(jsonb_agg(jsonb_build_object('id', t.id::text, 'billCode', t.bill_code, 'status', t.status)
            order by t.bill_code) filter (where ${join([sql`true`, ...scopeCondition(returnOutStore, context)], ' and ')}),
            '[]') as bills
        from return_out_store t where t.source_bill_type = 'factory-returned' and t.source_bill_id = ${id} group by 1),
      received as (
        select w.project_group_dept_id as site_id, sum(l.received_qty * l.factor) as qty
        from in_store s join in_store_detail l on l.in_store_id = s.id join warehouse w on w.id = s.from_location_id
        where s.source_bill_type = 'factory-returned' and s.source_bill_id = ${id} group by 1)
      select f.site_id, d.dept_name as site_name, u.called as unit_name, trim_scale(f.asked)::text as asked_qty,
        trim_scale(f.on_way)::text as on_way_qty, trim_scale(f.lying)::text as lying_qty,
        trim_scale(f.eaten)::text as eaten_qty, trim_scale(f.shipped)::text as shipped_qty,
        trim_scale(round(coalesce(r.qty, 0), 6))::text as received_qty,
        case when b.is_shipped then floor(extract(epoch from b.ship_time - c.called_time) / 60)::integer end as minutes,
        coalesce(b.bills, '[]') as bills
      from figures f join dept d on d.id = f.site_id join material m on m.id = f.material_id
      join material_unit u on u.id = m.base_unit_id join factory_returned c on c.id = ${id}::bigint
      left join bills b on b.site_id = f.site_id left join received r on r.site_id = f.site_id
      where f.asked > 0 or b.site_id is not null order by f.lying > 0 desc, d.dept_name, f.site_id`);
});

export const callBackCalls: readonly Call[] = [progress];

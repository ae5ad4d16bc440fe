/**
 * What the figures of a month are made of: one row for each line, lot, order or price, with how it counts, of 100. A
 * figure is the mean of its rows, so that what is opened and what is shown are the same.
 */
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { residues } from './residue-basis.server.ts';
import type { Part } from './supplier-score.rules.ts';

const ORDER = 'purchaseOrder';

/** Lines of orders that were due in the month and by today, with what came of them, in their unit. */
const dueLines = (month: string, today: string): Sql => sql`
  select o.supplier_id, o.bill_code, o.id as bill_id, d.id as line_id, d.material_id, u.name as unit,
    coalesce(d.delivery_date, o.delivery_date) as due, d.order_qty - d.cancelled_qty as ordered, d.under_rate,
    coalesce(g.accepted, 0) as accepted, coalesce(g.in_time, 0) as in_time, coalesce(g.refused, 0) as refused,
    coalesce(g.returned, 0) as returned
  from purchase_order o join purchase_order_detail d on d.purchase_order_id = o.id
  join material_unit u on u.id = d.unit_id
  left join lateral (
    select sum(l.accepted_qty * l.factor / d.factor) as accepted,
      sum(l.accepted_qty * l.factor / d.factor) filter (where r.arrive_time::date <=
        coalesce(d.delivery_date, o.delivery_date)) as in_time,
      sum(l.refused_qty * l.factor / d.factor) as refused,
      sum((select coalesce(sum(b.base_qty), 0) from purchase_return_detail b
        join purchase_return p on p.id = b.purchase_return_id and p.status in ('approved', 'done')
        where b.batch_id = l.batch_id) / d.factor) as returned
    from in_store_detail i join in_store_receiving_detail l on l.detail_id = i.id
    join in_store_receiving r on r.id = l.in_store_receiving_id and r.state = 'posted'
    where i.id in (select k.to_line_id from bill_link k where k.from_type = ${ORDER} and k.from_bill_id = o.id
      and k.from_line_id = d.id and k.to_type = 'inStore')) g on true
  where o.status in ('approved', 'done') and to_char(coalesce(d.delivery_date, o.delivery_date), 'YYYY-MM') = ${month}
    and coalesce(d.delivery_date, o.delivery_date) <= ${today}::date and d.order_qty > d.cancelled_qty`;

const ofLines = (month: string, today: string, percent: Sql, measured: Sql, asked: Sql, where: Sql): Sql => sql`
  select b.supplier_id, b.bill_code, b.bill_id, ${ORDER} as resource, b.due as day, b.material_id,
    ${percent} as percent, ${measured} as measured, ${asked} as asked
  from (${dueLines(month, today)}) b where ${where}`;
const text = (qty: Sql): Sql => sql`trim_scale(round(${qty}, 6))::text || ' ' || b.unit`;
const least = sql`b.ordered * (100 - b.under_rate) / 100`;

/** Lots that came in the month with both dates: is as much of their life left as the material asks? */
const lives = (month: string): Sql => sql`
  select b.supplier_id, b.source_bill_code as bill_code, b.source_bill_id as bill_id, 'inStore' as resource,
    b.received_date as day, b.material_id,
    case when left_days * 100 >= asked_share * whole_days then 100 else 0 end as percent,
    left_days || ' / ' || whole_days as measured, trim_scale(asked_share)::text || '%' as asked
  from (select b.*, b.expiry_date - b.received_date as left_days, b.expiry_date - b.production_date as whole_days,
      coalesce(m.min_remaining_share, t.min_remaining_share, 50) as asked_share
    from batch b join material m on m.id = b.material_id left join material_type t on t.id = m.material_type_id
    where b.supplier_id is not null and b.production_date is not null and b.expiry_date > b.production_date
      and b.parent_batch_id is null and to_char(b.received_date, 'YYYY-MM') = ${month}) b`;

/**
 * Orders he was asked for in the month: was each answered within the hours that are granted? Who was sent nothing, and
 * opened nothing, is not late.
 */
const answers = (hours: number, month: string, today: string): Sql => sql`
  select o.supplier_id, o.bill_code, o.id as bill_id, ${ORDER} as resource, k.asked::date as day,
    null::bigint as material_id,
    case when a.answered <= k.asked + make_interval(hours => ${hours}) then 100 else 0 end as percent,
    case when a.answered is null then '—'
      else floor(extract(epoch from a.answered - k.asked) / 60)::text || ' min' end as measured,
    ${`${hours} h`} as asked
  from (select t.purchase_order_id, min(t.made_time) as asked,
      bool_or(t.channel <> 'print' or t.opened_time is not null) as was_asked
    from supplier_ticket t group by t.purchase_order_id) k
  join purchase_order o on o.id = k.purchase_order_id and o.status in ('approved', 'done')
  left join lateral (select min(s.answer_time) as answered from supplier_answer s
    where s.purchase_order_id = o.id and s.answer_kind in ('confirmed', 'partial', 'declined', 'shipped')) a on true
  where to_char(k.asked, 'YYYY-MM') = ${month}
    and (a.answered is not null or k.was_asked and k.asked + make_interval(hours => ${hours}) < ${today}::timestamptz)`;

/** Lines of orders of the month: was a warning raised at their price? */
const prices = (month: string): Sql => sql`
  select o.supplier_id, o.bill_code, o.id as bill_id, ${ORDER} as resource, o.order_date as day, d.material_id,
    case when w.id is null then 100 else 0 end as percent,
    coalesce(trim_scale(d.price)::text, '') as measured,
    coalesce(trim_scale(w.reference_price)::text, '') as asked
  from purchase_order o join purchase_order_detail d on d.purchase_order_id = o.id
  left join (select distinct on (v.source_line_id) v.source_line_id::bigint as line_id, v.id, v.reference_price
    from price_warning v where v.source_type = ${ORDER} order by v.source_line_id, v.id desc) w on w.line_id = d.id
  where o.status in ('approved', 'done') and to_char(o.order_date, 'YYYY-MM') = ${month}`;

/** Rows of a figure: supplier_id, bill_code, bill_id, resource, day, material_id, percent, measured, asked. */
export function basisOf(figure: Part, hours: number, month: string, today: string): Sql {
  switch (figure) {
    case 'residue':
      return residues(month);
    case 'onTime':
      return ofLines(
        month,
        today,
        sql`case when b.in_time >= ${least} then 100 else 0 end`,
        text(sql`b.in_time`),
        text(least),
        sql`true`,
      );
    case 'fill':
      return ofLines(
        month,
        today,
        sql`round(least(b.accepted, b.ordered) * 100 / b.ordered, 6)`,
        text(sql`b.accepted`),
        text(sql`b.ordered`),
        sql`true`,
      );
    case 'refuse':
      return ofLines(
        month,
        today,
        sql`round(least(100, (b.refused + b.returned) * 100 / (b.accepted + b.refused)), 6)`,
        text(sql`b.refused + b.returned`),
        text(sql`b.accepted + b.refused`),
        sql`b.accepted + b.refused > 0`,
      );
    case 'price':
      return prices(month);
    case 'life':
      return lives(month);
    case 'answer':
      return answers(hours, month, today);
  }
}

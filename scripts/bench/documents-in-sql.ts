/** The writing acts of the day, each as one transaction of set-based SQL that the program's time is compared with. */
import { place } from './masters.ts';

/** Approves a purchase order and opens its receiving bill. */
export const approveInSql = (order: number, user: string): string => `
  begin;
  with o as (update purchase_order set status = 'approved', approve_user_id = ${user}, approve_time = now(),
    version = version + 1, update_user = ${user}, update_time = now() where id = ${order} and status = 'pending'
    returning *),
  expected as (
    insert into expected_receipt (location_id, material_id, due_date, bill_type, bill_id, bill_code, line_id, open_qty)
    select o.warehouse_id, d.material_id, o.delivery_date, 'purchaseOrder', o.id, o.bill_code, d.id, d.base_qty from o
    join purchase_order_detail d on d.purchase_order_id = o.id),
  number as (insert into number_counter (counter, day, last) values ('RK', current_date, 1)
  on conflict (tenant_id, counter, day) do update set last = number_counter.last + 1 returning last),
  bill as (
    insert into in_store (bill_code, bill_date, source_bill_id, source_bill_code, supplier_id, location_id,
      warehouse_id, company_dept_id, blade_project_dept_id, expect_time, line_count, by_hand, create_user, update_user)
    select 'RK' || to_char(current_date, 'YYYYMMDD') || lpad(n.last::text, 4, '0'), current_date, o.id::text,
      o.bill_code, o.supplier_id, o.warehouse_id, o.warehouse_id, o.company_dept_id, o.blade_project_dept_id,
      o.delivery_date, o.line_count, 0, ${user}, ${user} from o, number n returning *),
  lines as (
    insert into in_store_detail (in_store_id, line_no, source_detail_id, material_id, unit_id, qty, factor,
      base_unit_id, base_qty, price, tax_rate, open_qty, limit_qty, over_rate, under_rate)
    select b.id, d.line_no, d.id::text, d.material_id, d.unit_id, d.order_qty, d.factor, d.base_unit_id, d.base_qty,
      d.price, d.tax_rate, d.order_qty, d.order_qty * (1 + d.over_rate / 100), d.over_rate, d.under_rate
    from bill b join purchase_order_detail d on d.purchase_order_id = b.source_bill_id::bigint returning *),
  linked as (
    insert into bill_link (kind, from_type, from_bill_id, from_line_id, to_type, to_bill_id, to_line_id, from_qty,
      to_qty, user_id)
    select 'receive', 'purchaseOrder', ${order}, l.source_detail_id::bigint, 'inStore', l.in_store_id, l.id,
      l.base_qty, l.base_qty, ${user} from lines l),
  logged as (insert into document_log (resource, record_id, action, from_state, to_state, user_id)
  values ('purchaseOrder', ${order}, 'doApply', 'pending', 'approved', ${user}))
  insert into audit_log (resource, record_id, action, title, changes, user_id)
  select 'purchaseOrder', o.id, 'doApply', o.bill_code, '{"status": ["pending", "approved"]}'::jsonb, ${user} from o
  union all select 'inStore', b.id, 'create', b.bill_code, jsonb_build_object('head', to_jsonb(b), 'details',
    (select jsonb_agg(to_jsonb(l)) from lines l)), ${user} from bill b;
  commit`;

/** What a bill comes from, and what becomes of that when all of it is received. */
interface ReceivedOf {
  readonly table: string;
  readonly document: string;
  readonly bills: string;
  readonly reason: string;
  readonly lines: string;
  readonly head: string;
  readonly isDone: boolean;
}
const ORDERED: ReceivedOf = {
  table: 'purchase_order',
  document: 'purchaseOrder',
  bills: 'invinstore',
  reason: 'receipt.purchase',
  lines: '',
  head: `execute_status = 'all', status = 'done'`,
  isDone: true,
};
/** Complete when a person says so. */
export const BOUGHT: ReceivedOf = {
  table: 'self_purchase_order',
  document: 'selfPurchaseOrder',
  bills: 'selfpurchaseinstore',
  reason: 'receipt.self',
  lines: ', open_qty = 0',
  head: `receive_status = 'partial'`,
  isDone: false,
};

/** Receives a whole bill as one delivery with lots of its own. */
export const receiveInSql = (bill: string, user: string, of: ReceivedOf = ORDERED): string => `
  begin;
  select 1 from ${of.table} where id = (select source_bill_id::bigint from in_store where id = ${bill}) for update;
  select 1 from in_store where id = ${bill} for update;
  insert into stock (location_id, material_id) select ${place.warehouse}, material_id from in_store_detail
  where in_store_id = ${bill} order by 2 on conflict do nothing;
  select 1 from stock where location_id = ${place.warehouse}
    and material_id in (select material_id from in_store_detail where in_store_id = ${bill})
  order by material_id for update;
  create temp table given on commit drop as
    select d.*, new_id() as lot, new_id() as rec, round(d.qty * d.price / (1 + d.tax_rate / 100), 2) as cost,
      row_number() over (order by d.line_no) as nr from in_store_detail d where d.in_store_id = ${bill};
  with number as (insert into number_counter (counter, day, last) values ('PC', current_date, 200)
  on conflict (tenant_id, counter, day) do update set last = number_counter.last + 200 returning last)
  insert into batch (id, batch_code, material_id, supplier_id, supplier_batch_no, production_date, expiry_date,
    received_date, origin_unit_cost, origin_qty, tax_rate, source_bill_type, source_bill_id, source_bill_code,
    source_line_id, create_user, update_user)
    select g.lot, 'PC' || to_char(current_date, 'YYYYMMDD') || (n.last - 200 + g.nr), g.material_id, s.supplier_id,
      'B' || g.line_no, current_date - 1, current_date + 30 + g.line_no::integer, current_date,
      round(g.cost / g.base_qty, 6), g.base_qty, g.tax_rate, '${of.bills}', s.id::text, s.bill_code, g.rec::text,
      ${user}, ${user}
    from given g, number n, in_store s where s.id = ${bill};
  with moved as (
    insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
      bill_type, bill_id, bill_code, line_id, business_time, operator_id)
    select ${place.warehouse}, g.material_id, g.lot, g.base_qty, g.base_unit_id, round(g.cost / g.base_qty, 6), g.cost,
      '${of.reason}', '${of.bills}', s.id, s.bill_code, g.rec, date_trunc('second', now()), ${user} from given g,
      in_store s where s.id = ${bill} order by g.nr returning id, material_id, qty, amount)
  insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
    held_amount)
    select m.id, (s.avg_amount + m.amount) / (s.qty + m.qty), m.amount, s.qty + m.qty, s.avg_amount + m.amount,
      s.qty + m.qty, 0, s.amount + m.amount
    from moved m join stock s on s.location_id = ${place.warehouse} and s.material_id = m.material_id;
  update stock s set qty = s.qty + g.base_qty, amount = s.amount + g.cost, avg_amount = s.avg_amount + g.cost,
    avg_cost = (s.avg_amount + g.cost) / (s.qty + g.base_qty), last_cost = round(g.cost / g.base_qty, 6),
    last_in_time = now(), last_move_time = date_trunc('second', now())
    from given g where s.location_id = ${place.warehouse} and s.material_id = g.material_id;
  insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount, first_in_time, last_move_time)
    select ${place.warehouse}, material_id, lot, base_qty, cost / base_qty, cost, now(), now() from given;
  with number as (insert into number_counter (counter, day, last) values ('SH', current_date, 1)
  on conflict (tenant_id, counter, day) do update set last = number_counter.last + 1 returning last),
  head as (
    insert into in_store_receiving (receiving_code, instore_id, delivery_no, receiver_id, create_user, update_user)
    select 'SH' || to_char(current_date, 'YYYYMMDD') || n.last, ${bill}, 'S', ${user}, ${user}, ${user} from number n
    returning id)
  insert into in_store_receiving_detail (id, in_store_receiving_id, line_no, detail_id, accepted_qty,
    supplier_batch_no, production_date, expiry_date, material_id, unit_id, factor, base_unit_id, base_qty, batch_id)
    select g.rec, h.id, g.line_no, g.id, g.qty, 'B' || g.line_no, current_date - 1,
      current_date + 30 + g.line_no::integer, g.material_id, g.unit_id, g.factor, g.base_unit_id, g.base_qty, g.lot
      from given g, head h;
  update in_store_detail set received_qty = qty, open_qty = 0, line_state = 'received' where in_store_id = ${bill};
  update ${of.table}_detail d set received_qty = d.order_qty${of.lines} from given g
  where d.id = g.source_detail_id::bigint;
  update expected_receipt e set open_qty = 0, update_time = now() from given g
  where e.bill_type = '${of.document}' and e.line_id = g.source_detail_id::bigint;
  update ${of.table} o set ${of.head}, version = o.version + 1, update_user = ${user},
    update_time = now() from in_store s where s.id = ${bill} and o.id = s.source_bill_id::bigint;
  update in_store set amount = amount + (select sum(qty * price) from given), received_line_count = line_count,
    first_receive_time = now(), status = 'receiving', version = version + 1, update_user = ${user}, update_time = now()
  where id = ${bill};
  insert into document_log (resource, record_id, action, from_state, to_state, user_id)
    select '${of.document}', source_bill_id::bigint, 'received', 'approved', 'done', ${user}
    from in_store where id = ${bill} and ${of.isDone}
    union all values ('inStore', ${bill}, 'doReceiving', 'to-receive', 'receiving', ${user});
  insert into audit_log (resource, record_id, action, title, changes, user_id)
    select '${of.document}', source_bill_id::bigint, 'received', source_bill_code,
      '{"status": ["approved", "done"]}'::jsonb, ${user} from in_store where id = ${bill} and ${of.isDone}
    union all select 'inStore', id, 'doReceiving', bill_code, '{"status": ["to-receive", "receiving"]}'::jsonb,
      ${user} from in_store where id = ${bill};
  commit`;

/** Picks and ships a bill, first expiring lots first. */
export const pickInSql = (bill: string, user: string): string => shipInSql(bill, user, 'pick');

/** The same of what a document of this table asked for. */
export const shipInSql = (bill: string, user: string, source: 'pick' | 'allocation'): string => `
  begin;
  ${takeLots(bill, user, source)}${bookIssue(bill, user, source)}
  commit`;

/** Locks, and chooses lots for each line into the table `taken`, with their moves. */
const takeLots = (bill: string, user: string, source: string): string => `
  select 1 from ${source} where id = (select source_bill_id::bigint from out_store where id = ${bill}) for update;
  select 1 from out_store where id = ${bill} for update;
  create temp table place on commit drop as select o.warehouse_id as here, l.id as there, o.bill_code,
  o.source_bill_id::bigint as source from out_store o join stock_location l on l.transit_for_id = o.to_location_id
  where o.id = ${bill};
  insert into stock (location_id, material_id) select p.there, d.material_id from out_store_detail d, place p
  where d.out_store_id = ${bill} order by 2 on conflict do nothing;
  select 1 from stock s where location_id in (select here from place union select there from place)
    and material_id in (select material_id from out_store_detail where out_store_id = ${bill})
  order by location_id, material_id for update;
  create temp table taken on commit drop as
    select d.id as detail, d.source_detail_id::bigint as source, d.material_id, d.base_unit_id, l.batch_id,
      l.unit_cost, l.rank, new_id() as id, least(d.base_qty, l.running) - greatest(0, l.running - l.qty) as qty,
      case when least(d.base_qty, l.running) - greatest(0, l.running - l.qty) = l.qty then l.amount
      else round((least(d.base_qty, l.running) - greatest(0, l.running - l.qty)) * l.unit_cost, 2) end as amount
    from out_store_detail d
    join (select sb.material_id, sb.batch_id, sb.qty, sb.unit_cost, sb.amount, sum(sb.qty) over w as running,
      row_number() over w as rank
      from stock_batch sb join batch b on b.tenant_id = sb.tenant_id and b.id = sb.batch_id
      where sb.tenant_id = '000000' and sb.location_id = (select here from place) and sb.qty > 0
        and b.lot_state = 'free' and b.expiry_date >= current_date
        and sb.material_id in (select material_id from out_store_detail where out_store_id = ${bill})
      window w as (partition by sb.material_id order by b.expiry_date, b.received_date, b.batch_code)
    ) l on l.material_id = d.material_id and l.running - l.qty < d.base_qty
    where d.out_store_id = ${bill};
  insert into out_store_picks (id, out_store_id, line_no, detail_id, material_id, batch_id, base_unit_id, base_qty,
    fefo_rank, unit_cost, amount)
    select id, ${bill}, row_number() over (order by detail, rank), detail::text, material_id, batch_id, base_unit_id,
      qty, rank, unit_cost, amount from taken;
  with moved as (
    insert into stock_move (location_id, counter_location_id, material_id, batch_id, qty, base_unit_id, unit_cost,
      amount, reason, bill_type, bill_id, bill_code, line_id, business_time, operator_id)
    select w.location, w.other, t.material_id, t.batch_id, w.sign * t.qty, t.base_unit_id, t.unit_cost,
      w.sign * t.amount, '${source}.ship', 'invoutstore', ${bill}, p.bill_code, t.id, date_trunc('second', now()), ${user}
    from taken t, place p, lateral (values (p.here, p.there, -1), (p.there, p.here, 1)) w(location, other, sign)
    returning id, location_id, material_id, qty, amount, seq)
  insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
    held_amount)
    select m.id,
      case when m.qty < 0 then s.avg_cost
      else (s.amount + sum(m.amount) over w) / (s.qty + sum(m.qty) over w) end,
      m.amount, s.qty + sum(m.qty) over w, s.amount + sum(m.amount) over w, s.qty + sum(m.qty) over w, 0,
      s.amount + sum(m.amount) over w
    from moved m
    join stock s on s.tenant_id = '000000' and s.location_id = m.location_id and s.material_id = m.material_id
    window w as (partition by m.location_id, m.material_id order by m.seq);`;

/** Brings stock, reservations, bills and logs in line with `taken`. */
const bookIssue = (bill: string, user: string, source: string): string => `
  update stock_reservation r set qty = 0, state = 'used' from place p
  where r.bill_type = '${source}' and r.bill_id = p.source;
  update stock_batch b set qty = b.qty - t.qty, amount = b.amount - t.amount, last_move_time = now()
  from taken t, place p where b.tenant_id = '000000' and b.location_id = p.here and b.batch_id = t.batch_id;
  update stock s set qty = s.qty - t.qty, amount = s.amount - t.amount, avg_amount = s.avg_amount - t.amount,
    reserved_qty = s.reserved_qty - t.qty, last_out_time = now(), last_move_time = date_trunc('second', now())
    from (select material_id, sum(qty) as qty, sum(amount) as amount from taken group by 1) t, place p
    where s.tenant_id = '000000' and s.location_id = p.here and s.material_id = t.material_id;
  update stock s set qty = s.qty + t.qty, amount = s.amount + t.amount, avg_amount = s.avg_amount + t.amount,
    avg_cost = (s.avg_amount + t.amount) / (s.qty + t.qty), last_cost = t.cost, last_in_time = now(),
    last_move_time = date_trunc('second', now())
    from (select material_id, sum(qty) as qty, sum(amount) as amount, min(unit_cost) as cost from taken group by 1) t,
      place p
    where s.tenant_id = '000000' and s.location_id = p.there and s.material_id = t.material_id;
  insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount, first_in_time, last_move_time)
    select p.there, t.material_id, t.batch_id, t.qty, t.unit_cost, t.amount, now(), now() from taken t, place p
    on conflict (tenant_id, location_id, batch_id) do update
    set qty = stock_batch.qty + excluded.qty, amount = stock_batch.amount + excluded.amount, last_move_time = now();
  update out_store_detail d set picked_qty = d.base_qty, reserved_qty = 0 where d.out_store_id = ${bill};
  update ${source}_detail d set picked_qty = d.base_qty, reserved_qty = 0 from place p
  where d.${source}_id = p.source;
  update ${source} set out_state = 'shipped' where id = (select source from place);
  update out_store set status = 'shipped', ship_time = now(), version = version + 1, update_user = ${user},
    update_time = now() where id = ${bill};
  insert into document_log (resource, record_id, action, from_state, to_state, user_id)
  values ('outStore', ${bill}, 'doPicking', 'to-pick', 'shipped', ${user});
  insert into audit_log (resource, record_id, action, title, changes, user_id)
    select 'outStore', ${bill}, 'doPicking', bill_code, '{"status": ["to-pick", "shipped"]}', ${user} from place;`;

/** Other issues, returns, and what a transfer's receiver signs for, each as one transaction of set-based SQL. */

/** Posts an other issue of lines that name no lot, first expiring lots first. */
export const issueInSql = (bill: number, user: string): string => `
  begin;
  select 1 from other_out_store where id = ${bill} for update;
  create temp table place on commit drop as select warehouse_id as here, bill_code from other_out_store
  where id = ${bill};
  select 1 from stock s where location_id = (select here from place)
    and material_id in (select material_id from other_out_store_detail where other_out_store_id = ${bill})
  order by material_id for update;
  create temp table taken on commit drop as
    select d.id as line, d.line_no, d.material_id, d.base_unit_id, l.batch_id, l.unit_cost, l.rank,
      least(d.base_qty, l.running) - greatest(0, l.running - l.qty) as qty,
      case when least(d.base_qty, l.running) - greatest(0, l.running - l.qty) = l.qty then l.amount
      else round((least(d.base_qty, l.running) - greatest(0, l.running - l.qty)) * l.unit_cost, 2) end as amount
    from other_out_store_detail d
    join (select sb.material_id, sb.batch_id, sb.qty, sb.unit_cost, sb.amount, sum(sb.qty) over w as running,
      row_number() over w as rank
      from stock_batch sb join batch b on b.tenant_id = sb.tenant_id and b.id = sb.batch_id
      where sb.tenant_id = '000000' and sb.location_id = (select here from place) and sb.qty > 0
        and b.lot_state = 'free' and b.expiry_date >= current_date
        and sb.material_id in (select material_id from other_out_store_detail where other_out_store_id = ${bill})
      window w as (partition by sb.material_id order by b.expiry_date, b.received_date, b.batch_code)
    ) l on l.material_id = d.material_id and l.running - l.qty < d.base_qty
    where d.other_out_store_id = ${bill};
  with moved as (
    insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
      reason_detail, bill_type, bill_id, bill_code, line_id, business_time, operator_id)
    select p.here, t.material_id, t.batch_id, -t.qty, t.base_unit_id, t.unit_cost, -t.amount, 'other-out.post',
      'office', 'otheroutstore', ${bill}, p.bill_code, t.line, date_trunc('second', now()), ${user}
    from taken t, place p returning id, location_id, material_id, qty, amount, seq)
  insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
    held_amount)
    select m.id, s.avg_cost, m.amount, s.qty + sum(m.qty) over w, s.amount + sum(m.amount) over w,
      s.qty + sum(m.qty) over w, 0, s.amount + sum(m.amount) over w from moved m
    join stock s on s.tenant_id = '000000' and s.location_id = m.location_id and s.material_id = m.material_id
    window w as (partition by m.location_id, m.material_id order by m.seq);
  update stock_batch b set qty = b.qty - t.qty, amount = b.amount - t.amount, last_move_time = now()
  from taken t, place p where b.tenant_id = '000000' and b.location_id = p.here and b.batch_id = t.batch_id;
  update stock s set qty = s.qty - t.qty, amount = s.amount - t.amount, avg_amount = s.avg_amount - t.amount,
    last_out_time = now(), last_move_time = date_trunc('second', now())
    from (select material_id, sum(qty) as qty, sum(amount) as amount from taken group by 1) t, place p
    where s.tenant_id = '000000' and s.location_id = p.here and s.material_id = t.material_id;
  insert into other_out_store_lots (other_out_store_id, line_no, detail_line, material_id, batch_id, base_unit_id,
    base_qty, unit_cost, amount)
    select ${bill}, row_number() over (order by line_no, rank), line_no, material_id, batch_id, base_unit_id, qty,
      unit_cost, amount from taken;
  update other_out_store_detail d set amount = t.amount, unit_cost = round(t.amount / d.base_qty, 6)
    from (select line, sum(amount) as amount from taken group by 1) t where d.id = t.line;
  update other_out_store set status = 'done', reversible = 1, amount = (select sum(amount) from taken),
    approve_user_id = ${user}, approve_time = now(), version = version + 1, update_user = ${user},
    update_time = now() where id = ${bill};
  insert into document_log (resource, record_id, action, from_state, to_state, user_id)
  values ('otherOutStore', ${bill}, 'doApply', 'pending', 'done', ${user});
  insert into audit_log (resource, record_id, action, title, changes, user_id)
    select 'otherOutStore', ${bill}, 'doApply', bill_code, '{"status": ["pending", "done"]}', ${user} from place;
  commit`;

/** Signs for a whole transfer that is on its way. */
export const signInSql = (bill: string, user: string): string => `
  begin;
  select 1 from allocation where id = (select source_bill_id::bigint from out_store where id = ${bill}) for update;
  select 1 from out_store where id = ${bill} for update;
  create temp table place on commit drop as select o.to_location_id as here, l.id as transit, o.bill_code,
  o.source_bill_id::bigint as source from out_store o join stock_location l on l.transit_for_id = o.to_location_id
  where o.id = ${bill};
  insert into stock (location_id, material_id) select distinct p.here, k.material_id from out_store_picks k, place p
  where k.out_store_id = ${bill} order by 2 on conflict do nothing;
  select 1 from stock s where location_id in (select here from place union select transit from place)
    and material_id in (select material_id from out_store_picks where out_store_id = ${bill})
  order by location_id, material_id for update;
  create temp table came on commit drop as
    select k.id, k.material_id, k.batch_id, k.base_unit_id, k.base_qty as qty, s.unit_cost,
      case when s.qty = k.base_qty then s.amount else round(k.base_qty * s.unit_cost, 2) end as amount
    from out_store_picks k join stock_batch s on s.tenant_id = k.tenant_id
      and s.location_id = (select transit from place) and s.batch_id = k.batch_id where k.out_store_id = ${bill};
  with moved as (
    insert into stock_move (location_id, counter_location_id, material_id, batch_id, qty, base_unit_id, unit_cost,
      amount, reason, bill_type, bill_id, bill_code, line_id, business_time, operator_id)
    select w.location, w.other, c.material_id, c.batch_id, w.sign * c.qty, c.base_unit_id, c.unit_cost,
      w.sign * c.amount, 'allocation.receive', 'invoutstore', ${bill}, p.bill_code, c.id, date_trunc('second', now()),
      ${user}
    from came c, place p, lateral (values (p.transit, p.here, -1), (p.here, p.transit, 1)) w(location, other, sign)
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
    window w as (partition by m.location_id, m.material_id order by m.seq);
  update stock_batch b set qty = b.qty - c.qty, amount = b.amount - c.amount, last_move_time = now()
  from came c, place p where b.tenant_id = '000000' and b.location_id = p.transit and b.batch_id = c.batch_id;
  update stock s set qty = s.qty - c.qty, amount = s.amount - c.amount, avg_amount = s.avg_amount - c.amount,
    last_out_time = now(), last_move_time = date_trunc('second', now())
    from (select material_id, sum(qty) as qty, sum(amount) as amount from came group by 1) c, place p
    where s.tenant_id = '000000' and s.location_id = p.transit and s.material_id = c.material_id;
  update stock s set qty = s.qty + c.qty, amount = s.amount + c.amount, avg_amount = s.avg_amount + c.amount,
    avg_cost = (s.avg_amount + c.amount) / (s.qty + c.qty), last_cost = c.cost, last_in_time = now(),
    last_move_time = date_trunc('second', now())
    from (select material_id, sum(qty) as qty, sum(amount) as amount, min(unit_cost) as cost from came group by 1) c,
      place p
    where s.tenant_id = '000000' and s.location_id = p.here and s.material_id = c.material_id;
  insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount, first_in_time, last_move_time)
    select p.here, c.material_id, c.batch_id, c.qty, c.unit_cost, c.amount, now(), now() from came c, place p
    on conflict (tenant_id, location_id, batch_id) do update
    set qty = stock_batch.qty + excluded.qty, amount = stock_batch.amount + excluded.amount, last_move_time = now();
  update out_store_picks set received_base_qty = base_qty, received_aux_qty = aux_qty where out_store_id = ${bill};
  update out_store_detail set received_qty = qty where out_store_id = ${bill};
  update allocation_detail d set received_qty = d.qty from place p where d.allocation_id = p.source;
  update allocation set out_state = 'received', status = 'done', version = version + 1, update_user = ${user},
    update_time = now() where id = (select source from place);
  update out_store set status = 'done', receive_time = now(), receive_user_id = ${user}, version = version + 1,
    update_user = ${user}, update_time = now() where id = ${bill};
  insert into document_log (resource, record_id, action, from_state, to_state, user_id)
    select 'allocation', source, 'complete', 'approved', 'done', ${user} from place
    union all values ('outStore', ${bill}, 'received', 'shipped', 'done', ${user});
  insert into audit_log (resource, record_id, action, title, changes, user_id)
    select 'outStore', ${bill}, 'received', bill_code, '{"status": ["shipped", "done"]}'::jsonb, ${user} from place
    union all select 'allocation', source, 'complete', bill_code, '{"status": ["approved", "done"]}'::jsonb, ${user}
      from place;
  commit`;

/** Ships a return to a supplier, each lot at the cost it came in at. */
export const returnInSql = (bill: string, user: string): string => `
  begin;
  select 1 from purchase_return where id = (select source_bill_id::bigint from return_out_store where id = ${bill})
  for update;
  select 1 from return_out_store where id = ${bill} for update;
  create temp table place on commit drop as select o.warehouse_id as here, o.bill_code, o.return_reason as why,
    o.source_bill_id::bigint as source, o.source_bill_code as source_code,
    jsonb_build_object('kind', 'supplier', 'id', s.id::text, 'name', s.name) as party
  from return_out_store o join supplier s on s.tenant_id = o.tenant_id and s.id = o.supplier_id where o.id = ${bill};
  select 1 from stock s where location_id = (select here from place)
    and material_id in (select material_id from return_out_store_detail where return_out_store_id = ${bill})
  order by material_id for update;
  create temp table gone on commit drop as
    select d.id as line, d.material_id, d.batch_id, d.base_unit_id, d.base_qty as qty, b.origin_unit_cost as unit_cost,
      round(d.base_qty * b.origin_unit_cost, 2) as amount
    from return_out_store_detail d join batch b on b.tenant_id = d.tenant_id and b.id = d.batch_id
    where d.return_out_store_id = ${bill};
  with moved as (
    insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
      reason_detail, counter_party, bill_type, bill_id, bill_code, line_id, business_time, operator_id)
    select p.here, g.material_id, g.batch_id, -g.qty, g.base_unit_id, g.unit_cost, -g.amount, 'purchase-return.ship',
      p.why, p.party, 'invreturnoutstore', ${bill}, p.bill_code, g.line, date_trunc('second', now()), ${user}
    from gone g, place p returning id, location_id, material_id, qty, amount, seq)
  insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
    held_amount)
    select m.id, s.avg_cost, m.amount, s.qty + sum(m.qty) over w, s.amount + sum(m.amount) over w,
      s.qty + sum(m.qty) over w, 0, s.amount + sum(m.amount) over w from moved m
    join stock s on s.tenant_id = '000000' and s.location_id = m.location_id and s.material_id = m.material_id
    window w as (partition by m.location_id, m.material_id order by m.seq);
  update stock_reservation r set qty = 0, state = 'used' from place p
  where r.bill_type = 'purchasereturn' and r.bill_id = p.source;
  update stock_batch b set qty = b.qty - g.qty, amount = b.amount - g.amount, reserved_qty = b.reserved_qty - g.qty,
    last_move_time = now()
  from gone g, place p where b.tenant_id = '000000' and b.location_id = p.here and b.batch_id = g.batch_id;
  update stock s set qty = s.qty - g.qty, amount = s.amount - g.amount, avg_amount = s.avg_amount - g.amount,
    reserved_qty = s.reserved_qty - g.qty, last_out_time = now(), last_move_time = date_trunc('second', now())
    from (select material_id, sum(qty) as qty, sum(amount) as amount from gone group by 1) g, place p
    where s.tenant_id = '000000' and s.location_id = p.here and s.material_id = g.material_id;
  update return_out_store_detail d set unit_cost = g.unit_cost, amount = g.amount from gone g where d.id = g.line;
  update purchase_return set status = 'done', version = version + 1, update_user = ${user}, update_time = now()
  where id = (select source from place);
  update return_out_store set status = 'shipped', ship_time = now(), amount = (select sum(amount) from gone),
    version = version + 1, update_user = ${user}, update_time = now() where id = ${bill};
  insert into document_log (resource, record_id, action, from_state, to_state, user_id)
    select 'purchaseReturn', source, 'complete', 'approved', 'done', ${user}::bigint from place
    union all values ('returnOutStore', ${bill}, 'outstore', 'to-ship', 'shipped', ${user});
  insert into audit_log (resource, record_id, action, title, changes, user_id)
    select 'returnOutStore', ${bill}, 'outstore', bill_code, '{"status": ["to-ship", "shipped"]}'::jsonb,
      ${user}::bigint from place
    union all select 'purchaseReturn', source, 'complete', source_code, '{"status": ["approved", "done"]}'::jsonb,
      ${user} from place;
  commit`;

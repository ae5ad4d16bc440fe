/** What a factory pushes, approved and shipped as one transaction of set-based SQL; each material lies in one lot. */
export const pushInSql = (order: number, store: number, user: string): string => `
  begin;
  select 1 from factory_suppress_order where id = ${order} for update;
  create temp table sent on commit drop as
    select d.id as line, d.line_no, d.warehouse_id, d.site_dept_id, d.material_id, d.base_unit_id, d.qty, d.factor,
      d.settlement_price, d.tax_rate, t.id as transit, b.batch_id, b.unit_cost,
      round(d.base_qty * b.unit_cost, 2) as amount
    from factory_suppress_order_detail d join stock_location t on t.transit_for_id = d.warehouse_id
    join stock_batch b on b.tenant_id = d.tenant_id and b.location_id = ${store} and b.material_id = d.material_id
    join batch l on l.tenant_id = b.tenant_id and l.id = b.batch_id and l.lot_state = 'free'
      and l.expiry_date >= current_date
    where d.factory_suppress_order_id = ${order};
  insert into stock (location_id, material_id) select transit, material_id from sent order by 1, 2
    on conflict do nothing;
  select 1 from stock s where (s.location_id = ${store} or s.location_id in (select transit from sent))
    and s.material_id in (select material_id from sent) order by location_id, material_id for update;
  create temp table moving on commit drop as
    select ${store}::bigint as here, transit as there, material_id, batch_id, -qty as qty, base_unit_id, unit_cost,
      -amount as amount, line from sent
    union all select transit, ${store}, material_id, batch_id, qty, base_unit_id, unit_cost, amount, line from sent;
  with moved as (
    insert into stock_move (location_id, counter_location_id, material_id, batch_id, qty, base_unit_id, unit_cost,
      amount, reason, bill_type, bill_id, bill_code, line_id, business_time, operator_id)
    select m.here, m.there, m.material_id, m.batch_id, m.qty, m.base_unit_id, m.unit_cost, m.amount, 'suppress.ship',
      'factorysuppressorder', ${order}, o.bill_code, m.line, date_trunc('second', now()), ${user}
    from moving m, factory_suppress_order o where o.id = ${order} order by m.line, m.qty
    returning id, location_id, material_id, qty, amount, seq)
  insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
    held_amount)
    select m.id, 4, m.amount, s.qty + sum(m.qty) over w, s.amount + sum(m.amount) over w, s.qty + sum(m.qty) over w, 0,
      s.amount + sum(m.amount) over w
    from moved m join stock s on s.tenant_id = '000000' and s.location_id = m.location_id
      and s.material_id = m.material_id
    window w as (partition by m.location_id, m.material_id order by m.seq);
  update stock_batch b set qty = b.qty - t.qty, amount = b.amount - t.amount, last_move_time = now()
    from (select batch_id, sum(qty) as qty, sum(amount) as amount from sent group by 1) t
    where b.tenant_id = '000000' and b.location_id = ${store} and b.batch_id = t.batch_id;
  insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount, first_in_time, last_move_time)
    select transit, material_id, batch_id, qty, unit_cost, amount, now(), now() from sent order by 1, 3
    on conflict (tenant_id, location_id, batch_id) do update set qty = stock_batch.qty + excluded.qty,
      amount = stock_batch.amount + excluded.amount, last_move_time = excluded.last_move_time;
  update stock s set qty = s.qty + m.qty, amount = s.amount + m.amount, avg_cost = 4,
    avg_amount = s.avg_amount + m.amount, last_cost = 4, last_move_time = date_trunc('second', now())
    from (select here, material_id, sum(qty) as qty, sum(amount) as amount from moving group by 1, 2) m
    where s.tenant_id = '000000' and s.location_id = m.here and s.material_id = m.material_id;
  create temp table bills on commit drop as
    select new_id() as id, warehouse_id, min(site_dept_id) as dept, count(*) as lines from sent group by 2;
  insert into in_store (id, bill_code, bill_date, instore_type, channel, source_bill_type, source_bill_id,
    source_bill_code, from_location_id, location_id, warehouse_id, company_dept_id, blade_project_dept_id, expect_time,
    line_count, by_hand, create_user, update_user)
    select b.id, 'BQR' || b.id, current_date, 'suppress', 'factory', 'suppress-order', '${order}', o.bill_code,
      ${store}, b.warehouse_id, b.warehouse_id, o.company_dept_id, b.dept, o.arrive_date, b.lines, 0, ${user}, ${user}
    from bills b, factory_suppress_order o where o.id = ${order};
  insert into in_store_detail (in_store_id, line_no, source_detail_id, material_id, batch_id, unit_id, qty, factor,
    base_unit_id, base_qty, open_qty, limit_qty, settlement_price, tax_rate)
    select b.id, row_number() over (partition by b.id order by s.line_no), s.line, s.material_id, s.batch_id,
      s.base_unit_id, s.qty, s.factor, s.base_unit_id, s.qty, s.qty, s.qty, s.settlement_price, s.tax_rate
    from sent s join bills b on b.warehouse_id = s.warehouse_id;
  update factory_suppress_order set status = 'approved', out_state = 'shipped', ship_time = now(),
    approve_user_id = ${user}, approve_time = now(), version = version + 1, update_user = ${user}, update_time = now()
    where id = ${order};
  insert into document_log (resource, record_id, action, from_state, to_state, user_id)
  values ('factorySuppressOrder', ${order}, 'doApply', 'pending', 'approved', ${user});
  insert into audit_log (resource, record_id, action, title, changes, user_id)
    select 'factorySuppressOrder', ${order}, 'doApply', bill_code, '{"status": ["pending", "approved"]}', ${user}
    from factory_suppress_order where id = ${order};
  commit`;

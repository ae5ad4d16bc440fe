/** A pot as one transaction of set-based SQL that writes the rows the program writes. */
import { place } from './masters.ts';

/** Enters a pot by its BOM: first expiring lots first, what was made at exactly what went in. */
export const cookInSql = (dish: number, bom: number, portions: number, user: string): string =>
  `${takeInSql(dish, bom, portions)}${postInSql(dish, bom, portions, user)}`;

const takeInSql = (dish: number, bom: number, portions: number): string => `
  begin;
  select 1 from dept where id = ${place.stall} for no key update;
  select 1 from dish where id = ${dish} for no key update;
  create temp table pot on commit drop as
    select new_id() as id, new_id() as lot, d.portion_material_id as made, m.base_unit_id as unit, c.last
    from dish d join material m on m.id = d.portion_material_id, lateral (select 0 as last) c where d.id = ${dish};
  create temp table goods on commit drop as
    select new_id() as line, l.line_no, l.material_id, m.base_unit_id,
      round(l.net_base_qty / (l.yield_rate / 100) * ${portions}, 6) as qty
    from dish_bom_detail l join material m on m.id = l.material_id where l.dish_bom_id = ${bom};
  select 1 from stock s where location_id = ${place.stall}
    and material_id in (select material_id from goods union select made from pot) order by material_id for update;
  create temp table taken on commit drop as
    select g.line, g.line_no, g.material_id, g.base_unit_id, l.batch_id, l.unit_cost,
      least(g.qty, l.running) - greatest(0, l.running - l.qty) as qty,
      case when least(g.qty, l.running) - greatest(0, l.running - l.qty) = l.qty then l.amount
      else round((least(g.qty, l.running) - greatest(0, l.running - l.qty)) * l.unit_cost, 2) end as amount
    from goods g
    join (select sb.material_id, sb.batch_id, sb.qty, sb.unit_cost, sb.amount, sum(sb.qty) over w as running
      from stock_batch sb join batch b on b.tenant_id = sb.tenant_id and b.id = sb.batch_id
      where sb.tenant_id = '000000' and sb.location_id = ${place.stall} and sb.qty > 0 and b.lot_state = 'free'
        and b.expiry_date >= current_date and sb.material_id in (select material_id from goods)
      window w as (partition by sb.material_id order by b.expiry_date, b.received_date, b.batch_code)
    ) l on l.material_id = g.material_id and l.running - l.qty < g.qty;`;

const postInSql = (dish: number, bom: number, portions: number, user: string): string => `
  with numbers as (insert into number_counter (counter, day, last) values ('SC', current_date, 1), ('PC', current_date, 1)
    on conflict (tenant_id, counter, day) do update set last = number_counter.last + 1 returning counter, last)
  insert into gear_produce (id, bill_code, gear_operation_dept_id, place_dept_id, biz_date, meal_type, produce_type,
    dish_id, standard_qty, actual_qty, produce_time, expire_time, operator_id, unit_cost, amount, material_id,
    dish_bom_id, company_dept_id, blade_project_dept_id, use_restaurant_dept_id, create_user, update_user, status)
    select p.id, 'SC' || to_char(current_date, 'YYYYMMDD') || lpad(n.last::text, 4, '0'), ${place.stall}, ${place.stall},
      current_date, 'lunch', 'cook', ${dish}, ${portions}, ${portions}, now(), now() + interval '2 hours', ${user},
      round(t.amount / ${portions}, 6), t.amount, p.made, ${bom}, ${place.company}, ${place.project},
      ${place.restaurant}, ${user}, ${user}, 'posted'
    from pot p, numbers n, (select sum(amount) as amount from taken) t where n.counter = 'SC';
  insert into gear_produce_detail (id, gear_produce_id, line_no, material_id, unit_id, std_qty, actual_qty,
    actual_yield, amount)
    select g.line, p.id, g.line_no, g.material_id, g.base_unit_id, g.qty, g.qty, 80,
      (select sum(t.amount) from taken t where t.line = g.line) from goods g, pot p;
  insert into batch (id, batch_code, material_id, production_date, expiry_date, use_by, received_date,
    origin_unit_cost, origin_qty, source_bill_type, source_bill_id, source_bill_code, source_line_id, lot_state,
    create_user, update_user)
    select p.lot, 'PC' || to_char(current_date, 'YYYYMMDD') || lpad((select last::text from number_counter
      where counter = 'PC' and day = current_date), 4, '0'), p.made, current_date, current_date,
      now() + interval '2 hours', current_date, b.unit_cost, ${portions}, 'gearproduce', p.id, b.bill_code, p.id, 'free',
      ${user}, ${user} from pot p join gear_produce b on b.id = p.id;
  update gear_produce b set batch_id = p.lot from pot p where b.id = p.id;
  with moved as (
    insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
      bill_type, bill_id, bill_code, line_id, business_time, operator_id)
    select ${place.stall}, v.material_id, v.batch_id, v.qty, v.unit, v.cost, v.amount, v.reason, 'gearproduce', b.id,
      b.bill_code, v.line, date_trunc('second', now()), ${user}
    from pot p join gear_produce b on b.id = p.id cross join lateral (
      select t.material_id, t.batch_id, -t.qty as qty, t.base_unit_id as unit, t.unit_cost as cost,
        -t.amount as amount, 'kitchen.produce-out' as reason, t.line from taken t
      union all select p.made, p.lot, ${portions}, p.unit, b.unit_cost, b.amount, 'kitchen.produce-in', p.id) v
    returning id, location_id, material_id, qty, amount, seq)
  insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
    held_amount)
    select m.id, s.avg_cost, m.amount, s.qty + sum(m.qty) over w, s.amount + sum(m.amount) over w,
      s.qty + sum(m.qty) over w, 0, s.amount + sum(m.amount) over w from moved m
    join stock s on s.tenant_id = '000000' and s.location_id = m.location_id and s.material_id = m.material_id
    window w as (partition by m.location_id, m.material_id order by m.seq);
  update stock_batch b set qty = b.qty - t.qty, amount = b.amount - t.amount, last_move_time = now()
  from taken t where b.tenant_id = '000000' and b.location_id = ${place.stall} and b.batch_id = t.batch_id;
  update stock s set qty = s.qty - t.qty, amount = s.amount - t.amount, avg_amount = s.avg_amount - t.amount,
    last_out_time = now(), last_move_time = date_trunc('second', now())
    from (select material_id, sum(qty) as qty, sum(amount) as amount from taken group by 1) t
    where s.tenant_id = '000000' and s.location_id = ${place.stall} and s.material_id = t.material_id;
  insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount, first_in_time)
    select ${place.stall}, p.made, p.lot, ${portions}, b.unit_cost, b.amount, now() from pot p
    join gear_produce b on b.id = p.id;
  update stock s set qty = s.qty + ${portions}, amount = s.amount + b.amount, avg_amount = s.avg_amount + b.amount,
    avg_cost = round((s.avg_amount + b.amount) / (s.qty + ${portions}), 6), last_cost = b.unit_cost,
    last_move_time = date_trunc('second', now())
    from pot p join gear_produce b on b.id = p.id where s.location_id = ${place.stall} and s.material_id = p.made;
  insert into document_log (resource, record_id, action, from_state, to_state, user_id)
  select 'gearProduce', p.id, 'create', null, 'posted', ${user} from pot p;
  insert into audit_log (resource, record_id, action, title, changes, user_id)
    select 'gearProduce', b.id, 'create', b.bill_code, jsonb_build_object('head', to_jsonb(b), 'details',
      (select jsonb_agg(to_jsonb(g)) from goods g)), ${user} from pot p join gear_produce b on b.id = p.id;
  commit`;

/** The least SQL that writes documents: the fewest rows that say what happened. Each takes the body of a call. */
import { place } from './masters.ts';

/** One statement for each step; `$1` is the body as JSON. */
export const LEAST_ROWS = {
  submit: `
    with head as (
      insert into purchase_order (bill_code, supplier_id, warehouse_id, company_dept_id, blade_project_dept_id,
        order_date, delivery_date, line_count, status)
      select 'L' || new_id(), b."supplierId", b."warehouseId", ${place.company}, ${place.project}, current_date,
        b."deliveryDate", json_array_length(b.details), 'draft'
      from json_to_record($1::json) as b("supplierId" bigint, "warehouseId" bigint, "deliveryDate" date, details json)
      returning id),
    lines as (
      insert into purchase_order_detail (purchase_order_id, line_no, material_id, unit_id, factor, base_unit_id,
        order_qty, base_qty, price, tax_rate, amount)
      select h.id, l.nr, l.material, l.unit, 1, l.unit, l.qty, l.qty, l.price, 9, round(l.qty * l.price, 2)
      from head h, rows from (json_to_recordset($1::json -> 'details')
        as ("materialId" bigint, "unitId" bigint, "orderQty" numeric, price numeric))
        with ordinality as l(material, unit, qty, price, nr))
    select id::text from head`,
  send: `update purchase_order set status = 'pending' where id = ($1::json -> 'ids' ->> 0)::bigint returning id::text`,
  approve: `
    update purchase_order set status = 'approved' where id = ($1::json -> 'ids' ->> 0)::bigint returning id::text`,
  receive: `
    with given as materialized (
      select d.id, d.in_store_id, d.material_id, d.base_unit_id, d.price, new_id() as lot, g.qty, g.number, g.made,
        g.ends
      from json_to_recordset($1::json -> 'details') as x("detailId" bigint, "acceptedQty" numeric,
        "supplierBatchNo" text, "productionDate" date, "expiryDate" date),
        lateral (select x."detailId" as detail, x."acceptedQty" as qty, x."supplierBatchNo" as number,
          x."productionDate" as made, x."expiryDate" as ends) g
      join in_store_detail d on d.id = g.detail where d.tenant_id = '000000' order by d.material_id),
    lots as (
      insert into batch (id, batch_code, material_id, supplier_batch_no, production_date, expiry_date, received_date,
        origin_unit_cost, origin_qty, source_bill_type, source_bill_id, source_bill_code, source_line_id)
      select lot, 'L' || lot, material_id, number, made, ends, current_date, price, qty, 'invinstore',
        in_store_id::text, 'L', id::text from given),
    moves as (
      insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
        bill_type, bill_id, bill_code, line_id, business_time)
      select ${place.warehouse}, material_id, lot, qty, base_unit_id, price, round(qty * price, 2),
        'receipt.purchase', 'invinstore', in_store_id, 'L', id, date_trunc('second', now()) from given),
    balances as (
      insert into stock (location_id, material_id, qty, amount, avg_cost, avg_amount, last_cost)
      select ${place.warehouse}, material_id, qty, round(qty * price, 2), price, round(qty * price, 2), price
      from given order by material_id
      on conflict (tenant_id, location_id, material_id) do update set qty = stock.qty + excluded.qty,
        amount = stock.amount + excluded.amount, avg_amount = stock.avg_amount + excluded.avg_amount,
        last_cost = excluded.last_cost),
    lot_balances as (
      insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount)
      select ${place.warehouse}, material_id, lot, qty, price, round(qty * price, 2) from given),
    lines as (
      update in_store_detail d set received_qty = g.qty, open_qty = d.qty - g.qty, line_state = 'received'
      from given g where d.id = g.id)
    update in_store set status = 'receiving' where id = ($1::json ->> 'instoreId')::bigint returning id::text`,
} as const;

/** The shortest SQL that writes what generating and changing work lists writes. */

interface Sending {
  readonly supplier: number;
  readonly store: number;
  readonly factory: number;
}

/** One central list of everything these requests have open: lines with supplier and price, links, what is on order. */
export const generateInSql = (requestIds: readonly string[], { supplier, store, factory }: Sending): string => `
begin;
select 1 from purchase_request where id in (${requestIds.join(', ')}) order by id for update;
create temp table made on commit drop as
  select new_id() as id, row_number() over (order by r.id, d.line_no)::integer as nr, r.id as request_id, r.bill_code,
    r.company_dept_id, r.blade_project_dept_id, r.warehouse_id, d.id as line_id, d.material_id, d.unit_id, d.factor,
    d.base_unit_id, d.base_qty, d.request_qty, d.need_date, o.price, o.tax_rate
  from purchase_request r join purchase_request_detail d on d.purchase_request_id = r.id
  join supplier_material o on o.supplier_id = ${supplier} and o.material_id = d.material_id
  where r.id in (${requestIds.join(', ')}) and r.status = 'approved' and d.source_kind = 'factory';
with bill as (
  insert into distribution_bill (bill_code, kind, company_dept_id, out_org_id, type, source_codes, date_from, date_to,
    line_count, open_count, amount)
  select 'BARE' || new_id(), 'uniform', min(company_dept_id), ${factory}, 'factory',
    left(string_agg(distinct bill_code, '，'), 500), min(need_date), max(need_date), count(*), count(*),
    sum(round(request_qty * price, 2))
  from made returning id, bill_code),
lines as (
  insert into distribution_bill_detail (id, distribution_bill_id, line_no, source_type, source_detail_id, source_code,
    blade_project_dept_id, warehouse_id, need_date, material_id, ratio, unit_id, factor, base_unit_id, qty, base_qty,
    need_base_qty, delivery_date, order_before, arrive_date, source_kind, source_reason, out_factory_warehouse_id,
    supplier_id, supplier_reason, supply_mode, price, tax_rate, price_no_tax, amount, price_reason)
  select m.id, b.id, m.nr, 'request', m.line_id, m.bill_code, m.blade_project_dept_id, m.warehouse_id, m.need_date,
    m.material_id, 1, m.unit_id, m.factor, m.base_unit_id, m.request_qty, m.base_qty, m.base_qty, m.need_date,
    (m.need_date - 1) + time '16:00', m.need_date, 'factory', '所有物料', ${store}, ${supplier}, '基本单位价',
    'purchase', m.price, m.tax_rate, round(m.price / (1 + m.tax_rate / 100), 6), round(m.request_qty * m.price, 2),
    '甲的价格，2020-01-01 起'
  from made m, bill b),
links as (
  insert into bill_link (kind, from_type, from_bill_id, from_line_id, to_type, to_bill_id, to_line_id, from_qty, to_qty)
  select 'distribute', 'purchaseRequest', m.request_id, m.line_id, 'distributionBill', b.id, m.id, m.base_qty, m.base_qty
  from made m, bill b),
due as (
  insert into expected_receipt (location_id, material_id, due_date, bill_type, bill_id, bill_code, line_id, open_qty)
  select m.warehouse_id, m.material_id, m.need_date, 'distributionBill', b.id, b.bill_code, m.id, m.base_qty
  from made m, bill b)
insert into document_log (resource, record_id, action) select 'distributionBill', id, 'generate' from bill;
update expected_receipt e set open_qty = 0, update_time = now() from made m
where e.bill_type = 'purchaseRequest' and e.line_id = m.line_id;
update purchase_request_detail d set distributed_qty = d.request_qty from made m where d.id = m.line_id;
update purchase_request set distribute_status = 'all', version = version + 1, update_time = now()
where id in (${requestIds.join(', ')});
commit`;

/** These lines go to another supplier: terms, the record of the change with both sides, what is on order. */
export const changeInSql = (lineIds: readonly string[], supplier: number): string => `
begin;
create temp table chosen on commit drop as
  select d.id, d.distribution_bill_id, b.bill_code, d.warehouse_id, d.material_id, d.base_qty, d.delivery_date, o.price,
    o.tax_rate
  from distribution_bill_detail d join distribution_bill b on b.id = d.distribution_bill_id
  join supplier_material o on o.supplier_id = ${supplier} and o.material_id = d.material_id
  where d.id = any('{${lineIds.join(',')}}'::bigint[]) order by d.id for update of d;
with change as (
  insert into distribution_change (batch_no, bill_type, change_type, line_count, detail_ids, before)
  select 'BARE' || new_id(), 'uniform', 'supplier', count(*), jsonb_agg(d.id::text), jsonb_agg(jsonb_build_object(
    'id', d.id::text, 'supplierId', d.supplier_id::text, 'supplierReason', d.supplier_reason, 'price', d.price::text,
    'taxRate', d.tax_rate::text, 'priceNoTax', d.price_no_tax::text, 'amount', d.amount::text, 'priceReason',
    d.price_reason, 'orderBefore', d.order_before, 'deliveryDate', d.delivery_date, 'arriveDate', d.arrive_date))
  from distribution_bill_detail d join chosen c on c.id = d.id returning id)
update distribution_bill_detail d set supplier_id = ${supplier}, price = c.price, tax_rate = c.tax_rate,
  price_no_tax = round(c.price / (1 + c.tax_rate / 100), 6), amount = round(d.qty * c.price, 2),
  supplier_reason = '人工指定', price_reason = '乙的价格，2020-01-01 起', revision = d.revision + 1, change_id = g.id
from chosen c, change g where d.id = c.id;
update distribution_change set after = (select jsonb_agg(jsonb_build_object('id', d.id::text, 'supplierId',
    d.supplier_id::text, 'materialId', d.material_id::text, 'qty', d.qty::text, 'price', d.price::text, 'orderBefore',
    d.order_before)) from distribution_bill_detail d join chosen c on c.id = d.id)
where id = (select d.change_id from distribution_bill_detail d join chosen c on c.id = d.id limit 1);
insert into expected_receipt (location_id, material_id, due_date, bill_type, bill_id, bill_code, line_id, open_qty)
select c.warehouse_id, c.material_id, c.delivery_date, 'distributionBill', c.distribution_bill_id, c.bill_code, c.id,
  c.base_qty from chosen c order by c.id
on conflict (tenant_id, bill_type, line_id) do update set due_date = excluded.due_date, open_qty = excluded.open_qty,
  update_time = now();
update distribution_bill b set amount = s.amount, version = b.version + 1, update_time = now()
from (select d.distribution_bill_id as id, sum(d.amount) as amount from distribution_bill_detail d
  where d.distribution_bill_id in (select distribution_bill_id from chosen) group by 1) s where b.id = s.id;
commit`;

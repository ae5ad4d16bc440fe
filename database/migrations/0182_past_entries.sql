-- What was posted before entries were kept: receipts and their reversals, returns, corrections. Nobody was charged
-- then: no settlement price of a direct delivery was kept.
alter table settlement_entry no force row level security;
alter table stock_move no force row level security;
alter table in_store no force row level security;
alter table in_store_detail no force row level security;
alter table in_store_receiving no force row level security;
alter table in_store_receiving_detail no force row level security;
alter table return_out_store no force row level security;
alter table return_out_store_detail no force row level security;
alter table purchase_return_detail no force row level security;
alter table price_correction no force row level security;
alter table price_correction_detail no force row level security;

create temporary table past_entry as
select m.tenant_id, new_id() as id, 'supplier' as party_kind, s.supplier_id as party_id, 'purchase' as entry_kind,
  r.arrive_time::date as biz_date, m.bill_type, m.bill_id, m.bill_code,
  coalesce(s.blade_project_dept_id, s.company_dept_id) as dept_id, s.company_dept_id, m.line_id, m.id as move_id,
  m.material_id, l.accepted_qty as qty, l.unit_id, d.price, coalesce(d.tax_rate, 0) as tax_rate,
  round(l.accepted_qty * d.price, 2) as amount, r.receiver_id as create_user, m.posted_time as create_time
from stock_move m
join in_store s on s.tenant_id = m.tenant_id and s.id = m.bill_id
join in_store_receiving_detail l on l.tenant_id = m.tenant_id and l.id = m.line_id
join in_store_receiving r on r.tenant_id = l.tenant_id and r.id = l.in_store_receiving_id
join in_store_detail d on d.tenant_id = l.tenant_id and d.id = l.detail_id
where m.bill_type = 'invinstore' and m.reason in ('receipt.purchase', 'receipt.direct-buy') and m.qty > 0
  and s.supplier_id is not null and d.price is not null;
insert into past_entry
select m.tenant_id, new_id(), 'supplier', o.supplier_id, 'return', m.business_time::date, m.bill_type, m.bill_id,
  m.bill_code, coalesce(o.project_dept_id, o.company_dept_id), o.company_dept_id, m.line_id, m.id, m.material_id, -d.qty,
  d.unit_id, p.price, coalesce(p.tax_rate, 0), -round(d.qty * p.price, 2), m.operator_id, m.posted_time
from stock_move m
join return_out_store o on o.tenant_id = m.tenant_id and o.id = m.bill_id and o.source_bill_type = 'purchase-return'
join return_out_store_detail d on d.tenant_id = m.tenant_id and d.id = m.line_id
join purchase_return_detail p on p.tenant_id = d.tenant_id and p.id = d.source_detail_id::bigint
where m.bill_type = 'invreturnoutstore' and m.reason = 'purchase-return.ship' and o.supplier_id is not null
  and p.price is not null;

insert into settlement_entry (tenant_id, id, party_kind, party_id, entry_kind, biz_date, bill_type, bill_id, bill_code,
  dept_id, company_dept_id, line_id, move_id, material_id, qty, unit_id, price, tax_rate, amount, amount_no_tax,
  tax_amount, create_user, create_time)
select p.tenant_id, p.id, p.party_kind, p.party_id, p.entry_kind, p.biz_date, p.bill_type, p.bill_id, p.bill_code,
  p.dept_id, p.company_dept_id, p.line_id, p.move_id, p.material_id, p.qty, p.unit_id, p.price, p.tax_rate, p.amount,
  round(p.amount / (1 + p.tax_rate / 100), 2), p.amount - round(p.amount / (1 + p.tax_rate / 100), 2), p.create_user,
  p.create_time
from past_entry p;
drop table past_entry;

insert into settlement_entry (tenant_id, party_kind, party_id, entry_kind, biz_date, bill_type, bill_id, bill_code,
  dept_id, company_dept_id, line_id, move_id, material_id, qty, unit_id, price, tax_rate, amount, amount_no_tax,
  tax_amount, reverses_entry_id, create_user, create_time)
select e.tenant_id, e.party_kind, e.party_id, e.entry_kind, m.posted_time::date, e.bill_type, e.bill_id, e.bill_code,
  e.dept_id, e.company_dept_id, e.line_id, m.id, e.material_id, -e.qty, e.unit_id, e.price, e.tax_rate, -e.amount,
  -e.amount_no_tax, -e.tax_amount, e.id, m.operator_id, m.posted_time
from settlement_entry e join stock_move m on m.tenant_id = e.tenant_id and m.reverses_move_id = e.move_id;

-- A correction that was taken back owes nothing: neither entry is written.
insert into settlement_entry (tenant_id, party_kind, party_id, entry_kind, biz_date, bill_type, bill_id, bill_code,
  dept_id, company_dept_id, line_id, material_id, qty, unit_id, price, tax_rate, amount, amount_no_tax, tax_amount,
  create_user, create_time)
select c.tenant_id, 'supplier', c.supplier_id, 'correction', c.post_date, 'pricecorrection', c.id, c.bill_code,
  c.company_dept_id, c.company_dept_id, d.id, d.material_id, d.qty, d.unit_id, d.new_price - d.old_price,
  coalesce(d.tax_rate, 0), d.diff_amount, d.diff_no_tax, d.diff_amount - d.diff_no_tax, c.approve_user_id,
  coalesce(c.approve_time, c.update_time)
from price_correction c join price_correction_detail d on d.tenant_id = c.tenant_id and d.price_correction_id = c.id
where c.status = 'approved' and d.exclude = 0 and d.line_state in ('live', 'replaced');

alter table settlement_entry force row level security;
alter table stock_move force row level security;
alter table in_store force row level security;
alter table in_store_detail force row level security;
alter table in_store_receiving force row level security;
alter table in_store_receiving_detail force row level security;
alter table return_out_store force row level security;
alter table return_out_store_detail force row level security;
alter table purchase_return_detail force row level security;
alter table price_correction force row level security;
alter table price_correction_detail force row level security;

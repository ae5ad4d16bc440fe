-- Suppliers: one row of a supplier's material, unit and agreement on any day.
alter table supplier_material add constraint supplier_material_period_ex exclude using gist (
  tenant_id with =, supplier_id with =, material_id with =, unit_id with =, (coalesce(agreement_no, '')) with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);
alter table supplier_material add constraint supplier_material_days_ck check (end_date is null or end_date >= start_date);

-- The offer of a material that comes first is found without the others: in the order offers are ranked by, which is part of no declaration.
create index supplier_material_first_ix on supplier_material (tenant_id, material_id, (agreement_no is null), base_price) where frozen = 0;

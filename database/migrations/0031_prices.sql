-- Prices: one of a department and a material on any day; without a department it is the base price.
alter table settlement_price add constraint settlement_price_period_ex exclude using gist (
  tenant_id with =, material_id with =, (coalesce(dept_id, 0)) with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);
alter table joint_operation_price add constraint joint_operation_price_period_ex exclude using gist (
  tenant_id with =, material_id with =, (coalesce(dept_id, 0)) with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);

-- Sourcing: two rules that say the same for the same days cannot both stand, whoever enters them at the same moment.
alter table source_inventory_configure add constraint source_inventory_configure_alone_ex exclude using gist (
  tenant_id with =, company_dept_id with =, (coalesce(agreement_no, '')) with =, (coalesce(dept_id, 0)) with =, (coalesce(material_id, 0)) with =, (coalesce(material_type_id, 0)) with =, priority with =,
  source_kind with =, (coalesce(supplier_id, 0)) with =, (coalesce(warehouse_id, 0)) with =, (coalesce(factory_dept_id, 0)) with =, daterange(start_date, end_date, '[]') with &&);
alter table purchase_direct_delivery_rule add constraint purchase_direct_delivery_rule_alone_ex exclude using gist (
  tenant_id with =, company_dept_id with =, (coalesce(agreement_no, '')) with =, (coalesce(dept_id, 0)) with =, (coalesce(material_id, 0)) with =, (coalesce(material_type_id, 0)) with =, priority with =,
  (coalesce(supplier_id, 0)) with =, (coalesce(warehouse_id, 0)) with =, (coalesce(weekdays, '')) with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);
alter table material_channel add constraint material_channel_alone_ex exclude using gist (
  tenant_id with =, (coalesce(dept_id, 0)) with =, (coalesce(material_id, 0)) with =, (coalesce(material_type_id, 0)) with =, daterange(start_date, end_date, '[]') with &&);

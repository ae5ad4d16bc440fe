-- Counts of stores of factories.
alter table stock_check add column factory_warehouse_id bigint;
alter table stock_check add constraint stock_check_factory_warehouse_id_fk FOREIGN KEY (tenant_id, factory_warehouse_id) REFERENCES factory_warehouse(tenant_id, id);
create index stock_check_factory_warehouse_id_ix on stock_check USING btree (tenant_id, factory_warehouse_id);

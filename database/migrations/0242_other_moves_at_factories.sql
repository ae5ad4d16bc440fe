-- Other receipts and issues at a store of a factory: of the two kinds of place exactly one.
alter table other_in_store add column factory_warehouse_id bigint;
alter table other_in_store alter column warehouse_id drop not null;
alter table other_in_store add constraint other_in_store_place_ck CHECK (num_nonnulls(warehouse_id, factory_warehouse_id) = 1);
alter table other_in_store add constraint other_in_store_factory_warehouse_id_fk FOREIGN KEY (tenant_id, factory_warehouse_id) REFERENCES factory_warehouse(tenant_id, id);
create index other_in_store_factory_warehouse_id_ix on other_in_store USING btree (tenant_id, factory_warehouse_id);
alter table other_out_store add column factory_warehouse_id bigint;
alter table other_out_store alter column warehouse_id drop not null;
alter table other_out_store add constraint other_out_store_place_ck CHECK (num_nonnulls(warehouse_id, factory_warehouse_id) = 1);
alter table other_out_store add constraint other_out_store_factory_warehouse_id_fk FOREIGN KEY (tenant_id, factory_warehouse_id) REFERENCES factory_warehouse(tenant_id, id);
create index other_out_store_factory_warehouse_id_ix on other_out_store USING btree (tenant_id, factory_warehouse_id);

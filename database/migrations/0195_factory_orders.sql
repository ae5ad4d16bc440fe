-- Purchase orders to a store of a factory: of the two kinds of place exactly one.
alter table in_store add column factory_warehouse_id bigint;
alter table purchase_order add column factory_warehouse_id bigint;
alter table purchase_order alter column warehouse_id drop not null;
alter table purchase_order add constraint purchase_order_place_ck CHECK (num_nonnulls(warehouse_id, factory_warehouse_id) = 1);
alter table in_store add constraint in_store_factory_warehouse_id_fk FOREIGN KEY (tenant_id, factory_warehouse_id) REFERENCES factory_warehouse(tenant_id, id);
alter table purchase_order add constraint purchase_order_factory_warehouse_id_fk FOREIGN KEY (tenant_id, factory_warehouse_id) REFERENCES factory_warehouse(tenant_id, id);
create index in_store_factory_warehouse_id_ix on in_store USING btree (tenant_id, factory_warehouse_id);
create index purchase_order_factory_warehouse_id_ix on purchase_order USING btree (tenant_id, factory_warehouse_id);

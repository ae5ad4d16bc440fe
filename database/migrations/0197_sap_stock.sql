-- SAP's stock of factories, row by row as SAP keeps it (by lot and kind of stock), read by runs as master data is.
alter table sap_sync_run drop constraint sap_sync_run_object_ck;
alter table sap_sync_run add constraint sap_sync_run_object_ck CHECK (object = ANY (ARRAY['unit'::text, 'material-type'::text, 'material'::text, 'project-dept'::text, 'material-project-dept'::text, 'supplier'::text, 'purchase-price'::text, 'settlement-price'::text, 'factory-stock'::text]));

alter table stock_sap_balance add column sap_key text not null;
alter table stock_sap_balance drop constraint stock_sap_balance_pk;
alter table stock_sap_balance add constraint stock_sap_balance_pk primary key (tenant_id, sap_key);
create index stock_sap_balance_location_ix on stock_sap_balance (tenant_id, location_id, material_id);

-- What the newest run brought; what it no longer brought is nowhere in SAP any more. Whoever asks sees their tenant's.
create view sap_stock_now with (security_invoker = true) as
select b.tenant_id, b.location_id, b.material_id, b.qty, b.stock_time, b.sync_time from stock_sap_balance b
where b.sync_time >= coalesce((select max(r.started_time) from sap_sync_run r where r.tenant_id = b.tenant_id and r.object = 'factory-stock' and r.state in ('succeeded', 'partial')), '-infinity');
grant select on sap_stock_now to larder_app;

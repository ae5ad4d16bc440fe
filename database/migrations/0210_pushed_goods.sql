-- Pushed goods and call-backs: orders of factories, what comes back to them, and whom it is received by.
alter table return_out_store drop constraint return_out_store_source_bill_type_source_bill_id_uq;
alter table in_store_difference drop constraint in_store_difference_difference_type_ck;
alter table inv_return drop constraint inv_return_out_state_ck;
alter table return_out_store drop constraint return_out_store_source_bill_type_ck;
create table factory_returned (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  bill_date date,
  factory_warehouse_id bigint not null,
  return_reason text not null,
  recall_batch_id bigint,
  deadline date,
  out_state text not null default 'none',
  called_time timestamptz,
  factory_id bigint,
  sap_factory text,
  factory_dept_id bigint,
  company_dept_id bigint,
  attachments bigint[],
  remark text,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint factory_returned_pk primary key (tenant_id, id),
  constraint factory_returned_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint factory_returned_out_state_ck check (out_state in ('none', 'to-ship', 'shipped', 'received')),
  constraint factory_returned_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index factory_returned_bill_code_part_ix on factory_returned using gin (bill_code gin_trgm_ops);
create index factory_returned_sap_factory_part_ix on factory_returned using gin (sap_factory gin_trgm_ops);
create index factory_returned_recent_ix on factory_returned (tenant_id, create_time desc, id desc);
alter table factory_returned enable row level security;
alter table factory_returned force row level security;
create policy tenant on factory_returned using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table factory_returned alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on factory_returned to larder_app;
create table factory_returned_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  factory_returned_id bigint not null,
  line_no integer not null,
  warehouse_id bigint not null,
  material_id bigint not null,
  unit_id bigint,
  qty numeric(20,6) not null,
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  batch_id bigint not null,
  shipped_qty numeric(20,6) not null default '0',
  received_qty numeric(20,6) not null default '0',
  settled_qty numeric(20,6) not null default '0',
  remark text,
  constraint factory_returned_detail_pk primary key (tenant_id, id),
  constraint factory_returned_detail_owner_fk foreign key (tenant_id, factory_returned_id) references factory_returned (tenant_id, id) on delete cascade,
  constraint factory_returned_detail_qty_ck check (qty > 0),
  constraint factory_returned_detail_factory_returned_id_warehous_djil7z unique nulls distinct (tenant_id, factory_returned_id, warehouse_id, batch_id)
);
create index factory_returned_detail_owner_ix on factory_returned_detail (tenant_id, factory_returned_id, line_no);
alter table factory_returned_detail enable row level security;
alter table factory_returned_detail force row level security;
create policy tenant on factory_returned_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table factory_returned_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on factory_returned_detail to larder_app;
create table factory_suppress_order (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  bill_date date,
  factory_warehouse_id bigint not null,
  suppress_reason text not null,
  arrive_date date not null,
  ship_mode text not null default 'at-once',
  settlement_amount numeric(20,2),
  out_state text not null default 'none',
  ship_time timestamptz,
  factory_id bigint,
  sap_factory text,
  factory_dept_id bigint,
  company_dept_id bigint,
  attachments bigint[],
  remark text,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint factory_suppress_order_pk primary key (tenant_id, id),
  constraint factory_suppress_order_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint factory_suppress_order_ship_mode_ck check (ship_mode in ('at-once', 'held')),
  constraint factory_suppress_order_out_state_ck check (out_state in ('none', 'held', 'shipped', 'received')),
  constraint factory_suppress_order_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index factory_suppress_order_factory_dept_id_arrive_date_ix on factory_suppress_order (tenant_id, factory_dept_id, arrive_date);
create index factory_suppress_order_bill_code_part_ix on factory_suppress_order using gin (bill_code gin_trgm_ops);
create index factory_suppress_order_sap_factory_part_ix on factory_suppress_order using gin (sap_factory gin_trgm_ops);
create index factory_suppress_order_recent_ix on factory_suppress_order (tenant_id, create_time desc, id desc);
alter table factory_suppress_order enable row level security;
alter table factory_suppress_order force row level security;
create policy tenant on factory_suppress_order using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table factory_suppress_order alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on factory_suppress_order to larder_app;
create table factory_suppress_order_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  factory_suppress_order_id bigint not null,
  line_no integer not null,
  warehouse_id bigint not null,
  material_id bigint not null,
  unit_id bigint,
  qty numeric(20,6) not null,
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  batch_id bigint,
  settlement_price numeric(20,6),
  tax_rate numeric(14,6),
  settlement_amount numeric(20,2),
  received_qty numeric(20,6) not null default '0',
  refused_qty numeric(20,6) not null default '0',
  settled_qty numeric(20,6) not null default '0',
  taken_out_reason text,
  site_dept_id bigint,
  remark text,
  constraint factory_suppress_order_detail_pk primary key (tenant_id, id),
  constraint factory_suppress_order_detail_owner_fk foreign key (tenant_id, factory_suppress_order_id) references factory_suppress_order (tenant_id, id) on delete cascade,
  constraint factory_suppress_order_detail_qty_ck check (qty > 0),
  constraint factory_suppress_order_detail_factory_suppress_order_1317ya5 unique nulls distinct (tenant_id, factory_suppress_order_id, warehouse_id, material_id, batch_id)
);
create index factory_suppress_order_detail_owner_ix on factory_suppress_order_detail (tenant_id, factory_suppress_order_id, line_no);
alter table factory_suppress_order_detail enable row level security;
alter table factory_suppress_order_detail force row level security;
create policy tenant on factory_suppress_order_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table factory_suppress_order_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on factory_suppress_order_detail to larder_app;
alter table inv_return add column factory_warehouse_id bigint;
alter table inv_return_detail add column settled_qty numeric(20,6) not null default '0'::numeric;
alter table return_out_store add column factory_warehouse_id bigint;
alter table inv_return alter column use_restaurant_dept_id drop not null;
alter table return_out_store add constraint return_out_store_source_bill_type_source_bill_id_fro_19e5ngu UNIQUE (tenant_id, source_bill_type, source_bill_id, from_location_id);
alter table in_store_difference add constraint in_store_difference_difference_type_ck CHECK (difference_type = ANY (ARRAY['short'::text, 'damaged'::text, 'wrong'::text, 'over'::text, 'expired'::text, 'quality'::text, 'refused'::text]));
alter table inv_return add constraint inv_return_out_state_ck CHECK (out_state = ANY (ARRAY['none'::text, 'to-ship'::text, 'shipped'::text, 'on-way'::text, 'received'::text, 'back'::text]));
alter table return_out_store add constraint return_out_store_source_bill_type_ck CHECK (source_bill_type = ANY (ARRAY['purchase-return'::text, 'inv-return'::text, 'factory-returned'::text]));
alter table inv_return add constraint inv_return_factory_warehouse_id_fk FOREIGN KEY (tenant_id, factory_warehouse_id) REFERENCES factory_warehouse(tenant_id, id);
alter table return_out_store add constraint return_out_store_factory_warehouse_id_fk FOREIGN KEY (tenant_id, factory_warehouse_id) REFERENCES factory_warehouse(tenant_id, id);
alter table factory_returned add constraint factory_returned_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index factory_returned_apply_user_id_ix on factory_returned (tenant_id, apply_user_id);
alter table factory_returned add constraint factory_returned_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index factory_returned_approve_user_id_ix on factory_returned (tenant_id, approve_user_id);
alter table factory_returned add constraint factory_returned_factory_warehouse_id_fk foreign key (tenant_id, factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index factory_returned_factory_warehouse_id_ix on factory_returned (tenant_id, factory_warehouse_id);
alter table factory_returned add constraint factory_returned_recall_batch_id_fk foreign key (tenant_id, recall_batch_id) references batch (tenant_id, id);
create index factory_returned_recall_batch_id_ix on factory_returned (tenant_id, recall_batch_id);
alter table factory_returned add constraint factory_returned_factory_id_fk foreign key (tenant_id, factory_id) references central_factory (tenant_id, id);
create index factory_returned_factory_id_ix on factory_returned (tenant_id, factory_id);
alter table factory_returned add constraint factory_returned_factory_dept_id_fk foreign key (tenant_id, factory_dept_id) references dept (tenant_id, id);
create index factory_returned_factory_dept_id_ix on factory_returned (tenant_id, factory_dept_id);
alter table factory_returned add constraint factory_returned_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index factory_returned_company_dept_id_ix on factory_returned (tenant_id, company_dept_id);
alter table factory_returned_detail add constraint factory_returned_detail_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index factory_returned_detail_warehouse_id_ix on factory_returned_detail (tenant_id, warehouse_id);
alter table factory_returned_detail add constraint factory_returned_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index factory_returned_detail_material_id_ix on factory_returned_detail (tenant_id, material_id);
alter table factory_returned_detail add constraint factory_returned_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index factory_returned_detail_unit_id_ix on factory_returned_detail (tenant_id, unit_id);
alter table factory_returned_detail add constraint factory_returned_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index factory_returned_detail_base_unit_id_ix on factory_returned_detail (tenant_id, base_unit_id);
alter table factory_returned_detail add constraint factory_returned_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index factory_returned_detail_batch_id_ix on factory_returned_detail (tenant_id, batch_id);
alter table factory_suppress_order add constraint factory_suppress_order_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index factory_suppress_order_apply_user_id_ix on factory_suppress_order (tenant_id, apply_user_id);
alter table factory_suppress_order add constraint factory_suppress_order_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index factory_suppress_order_approve_user_id_ix on factory_suppress_order (tenant_id, approve_user_id);
alter table factory_suppress_order add constraint factory_suppress_order_factory_warehouse_id_fk foreign key (tenant_id, factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index factory_suppress_order_factory_warehouse_id_ix on factory_suppress_order (tenant_id, factory_warehouse_id);
alter table factory_suppress_order add constraint factory_suppress_order_factory_id_fk foreign key (tenant_id, factory_id) references central_factory (tenant_id, id);
create index factory_suppress_order_factory_id_ix on factory_suppress_order (tenant_id, factory_id);
alter table factory_suppress_order add constraint factory_suppress_order_factory_dept_id_fk foreign key (tenant_id, factory_dept_id) references dept (tenant_id, id);
create index factory_suppress_order_factory_dept_id_ix on factory_suppress_order (tenant_id, factory_dept_id);
alter table factory_suppress_order add constraint factory_suppress_order_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index factory_suppress_order_company_dept_id_ix on factory_suppress_order (tenant_id, company_dept_id);
alter table factory_suppress_order_detail add constraint factory_suppress_order_detail_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index factory_suppress_order_detail_warehouse_id_ix on factory_suppress_order_detail (tenant_id, warehouse_id);
alter table factory_suppress_order_detail add constraint factory_suppress_order_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index factory_suppress_order_detail_material_id_ix on factory_suppress_order_detail (tenant_id, material_id);
alter table factory_suppress_order_detail add constraint factory_suppress_order_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index factory_suppress_order_detail_unit_id_ix on factory_suppress_order_detail (tenant_id, unit_id);
alter table factory_suppress_order_detail add constraint factory_suppress_order_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index factory_suppress_order_detail_base_unit_id_ix on factory_suppress_order_detail (tenant_id, base_unit_id);
alter table factory_suppress_order_detail add constraint factory_suppress_order_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index factory_suppress_order_detail_batch_id_ix on factory_suppress_order_detail (tenant_id, batch_id);
alter table factory_suppress_order_detail add constraint factory_suppress_order_detail_site_dept_id_fk foreign key (tenant_id, site_dept_id) references dept (tenant_id, id);
create index factory_suppress_order_detail_site_dept_id_ix on factory_suppress_order_detail (tenant_id, site_dept_id);
create index inv_return_factory_warehouse_id_ix on inv_return USING btree (tenant_id, factory_warehouse_id);
create index return_out_store_factory_warehouse_id_ix on return_out_store USING btree (tenant_id, factory_warehouse_id);

-- A stall gives back to its warehouse, a warehouse to a store of a factory.
alter table inv_return add constraint inv_return_ends_ck check (
  case when return_type = 'to-factory' then factory_warehouse_id is not null else use_restaurant_dept_id is not null end);
-- One bill per source, place and sender: what a factory calls back comes from many sites to one store.
drop index in_store_source_uq;
create unique index in_store_source_uq on in_store (tenant_id, source_bill_type, source_bill_id, location_id, coalesce(from_location_id, 0)) where status <> 'void';

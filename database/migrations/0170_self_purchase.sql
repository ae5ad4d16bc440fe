-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table self_purchase_order (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  vendor_name text,
  supplier_id bigint,
  purchase_date date not null,
  purchase_reason text not null,
  warehouse_id bigint not null,
  amount numeric(20,2) not null default '0',
  line_count integer not null default '0',
  receive_status text not null default 'none',
  proof_pictures bigint[],
  pay_type text not null default 'self',
  purchaser_id bigint,
  invoice_no text,
  bought_at text,
  use_restaurant_dept_id bigint,
  gear_operation_dept_id bigint,
  override_reason text,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  visible_dept_ids bigint[],
  remark text,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint self_purchase_order_pk primary key (tenant_id, id),
  constraint self_purchase_order_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint self_purchase_order_receive_status_ck check (receive_status in ('none', 'partial', 'difference', 'all')),
  constraint self_purchase_order_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index self_purchase_order_blade_project_dept_id_purchase_date_ix on self_purchase_order (tenant_id, blade_project_dept_id, purchase_date);
create index self_purchase_order_status_create_time_ix on self_purchase_order (tenant_id, status, create_time);
create index self_purchase_order_bill_code_part_ix on self_purchase_order using gin (bill_code gin_trgm_ops);
create index self_purchase_order_vendor_name_order_ix on self_purchase_order (tenant_id, vendor_name collate pinyin, id);
create index self_purchase_order_vendor_name_part_ix on self_purchase_order using gin (vendor_name gin_trgm_ops);
create index self_purchase_order_invoice_no_part_ix on self_purchase_order using gin (invoice_no gin_trgm_ops);
create index self_purchase_order_recent_ix on self_purchase_order (tenant_id, create_time desc, id desc);
alter table self_purchase_order enable row level security;
alter table self_purchase_order force row level security;
create policy tenant on self_purchase_order using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table self_purchase_order alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on self_purchase_order to larder_app;
create table self_purchase_order_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  self_purchase_order_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  factor numeric(24,12) not null default '1',
  base_unit_id bigint,
  order_qty numeric(20,6) not null,
  price numeric(20,6) not null,
  reference_price numeric(20,6),
  reference_kind text,
  deviation numeric(14,6),
  deviation_reason text,
  amount numeric(20,2),
  tax_rate numeric(14,6) not null default '0',
  picture bigint[],
  base_qty numeric(20,6) not null default '0',
  received_qty numeric(20,6) not null default '0',
  refused_qty numeric(20,6) not null default '0',
  settled_qty numeric(20,6) not null default '0',
  open_qty numeric(20,6) not null default '0',
  remark text,
  constraint self_purchase_order_detail_pk primary key (tenant_id, id),
  constraint self_purchase_order_detail_owner_fk foreign key (tenant_id, self_purchase_order_id) references self_purchase_order (tenant_id, id) on delete cascade,
  constraint self_purchase_order_detail_factor_ck check (factor > 0),
  constraint self_purchase_order_detail_order_qty_ck check (order_qty > 0),
  constraint self_purchase_order_detail_price_ck check (price > 0),
  constraint self_purchase_order_detail_reference_kind_ck check (reference_kind in ('agreed', 'last', 'average')),
  constraint self_purchase_order_detail_tax_rate_ck check (tax_rate >= 0),
  constraint self_purchase_order_detail_base_qty_ck check (base_qty >= 0),
  constraint self_purchase_order_detail_received_qty_ck check (received_qty >= 0),
  constraint self_purchase_order_detail_refused_qty_ck check (refused_qty >= 0),
  constraint self_purchase_order_detail_settled_qty_ck check (settled_qty >= 0),
  constraint self_purchase_order_detail_open_qty_ck check (open_qty >= 0)
);
create index self_purchase_order_detail_owner_ix on self_purchase_order_detail (tenant_id, self_purchase_order_id, line_no);
alter table self_purchase_order_detail enable row level security;
alter table self_purchase_order_detail force row level security;
create policy tenant on self_purchase_order_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table self_purchase_order_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on self_purchase_order_detail to larder_app;
create table self_purchase_submit (
  tenant_id text not null,
  id bigint not null default new_id(),
  submit_hash text not null,
  content_digest text not null,
  order_id text,
  bill_code text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint self_purchase_submit_pk primary key (tenant_id, id),
  constraint self_purchase_submit_submit_hash_uq unique nulls distinct (tenant_id, submit_hash)
);
create index self_purchase_submit_recent_ix on self_purchase_submit (tenant_id, create_time desc, id desc);
alter table self_purchase_submit enable row level security;
alter table self_purchase_submit force row level security;
create policy tenant on self_purchase_submit using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table self_purchase_submit alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on self_purchase_submit to larder_app;
alter table in_store add column vendor_name text;
alter table self_purchase_order add constraint self_purchase_order_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index self_purchase_order_apply_user_id_ix on self_purchase_order (tenant_id, apply_user_id);
alter table self_purchase_order add constraint self_purchase_order_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index self_purchase_order_approve_user_id_ix on self_purchase_order (tenant_id, approve_user_id);
alter table self_purchase_order add constraint self_purchase_order_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index self_purchase_order_supplier_id_ix on self_purchase_order (tenant_id, supplier_id);
alter table self_purchase_order add constraint self_purchase_order_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index self_purchase_order_warehouse_id_ix on self_purchase_order (tenant_id, warehouse_id);
alter table self_purchase_order add constraint self_purchase_order_purchaser_id_fk foreign key (tenant_id, purchaser_id) references app_user (tenant_id, id);
create index self_purchase_order_purchaser_id_ix on self_purchase_order (tenant_id, purchaser_id);
alter table self_purchase_order add constraint self_purchase_order_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index self_purchase_order_use_restaurant_dept_id_ix on self_purchase_order (tenant_id, use_restaurant_dept_id);
alter table self_purchase_order add constraint self_purchase_order_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index self_purchase_order_gear_operation_dept_id_ix on self_purchase_order (tenant_id, gear_operation_dept_id);
alter table self_purchase_order add constraint self_purchase_order_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index self_purchase_order_company_dept_id_ix on self_purchase_order (tenant_id, company_dept_id);
alter table self_purchase_order add constraint self_purchase_order_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index self_purchase_order_blade_project_dept_id_ix on self_purchase_order (tenant_id, blade_project_dept_id);
alter table self_purchase_order_detail add constraint self_purchase_order_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index self_purchase_order_detail_material_id_ix on self_purchase_order_detail (tenant_id, material_id);
alter table self_purchase_order_detail add constraint self_purchase_order_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index self_purchase_order_detail_unit_id_ix on self_purchase_order_detail (tenant_id, unit_id);
alter table self_purchase_order_detail add constraint self_purchase_order_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index self_purchase_order_detail_base_unit_id_ix on self_purchase_order_detail (tenant_id, base_unit_id);
create index in_store_instore_type_bill_code_ix on in_store USING btree (tenant_id, instore_type, bill_code);
create index in_store_vendor_name_order_ix on in_store USING btree (tenant_id, instore_type, vendor_name COLLATE pinyin, id);

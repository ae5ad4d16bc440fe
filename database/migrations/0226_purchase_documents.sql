-- Purchase documents and factory orders: what a distribution becomes, and what a factory owes a site on a day.
create table purchase_document (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  doc_type text not null default 'straight',
  supplier_id bigint,
  out_org_id bigint,
  warehouse_id bigint,
  delivery_date date not null,
  line_count integer not null default '0',
  amount numeric(20,2),
  settlement_amount numeric(20,2),
  order_code text,
  out_warehouse_id bigint,
  out_factory_warehouse_id bigint,
  company_dept_id bigint,
  project_dept_sys_id bigint,
  blade_project_dept_id bigint,
  sap_factory text,
  order_id text,
  complete_user bigint,
  complete_time timestamptz,
  order_before timestamptz,
  late_flag smallint not null default '0',
  late_reason text,
  visible_dept_ids bigint[],
  remark text,
  status text not null default 'open',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint purchase_document_pk primary key (tenant_id, id),
  constraint purchase_document_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint purchase_document_doc_type_ck check (doc_type in ('straight', 'central', 'delivery')),
  constraint purchase_document_late_flag_ck check (late_flag in (0, 1)),
  constraint purchase_document_status_ck check (status in ('open', 'completed', 'void'))
);
create index purchase_document_status_create_time_ix on purchase_document (tenant_id, status, create_time);
create index purchase_document_supplier_id_delivery_date_ix on purchase_document (tenant_id, supplier_id, delivery_date);
create index purchase_document_bill_code_part_ix on purchase_document using gin (bill_code gin_trgm_ops);
create index purchase_document_order_code_order_ix on purchase_document (tenant_id, order_code, id);
create index purchase_document_order_code_part_ix on purchase_document using gin (order_code gin_trgm_ops);
create index purchase_document_sap_factory_part_ix on purchase_document using gin (sap_factory gin_trgm_ops);
create index purchase_document_recent_ix on purchase_document (tenant_id, create_time desc, id desc);
alter table purchase_document enable row level security;
alter table purchase_document force row level security;
create policy tenant on purchase_document using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_document alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_document to larder_app;
create table purchase_document_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  purchase_document_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  qty numeric(20,6) not null,
  price numeric(20,6),
  tax_rate numeric(14,6),
  amount numeric(20,2),
  settlement_price numeric(20,6),
  settlement_tax_rate numeric(14,6),
  settlement_amount numeric(20,2),
  site_count integer not null default '0',
  supply_mode text,
  ordered_qty numeric(20,6) not null default '0',
  cancelled_qty numeric(20,6) not null default '0',
  factor numeric(24,12) not null default '1',
  base_unit_id bigint,
  base_qty numeric(20,6) not null default '0',
  price_reason text,
  route_id text,
  stop_seq integer,
  constraint purchase_document_detail_pk primary key (tenant_id, id),
  constraint purchase_document_detail_owner_fk foreign key (tenant_id, purchase_document_id) references purchase_document (tenant_id, id) on delete cascade,
  constraint purchase_document_detail_qty_ck check (qty > 0),
  constraint purchase_document_detail_supply_mode_ck check (supply_mode in ('stock', 'produce', 'purchase')),
  constraint purchase_document_detail_ordered_qty_ck check (ordered_qty >= 0),
  constraint purchase_document_detail_cancelled_qty_ck check (cancelled_qty >= 0),
  constraint purchase_document_detail_factor_ck check (factor > 0),
  constraint purchase_document_detail_base_qty_ck check (base_qty >= 0)
);
create index purchase_document_detail_owner_ix on purchase_document_detail (tenant_id, purchase_document_id, line_no);
alter table purchase_document_detail enable row level security;
alter table purchase_document_detail force row level security;
create policy tenant on purchase_document_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_document_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_document_detail to larder_app;
create table factory_order (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  out_org_id bigint not null,
  blade_project_dept_id bigint,
  warehouse_id bigint not null,
  delivery_date date not null,
  line_count integer not null default '0',
  factory_warehouse_id bigint,
  out_warehouse_id bigint,
  company_dept_id bigint,
  project_dept_sys_id bigint,
  sap_factory text,
  route_id text,
  stop_seq integer,
  settlement_amount numeric(20,2),
  purchase_document_id bigint,
  ship_time timestamptz,
  plate_no text,
  driver text,
  visible_dept_ids bigint[],
  remark text,
  status text not null default 'pending',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint factory_order_pk primary key (tenant_id, id),
  constraint factory_order_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint factory_order_status_ck check (status in ('pending', 'accepted', 'sorting', 'shipped', 'done', 'void')),
  constraint factory_order_store_ck check (num_nonnulls(factory_warehouse_id, out_warehouse_id) = 1)
);
create index factory_order_status_create_time_ix on factory_order (tenant_id, status, create_time);
create index factory_order_delivery_date_out_org_id_ix on factory_order (tenant_id, delivery_date, out_org_id);
create index factory_order_bill_code_part_ix on factory_order using gin (bill_code gin_trgm_ops);
create index factory_order_sap_factory_part_ix on factory_order using gin (sap_factory gin_trgm_ops);
create index factory_order_route_id_part_ix on factory_order using gin (route_id gin_trgm_ops);
create index factory_order_recent_ix on factory_order (tenant_id, create_time desc, id desc);
alter table factory_order enable row level security;
alter table factory_order force row level security;
create policy tenant on factory_order using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table factory_order alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on factory_order to larder_app;
create table factory_order_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  factory_order_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  order_qty numeric(20,6) not null,
  sorted_qty numeric(20,6) not null default '0',
  shipped_qty numeric(20,6) not null default '0',
  received_qty numeric(20,6) not null default '0',
  settled_qty numeric(20,6) not null default '0',
  short_qty numeric(20,6) not null default '0',
  cancelled_qty numeric(20,6) not null default '0',
  settlement_price numeric(20,6),
  tax_rate numeric(14,6),
  settlement_amount numeric(20,2),
  supply_mode text not null default 'stock',
  short_handling text,
  factor numeric(24,12) not null default '1',
  base_unit_id bigint,
  base_qty numeric(20,6) not null default '0',
  constraint factory_order_detail_pk primary key (tenant_id, id),
  constraint factory_order_detail_owner_fk foreign key (tenant_id, factory_order_id) references factory_order (tenant_id, id) on delete cascade,
  constraint factory_order_detail_order_qty_ck check (order_qty > 0),
  constraint factory_order_detail_sorted_qty_ck check (sorted_qty >= 0),
  constraint factory_order_detail_shipped_qty_ck check (shipped_qty >= 0),
  constraint factory_order_detail_received_qty_ck check (received_qty >= 0),
  constraint factory_order_detail_short_qty_ck check (short_qty >= 0),
  constraint factory_order_detail_cancelled_qty_ck check (cancelled_qty >= 0),
  constraint factory_order_detail_supply_mode_ck check (supply_mode in ('stock', 'produce', 'purchase')),
  constraint factory_order_detail_short_handling_ck check (short_handling in ('backorder', 'redistribute', 'cancel')),
  constraint factory_order_detail_factor_ck check (factor > 0),
  constraint factory_order_detail_base_qty_ck check (base_qty >= 0)
);
create index factory_order_detail_owner_ix on factory_order_detail (tenant_id, factory_order_id, line_no);
alter table factory_order_detail enable row level security;
alter table factory_order_detail force row level security;
create policy tenant on factory_order_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table factory_order_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on factory_order_detail to larder_app;
alter table purchase_order add column purchase_document_id text;
alter table purchase_document add constraint purchase_document_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index purchase_document_apply_user_id_ix on purchase_document (tenant_id, apply_user_id);
alter table purchase_document add constraint purchase_document_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index purchase_document_approve_user_id_ix on purchase_document (tenant_id, approve_user_id);
alter table purchase_document add constraint purchase_document_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_document_supplier_id_ix on purchase_document (tenant_id, supplier_id);
alter table purchase_document add constraint purchase_document_out_org_id_fk foreign key (tenant_id, out_org_id) references dept (tenant_id, id);
create index purchase_document_out_org_id_ix on purchase_document (tenant_id, out_org_id);
alter table purchase_document add constraint purchase_document_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index purchase_document_warehouse_id_ix on purchase_document (tenant_id, warehouse_id);
alter table purchase_document add constraint purchase_document_out_warehouse_id_fk foreign key (tenant_id, out_warehouse_id) references warehouse (tenant_id, id);
create index purchase_document_out_warehouse_id_ix on purchase_document (tenant_id, out_warehouse_id);
alter table purchase_document add constraint purchase_document_out_factory_warehouse_id_fk foreign key (tenant_id, out_factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index purchase_document_out_factory_warehouse_id_ix on purchase_document (tenant_id, out_factory_warehouse_id);
alter table purchase_document add constraint purchase_document_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index purchase_document_company_dept_id_ix on purchase_document (tenant_id, company_dept_id);
alter table purchase_document add constraint purchase_document_project_dept_sys_id_fk foreign key (tenant_id, project_dept_sys_id) references project_dept_system (tenant_id, id);
create index purchase_document_project_dept_sys_id_ix on purchase_document (tenant_id, project_dept_sys_id);
alter table purchase_document add constraint purchase_document_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index purchase_document_blade_project_dept_id_ix on purchase_document (tenant_id, blade_project_dept_id);
alter table purchase_document add constraint purchase_document_complete_user_fk foreign key (tenant_id, complete_user) references app_user (tenant_id, id);
create index purchase_document_complete_user_ix on purchase_document (tenant_id, complete_user);
alter table purchase_document_detail add constraint purchase_document_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index purchase_document_detail_material_id_ix on purchase_document_detail (tenant_id, material_id);
alter table purchase_document_detail add constraint purchase_document_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index purchase_document_detail_unit_id_ix on purchase_document_detail (tenant_id, unit_id);
alter table purchase_document_detail add constraint purchase_document_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index purchase_document_detail_base_unit_id_ix on purchase_document_detail (tenant_id, base_unit_id);
alter table factory_order add constraint factory_order_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index factory_order_apply_user_id_ix on factory_order (tenant_id, apply_user_id);
alter table factory_order add constraint factory_order_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index factory_order_approve_user_id_ix on factory_order (tenant_id, approve_user_id);
alter table factory_order add constraint factory_order_out_org_id_fk foreign key (tenant_id, out_org_id) references dept (tenant_id, id);
create index factory_order_out_org_id_ix on factory_order (tenant_id, out_org_id);
alter table factory_order add constraint factory_order_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index factory_order_blade_project_dept_id_ix on factory_order (tenant_id, blade_project_dept_id);
alter table factory_order add constraint factory_order_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index factory_order_warehouse_id_ix on factory_order (tenant_id, warehouse_id);
alter table factory_order add constraint factory_order_factory_warehouse_id_fk foreign key (tenant_id, factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index factory_order_factory_warehouse_id_ix on factory_order (tenant_id, factory_warehouse_id);
alter table factory_order add constraint factory_order_out_warehouse_id_fk foreign key (tenant_id, out_warehouse_id) references warehouse (tenant_id, id);
create index factory_order_out_warehouse_id_ix on factory_order (tenant_id, out_warehouse_id);
alter table factory_order add constraint factory_order_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index factory_order_company_dept_id_ix on factory_order (tenant_id, company_dept_id);
alter table factory_order add constraint factory_order_project_dept_sys_id_fk foreign key (tenant_id, project_dept_sys_id) references project_dept_system (tenant_id, id);
create index factory_order_project_dept_sys_id_ix on factory_order (tenant_id, project_dept_sys_id);
alter table factory_order add constraint factory_order_purchase_document_id_fk foreign key (tenant_id, purchase_document_id) references purchase_document (tenant_id, id);
create index factory_order_purchase_document_id_ix on factory_order (tenant_id, purchase_document_id);
alter table factory_order_detail add constraint factory_order_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index factory_order_detail_material_id_ix on factory_order_detail (tenant_id, material_id);
alter table factory_order_detail add constraint factory_order_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index factory_order_detail_unit_id_ix on factory_order_detail (tenant_id, unit_id);
alter table factory_order_detail add constraint factory_order_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index factory_order_detail_base_unit_id_ix on factory_order_detail (tenant_id, base_unit_id);

-- No line gives more than it holds, and a document has one living order.
alter table purchase_document_detail add constraint purchase_document_detail_used_ck check (ordered_qty + cancelled_qty <= qty);
alter table factory_order_detail add constraint factory_order_detail_cancelled_ck check (cancelled_qty <= order_qty);
create unique index factory_order_document_uq on factory_order (tenant_id, purchase_document_id) where status <> 'void';
create unique index purchase_order_document_uq on purchase_order (tenant_id, purchase_document_id) where status <> 'void';
-- What was short of a factory order is sent later: a bill for each shipment.
drop index in_store_source_uq;
create unique index in_store_source_uq on in_store (tenant_id, source_bill_type, source_bill_id, location_id, coalesce(from_location_id, 0)) where status <> 'void' and source_bill_type <> 'factory-order';

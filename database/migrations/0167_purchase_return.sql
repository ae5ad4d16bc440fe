-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table purchase_return (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  bill_date date,
  supplier_id bigint not null,
  warehouse_id bigint not null,
  return_reason text not null,
  return_way text not null default 'ship-back',
  purchase_order_id bigint,
  credit_amount numeric(20,2),
  return_outstore_id bigint,
  sap_factory text,
  company_dept_id bigint,
  project_dept_id bigint,
  visible_dept_ids bigint[],
  attachments bigint[],
  remark text,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint purchase_return_pk primary key (tenant_id, id),
  constraint purchase_return_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint purchase_return_return_way_ck check (return_way in ('ship-back', 'destroy')),
  constraint purchase_return_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index purchase_return_bill_code_part_ix on purchase_return using gin (bill_code gin_trgm_ops);
create index purchase_return_sap_factory_part_ix on purchase_return using gin (sap_factory gin_trgm_ops);
create index purchase_return_recent_ix on purchase_return (tenant_id, create_time desc, id desc);
alter table purchase_return enable row level security;
alter table purchase_return force row level security;
create policy tenant on purchase_return using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_return alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_return to larder_app;
create table purchase_return_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  purchase_return_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint,
  qty numeric(20,6) not null,
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  batch_id bigint not null,
  aux_qty numeric(20,6),
  price numeric(20,6),
  tax_rate numeric(14,6),
  amount numeric(20,2),
  remark text,
  constraint purchase_return_detail_pk primary key (tenant_id, id),
  constraint purchase_return_detail_owner_fk foreign key (tenant_id, purchase_return_id) references purchase_return (tenant_id, id) on delete cascade,
  constraint purchase_return_detail_qty_ck check (qty > 0),
  constraint purchase_return_detail_purchase_return_id_batch_id_uq unique nulls distinct (tenant_id, purchase_return_id, batch_id)
);
create index purchase_return_detail_owner_ix on purchase_return_detail (tenant_id, purchase_return_id, line_no);
alter table purchase_return_detail enable row level security;
alter table purchase_return_detail force row level security;
create policy tenant on purchase_return_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_return_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_return_detail to larder_app;
create table return_out_store (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  bill_date date not null,
  source_bill_type text not null,
  source_bill_id text not null,
  source_bill_code text not null,
  warehouse_id bigint not null,
  supplier_id bigint,
  return_reason text not null,
  ship_time timestamptz,
  driver text,
  plate_no text,
  amount numeric(20,2),
  company_dept_id bigint,
  project_dept_id bigint,
  visible_dept_ids bigint[],
  status text not null default 'to-ship',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint return_out_store_pk primary key (tenant_id, id),
  constraint return_out_store_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint return_out_store_source_bill_type_ck check (source_bill_type in ('purchase-return')),
  constraint return_out_store_source_bill_type_source_bill_id_uq unique nulls distinct (tenant_id, source_bill_type, source_bill_id),
  constraint return_out_store_status_ck check (status in ('to-ship', 'shipped', 'void'))
);
create index return_out_store_bill_code_part_ix on return_out_store using gin (bill_code gin_trgm_ops);
create index return_out_store_source_bill_code_order_ix on return_out_store (tenant_id, source_bill_code, id);
create index return_out_store_source_bill_code_part_ix on return_out_store using gin (source_bill_code gin_trgm_ops);
create index return_out_store_recent_ix on return_out_store (tenant_id, create_time desc, id desc);
alter table return_out_store enable row level security;
alter table return_out_store force row level security;
create policy tenant on return_out_store using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table return_out_store alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on return_out_store to larder_app;
create table return_out_store_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  return_out_store_id bigint not null,
  line_no integer not null,
  source_detail_id text not null,
  material_id bigint not null,
  unit_id bigint,
  qty numeric(20,6) not null,
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  batch_id bigint not null,
  aux_qty numeric(20,6),
  unit_cost numeric(20,6),
  amount numeric(20,2),
  constraint return_out_store_detail_pk primary key (tenant_id, id),
  constraint return_out_store_detail_owner_fk foreign key (tenant_id, return_out_store_id) references return_out_store (tenant_id, id) on delete cascade,
  constraint return_out_store_detail_qty_ck check (qty > 0)
);
create index return_out_store_detail_owner_ix on return_out_store_detail (tenant_id, return_out_store_id, line_no);
alter table return_out_store_detail enable row level security;
alter table return_out_store_detail force row level security;
create policy tenant on return_out_store_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table return_out_store_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on return_out_store_detail to larder_app;
alter table purchase_return add constraint purchase_return_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index purchase_return_apply_user_id_ix on purchase_return (tenant_id, apply_user_id);
alter table purchase_return add constraint purchase_return_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index purchase_return_approve_user_id_ix on purchase_return (tenant_id, approve_user_id);
alter table purchase_return add constraint purchase_return_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_return_supplier_id_ix on purchase_return (tenant_id, supplier_id);
alter table purchase_return add constraint purchase_return_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index purchase_return_warehouse_id_ix on purchase_return (tenant_id, warehouse_id);
alter table purchase_return add constraint purchase_return_purchase_order_id_fk foreign key (tenant_id, purchase_order_id) references purchase_order (tenant_id, id);
create index purchase_return_purchase_order_id_ix on purchase_return (tenant_id, purchase_order_id);
alter table purchase_return add constraint purchase_return_return_outstore_id_fk foreign key (tenant_id, return_outstore_id) references return_out_store (tenant_id, id);
create index purchase_return_return_outstore_id_ix on purchase_return (tenant_id, return_outstore_id);
alter table purchase_return add constraint purchase_return_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index purchase_return_company_dept_id_ix on purchase_return (tenant_id, company_dept_id);
alter table purchase_return add constraint purchase_return_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index purchase_return_project_dept_id_ix on purchase_return (tenant_id, project_dept_id);
alter table purchase_return_detail add constraint purchase_return_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index purchase_return_detail_material_id_ix on purchase_return_detail (tenant_id, material_id);
alter table purchase_return_detail add constraint purchase_return_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index purchase_return_detail_unit_id_ix on purchase_return_detail (tenant_id, unit_id);
alter table purchase_return_detail add constraint purchase_return_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index purchase_return_detail_base_unit_id_ix on purchase_return_detail (tenant_id, base_unit_id);
alter table purchase_return_detail add constraint purchase_return_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index purchase_return_detail_batch_id_ix on purchase_return_detail (tenant_id, batch_id);
alter table return_out_store add constraint return_out_store_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index return_out_store_apply_user_id_ix on return_out_store (tenant_id, apply_user_id);
alter table return_out_store add constraint return_out_store_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index return_out_store_approve_user_id_ix on return_out_store (tenant_id, approve_user_id);
alter table return_out_store add constraint return_out_store_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index return_out_store_warehouse_id_ix on return_out_store (tenant_id, warehouse_id);
alter table return_out_store add constraint return_out_store_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index return_out_store_supplier_id_ix on return_out_store (tenant_id, supplier_id);
alter table return_out_store add constraint return_out_store_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index return_out_store_company_dept_id_ix on return_out_store (tenant_id, company_dept_id);
alter table return_out_store add constraint return_out_store_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index return_out_store_project_dept_id_ix on return_out_store (tenant_id, project_dept_id);
alter table return_out_store_detail add constraint return_out_store_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index return_out_store_detail_material_id_ix on return_out_store_detail (tenant_id, material_id);
alter table return_out_store_detail add constraint return_out_store_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index return_out_store_detail_unit_id_ix on return_out_store_detail (tenant_id, unit_id);
alter table return_out_store_detail add constraint return_out_store_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index return_out_store_detail_base_unit_id_ix on return_out_store_detail (tenant_id, base_unit_id);
alter table return_out_store_detail add constraint return_out_store_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index return_out_store_detail_batch_id_ix on return_out_store_detail (tenant_id, batch_id);

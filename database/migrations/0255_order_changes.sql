-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table purchase_order_change (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  purchase_order_id bigint not null,
  supplier_id bigint,
  change_type text not null default 'quantity',
  change_reason text not null,
  release_to text,
  amount_before numeric(20,2) not null default '0',
  amount_after numeric(20,2) not null default '0',
  order_before timestamptz,
  late_flag smallint not null default '0',
  line_count integer not null default '0',
  company_dept_id bigint,
  blade_project_dept_id bigint,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint purchase_order_change_pk primary key (tenant_id, id),
  constraint purchase_order_change_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint purchase_order_change_change_type_ck check (change_type in ('quantity', 'date', 'price', 'close')),
  constraint purchase_order_change_release_to_ck check (release_to in ('redistribute', 'cancel')),
  constraint purchase_order_change_late_flag_ck check (late_flag in (0, 1)),
  constraint purchase_order_change_status_ck check (status in ('draft', 'pending', 'done', 'rejected'))
);
create index purchase_order_change_purchase_order_id_status_ix on purchase_order_change (tenant_id, purchase_order_id, status);
create index purchase_order_change_bill_code_part_ix on purchase_order_change using gin (bill_code gin_trgm_ops);
create index purchase_order_change_change_reason_order_ix on purchase_order_change (tenant_id, change_reason, id);
create index purchase_order_change_recent_ix on purchase_order_change (tenant_id, create_time desc, id desc);
alter table purchase_order_change enable row level security;
alter table purchase_order_change force row level security;
create policy tenant on purchase_order_change using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_order_change alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_order_change to larder_app;
create table purchase_order_change_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  purchase_order_change_id bigint not null,
  line_no integer not null,
  order_detail_id bigint,
  material_id bigint,
  unit_id bigint,
  old_qty numeric(20,6),
  new_qty numeric(20,6),
  old_date date,
  new_date date,
  old_price numeric(20,6),
  new_price numeric(20,6),
  constraint purchase_order_change_detail_pk primary key (tenant_id, id),
  constraint purchase_order_change_detail_owner_fk foreign key (tenant_id, purchase_order_change_id) references purchase_order_change (tenant_id, id) on delete cascade,
  constraint purchase_order_change_detail_new_qty_ck check (new_qty >= 0),
  constraint purchase_order_change_detail_new_price_ck check (new_price > 0)
);
create index purchase_order_change_detail_owner_ix on purchase_order_change_detail (tenant_id, purchase_order_change_id, line_no);
alter table purchase_order_change_detail enable row level security;
alter table purchase_order_change_detail force row level security;
create policy tenant on purchase_order_change_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_order_change_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_order_change_detail to larder_app;
alter table purchase_order_change add constraint purchase_order_change_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index purchase_order_change_apply_user_id_ix on purchase_order_change (tenant_id, apply_user_id);
alter table purchase_order_change add constraint purchase_order_change_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index purchase_order_change_approve_user_id_ix on purchase_order_change (tenant_id, approve_user_id);
alter table purchase_order_change add constraint purchase_order_change_purchase_order_id_fk foreign key (tenant_id, purchase_order_id) references purchase_order (tenant_id, id);
create index purchase_order_change_purchase_order_id_ix on purchase_order_change (tenant_id, purchase_order_id);
alter table purchase_order_change add constraint purchase_order_change_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_order_change_supplier_id_ix on purchase_order_change (tenant_id, supplier_id);
alter table purchase_order_change add constraint purchase_order_change_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index purchase_order_change_company_dept_id_ix on purchase_order_change (tenant_id, company_dept_id);
alter table purchase_order_change add constraint purchase_order_change_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index purchase_order_change_blade_project_dept_id_ix on purchase_order_change (tenant_id, blade_project_dept_id);
alter table purchase_order_change_detail add constraint purchase_order_change_detail_order_detail_id_fk foreign key (tenant_id, order_detail_id) references purchase_order_detail (tenant_id, id);
create index purchase_order_change_detail_order_detail_id_ix on purchase_order_change_detail (tenant_id, order_detail_id);
alter table purchase_order_change_detail add constraint purchase_order_change_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index purchase_order_change_detail_material_id_ix on purchase_order_change_detail (tenant_id, material_id);
alter table purchase_order_change_detail add constraint purchase_order_change_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index purchase_order_change_detail_unit_id_ix on purchase_order_change_detail (tenant_id, unit_id);
-- A line whose order was closed before anything came is due no more.
alter table in_store_detail drop constraint in_store_detail_qty_ck;
alter table in_store_detail add constraint in_store_detail_qty_ck check (qty >= 0);

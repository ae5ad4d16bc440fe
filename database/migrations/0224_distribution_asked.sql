-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table distribution (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  blade_project_dept_id bigint,
  warehouse_id bigint not null,
  use_restaurant_dept_id bigint,
  gear_operation_dept_id bigint,
  start_time timestamptz not null,
  end_time timestamptz not null,
  delivery_date date not null,
  net_flag smallint not null default '0',
  line_count integer not null default '0',
  amount numeric(20,2),
  generate_status text not null default 'none',
  order_before timestamptz,
  late_flag smallint not null default '0',
  late_reason text,
  company_dept_id bigint,
  remark text,
  attachments bigint[],
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint distribution_pk primary key (tenant_id, id),
  constraint distribution_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint distribution_net_flag_ck check (net_flag in (0, 1)),
  constraint distribution_generate_status_ck check (generate_status in ('none', 'partial', 'all')),
  constraint distribution_late_flag_ck check (late_flag in (0, 1)),
  constraint distribution_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void')),
  constraint distribution_window_ck check (end_time > start_time)
);
create index distribution_blade_project_dept_id_delivery_date_ix on distribution (tenant_id, blade_project_dept_id, delivery_date);
create index distribution_status_create_time_ix on distribution (tenant_id, status, create_time);
create index distribution_bill_code_part_ix on distribution using gin (bill_code gin_trgm_ops);
create index distribution_recent_ix on distribution (tenant_id, create_time desc, id desc);
alter table distribution enable row level security;
alter table distribution force row level security;
create policy tenant on distribution using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table distribution alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on distribution to larder_app;
create table distribution_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  distribution_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  factor numeric(24,12) not null default '1',
  base_unit_id bigint,
  need_qty numeric(20,6) not null default '0',
  qty numeric(20,6) not null,
  proposed_qty numeric(20,6),
  adjust_reason text,
  source_type text not null default 'manual',
  source_id text,
  source_line_ids jsonb,
  source_code text,
  meal_date date,
  meal_type text,
  need_date date not null,
  delivery_date date,
  net_qty numeric(20,6) not null default '0',
  base_qty numeric(20,6) not null default '0',
  source_kind text not null default 'direct',
  source_reason text,
  out_warehouse_id bigint,
  out_org_id bigint,
  supplier_id bigint,
  price numeric(20,6),
  amount numeric(20,2),
  order_before timestamptz,
  late_flag smallint not null default '0',
  origin_material_id bigint,
  distributed_qty numeric(20,6) not null default '0',
  cancelled_qty numeric(20,6) not null default '0',
  open_qty numeric(20,6) not null default '0',
  remark text,
  constraint distribution_detail_pk primary key (tenant_id, id),
  constraint distribution_detail_owner_fk foreign key (tenant_id, distribution_id) references distribution (tenant_id, id) on delete cascade,
  constraint distribution_detail_factor_ck check (factor > 0),
  constraint distribution_detail_need_qty_ck check (need_qty >= 0),
  constraint distribution_detail_qty_ck check (qty > 0),
  constraint distribution_detail_source_type_ck check (source_type in ('sales-plan', 'special-meal', 'manual')),
  constraint distribution_detail_net_qty_ck check (net_qty >= 0),
  constraint distribution_detail_base_qty_ck check (base_qty >= 0),
  constraint distribution_detail_source_kind_ck check (source_kind in ('direct', 'warehouse', 'factory', 'self')),
  constraint distribution_detail_late_flag_ck check (late_flag in (0, 1)),
  constraint distribution_detail_distributed_qty_ck check (distributed_qty >= 0),
  constraint distribution_detail_cancelled_qty_ck check (cancelled_qty >= 0),
  constraint distribution_detail_open_qty_ck check (open_qty >= 0)
);
create index distribution_detail_owner_ix on distribution_detail (tenant_id, distribution_id, line_no);
alter table distribution_detail enable row level security;
alter table distribution_detail force row level security;
create policy tenant on distribution_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table distribution_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on distribution_detail to larder_app;
alter table distribution add constraint distribution_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index distribution_apply_user_id_ix on distribution (tenant_id, apply_user_id);
alter table distribution add constraint distribution_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index distribution_approve_user_id_ix on distribution (tenant_id, approve_user_id);
alter table distribution add constraint distribution_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index distribution_blade_project_dept_id_ix on distribution (tenant_id, blade_project_dept_id);
alter table distribution add constraint distribution_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index distribution_warehouse_id_ix on distribution (tenant_id, warehouse_id);
alter table distribution add constraint distribution_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index distribution_use_restaurant_dept_id_ix on distribution (tenant_id, use_restaurant_dept_id);
alter table distribution add constraint distribution_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index distribution_gear_operation_dept_id_ix on distribution (tenant_id, gear_operation_dept_id);
alter table distribution add constraint distribution_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index distribution_company_dept_id_ix on distribution (tenant_id, company_dept_id);
alter table distribution_detail add constraint distribution_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index distribution_detail_material_id_ix on distribution_detail (tenant_id, material_id);
alter table distribution_detail add constraint distribution_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index distribution_detail_unit_id_ix on distribution_detail (tenant_id, unit_id);
alter table distribution_detail add constraint distribution_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index distribution_detail_base_unit_id_ix on distribution_detail (tenant_id, base_unit_id);
alter table distribution_detail add constraint distribution_detail_out_warehouse_id_fk foreign key (tenant_id, out_warehouse_id) references warehouse (tenant_id, id);
create index distribution_detail_out_warehouse_id_ix on distribution_detail (tenant_id, out_warehouse_id);
alter table distribution_detail add constraint distribution_detail_out_org_id_fk foreign key (tenant_id, out_org_id) references dept (tenant_id, id);
create index distribution_detail_out_org_id_ix on distribution_detail (tenant_id, out_org_id);
alter table distribution_detail add constraint distribution_detail_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index distribution_detail_supplier_id_ix on distribution_detail (tenant_id, supplier_id);
alter table distribution_detail add constraint distribution_detail_origin_material_id_fk foreign key (tenant_id, origin_material_id) references material (tenant_id, id);
create index distribution_detail_origin_material_id_ix on distribution_detail (tenant_id, origin_material_id);

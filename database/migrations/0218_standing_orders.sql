-- Standing orders: quantities by weekday, and which of their days were drafted.
create table standing_order (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  name text not null,
  warehouse_id bigint not null,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  source_kind text not null default 'direct',
  supplier_id bigint,
  start_date date,
  end_date date,
  skip_dates text,
  ahead_days integer not null default '1',
  next_date date,
  last_date date,
  problem text,
  frozen smallint not null default '0',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint standing_order_pk primary key (tenant_id, id),
  constraint standing_order_code_uq unique nulls distinct (tenant_id, code),
  constraint standing_order_source_kind_ck check (source_kind in ('direct', 'warehouse', 'factory', 'self')),
  constraint standing_order_frozen_ck check (frozen in (0, 1)),
  constraint standing_order_days_ck check (end_date is null or end_date >= start_date)
);
create index standing_order_name_order_ix on standing_order (tenant_id, name collate pinyin, id);
create index standing_order_problem_order_ix on standing_order (tenant_id, problem, id);
create index standing_order_recent_ix on standing_order (tenant_id, create_time desc, id desc);
create index standing_order_search_ix on standing_order using gin (search_text gin_trgm_ops);
alter table standing_order enable row level security;
alter table standing_order force row level security;
create policy tenant on standing_order using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table standing_order alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on standing_order to larder_app;
create table standing_order_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  standing_order_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint not null,
  qty1 numeric(20,6),
  qty2 numeric(20,6),
  qty3 numeric(20,6),
  qty4 numeric(20,6),
  qty5 numeric(20,6),
  qty6 numeric(20,6),
  qty7 numeric(20,6),
  constraint standing_order_detail_pk primary key (tenant_id, id),
  constraint standing_order_detail_owner_fk foreign key (tenant_id, standing_order_id) references standing_order (tenant_id, id) on delete cascade,
  constraint standing_order_detail_qty1_ck check (qty1 >= 0),
  constraint standing_order_detail_qty2_ck check (qty2 >= 0),
  constraint standing_order_detail_qty3_ck check (qty3 >= 0),
  constraint standing_order_detail_qty4_ck check (qty4 >= 0),
  constraint standing_order_detail_qty5_ck check (qty5 >= 0),
  constraint standing_order_detail_qty6_ck check (qty6 >= 0),
  constraint standing_order_detail_qty7_ck check (qty7 >= 0),
  constraint standing_order_detail_standing_order_id_material_id__1s2jqaj unique nulls distinct (tenant_id, standing_order_id, material_id, unit_id)
);
create index standing_order_detail_owner_ix on standing_order_detail (tenant_id, standing_order_id, line_no);
alter table standing_order_detail enable row level security;
alter table standing_order_detail force row level security;
create policy tenant on standing_order_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table standing_order_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on standing_order_detail to larder_app;
alter table standing_order add constraint standing_order_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index standing_order_warehouse_id_ix on standing_order (tenant_id, warehouse_id);
alter table standing_order add constraint standing_order_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index standing_order_company_dept_id_ix on standing_order (tenant_id, company_dept_id);
alter table standing_order add constraint standing_order_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index standing_order_blade_project_dept_id_ix on standing_order (tenant_id, blade_project_dept_id);
alter table standing_order add constraint standing_order_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index standing_order_supplier_id_ix on standing_order (tenant_id, supplier_id);
alter table standing_order_detail add constraint standing_order_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index standing_order_detail_material_id_ix on standing_order_detail (tenant_id, material_id);
alter table standing_order_detail add constraint standing_order_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index standing_order_detail_unit_id_ix on standing_order_detail (tenant_id, unit_id);

-- Which days of a standing order were drafted: each once, whoever runs.
create table standing_order_run (
  tenant_id text not null default current_setting('app.tenant', true),
  standing_order_id bigint not null,
  delivery_date date not null,
  request_id bigint,
  made_time timestamptz not null default now(),
  constraint standing_order_run_pk primary key (tenant_id, standing_order_id, delivery_date),
  constraint standing_order_run_order_fk foreign key (tenant_id, standing_order_id) references standing_order (tenant_id, id) on delete cascade,
  constraint standing_order_run_request_fk foreign key (tenant_id, request_id) references purchase_request (tenant_id, id) on delete set null (request_id)
);
create index standing_order_run_request_ix on standing_order_run (tenant_id, request_id);
alter table standing_order_run enable row level security;
alter table standing_order_run force row level security;
create policy tenant on standing_order_run using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on standing_order_run to larder_app;

-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table other_in_store (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  bill_date date,
  in_type text not null,
  warehouse_id bigint not null,
  supplier_id bigint,
  amount numeric(20,2),
  reversal text not null default 'none',
  reversible smallint not null default '0',
  reversal_of_id bigint,
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
  constraint other_in_store_pk primary key (tenant_id, id),
  constraint other_in_store_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint other_in_store_reversal_ck check (reversal in ('none', 'reversed', 'mirror')),
  constraint other_in_store_reversible_ck check (reversible in (0, 1)),
  constraint other_in_store_reversal_of_id_uq unique nulls distinct (tenant_id, reversal_of_id),
  constraint other_in_store_status_ck check (status in ('draft', 'pending', 'rejected', 'void', 'done'))
);
create index other_in_store_bill_code_part_ix on other_in_store using gin (bill_code gin_trgm_ops);
create index other_in_store_recent_ix on other_in_store (tenant_id, create_time desc, id desc);
alter table other_in_store enable row level security;
alter table other_in_store force row level security;
create policy tenant on other_in_store using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table other_in_store alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on other_in_store to larder_app;
create table other_in_store_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  other_in_store_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint,
  qty numeric(20,6) not null,
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  aux_qty numeric(20,6),
  price numeric(20,6),
  expiry_date date,
  production_date date,
  supplier_batch_no text,
  origin text,
  batch_id bigint,
  unit_cost numeric(20,6),
  amount numeric(20,2),
  remark text,
  constraint other_in_store_detail_pk primary key (tenant_id, id),
  constraint other_in_store_detail_owner_fk foreign key (tenant_id, other_in_store_id) references other_in_store (tenant_id, id) on delete cascade
);
create index other_in_store_detail_owner_ix on other_in_store_detail (tenant_id, other_in_store_id, line_no);
alter table other_in_store_detail enable row level security;
alter table other_in_store_detail force row level security;
create policy tenant on other_in_store_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table other_in_store_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on other_in_store_detail to larder_app;
create table other_out_store (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  bill_date date,
  out_type text not null,
  warehouse_id bigint not null,
  dept_id bigint not null,
  cost_subject text,
  amount numeric(20,2),
  reversal text not null default 'none',
  reversible smallint not null default '0',
  reversal_of_id bigint,
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
  constraint other_out_store_pk primary key (tenant_id, id),
  constraint other_out_store_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint other_out_store_reversal_ck check (reversal in ('none', 'reversed', 'mirror')),
  constraint other_out_store_reversible_ck check (reversible in (0, 1)),
  constraint other_out_store_reversal_of_id_uq unique nulls distinct (tenant_id, reversal_of_id),
  constraint other_out_store_status_ck check (status in ('draft', 'pending', 'rejected', 'void', 'done'))
);
create index other_out_store_bill_code_part_ix on other_out_store using gin (bill_code gin_trgm_ops);
create index other_out_store_recent_ix on other_out_store (tenant_id, create_time desc, id desc);
alter table other_out_store enable row level security;
alter table other_out_store force row level security;
create policy tenant on other_out_store using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table other_out_store alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on other_out_store to larder_app;
create table other_out_store_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  other_out_store_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint,
  qty numeric(20,6) not null,
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  batch_id bigint,
  aux_qty numeric(20,6),
  lot_reason text,
  pictures bigint[],
  unit_cost numeric(20,6),
  amount numeric(20,2),
  remark text,
  constraint other_out_store_detail_pk primary key (tenant_id, id),
  constraint other_out_store_detail_owner_fk foreign key (tenant_id, other_out_store_id) references other_out_store (tenant_id, id) on delete cascade
);
create index other_out_store_detail_owner_ix on other_out_store_detail (tenant_id, other_out_store_id, line_no);
alter table other_out_store_detail enable row level security;
alter table other_out_store_detail force row level security;
create policy tenant on other_out_store_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table other_out_store_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on other_out_store_detail to larder_app;
create table other_out_store_lots (
  tenant_id text not null,
  id bigint not null default new_id(),
  other_out_store_id bigint not null,
  line_no integer not null,
  detail_line integer not null,
  material_id bigint not null,
  batch_id bigint not null,
  base_unit_id bigint not null,
  base_qty numeric(20,6) not null,
  aux_qty numeric(20,6) not null default '0',
  unit_cost numeric(20,6),
  amount numeric(20,2),
  constraint other_out_store_lots_pk primary key (tenant_id, id),
  constraint other_out_store_lots_owner_fk foreign key (tenant_id, other_out_store_id) references other_out_store (tenant_id, id) on delete cascade
);
create index other_out_store_lots_owner_ix on other_out_store_lots (tenant_id, other_out_store_id, line_no);
alter table other_out_store_lots enable row level security;
alter table other_out_store_lots force row level security;
create policy tenant on other_out_store_lots using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table other_out_store_lots alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on other_out_store_lots to larder_app;
alter table other_in_store add constraint other_in_store_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index other_in_store_apply_user_id_ix on other_in_store (tenant_id, apply_user_id);
alter table other_in_store add constraint other_in_store_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index other_in_store_approve_user_id_ix on other_in_store (tenant_id, approve_user_id);
alter table other_in_store add constraint other_in_store_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index other_in_store_warehouse_id_ix on other_in_store (tenant_id, warehouse_id);
alter table other_in_store add constraint other_in_store_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index other_in_store_supplier_id_ix on other_in_store (tenant_id, supplier_id);
alter table other_in_store add constraint other_in_store_reversal_of_id_fk foreign key (tenant_id, reversal_of_id) references other_in_store (tenant_id, id);
create index other_in_store_reversal_of_id_ix on other_in_store (tenant_id, reversal_of_id);
alter table other_in_store add constraint other_in_store_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index other_in_store_company_dept_id_ix on other_in_store (tenant_id, company_dept_id);
alter table other_in_store add constraint other_in_store_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index other_in_store_project_dept_id_ix on other_in_store (tenant_id, project_dept_id);
alter table other_in_store_detail add constraint other_in_store_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index other_in_store_detail_material_id_ix on other_in_store_detail (tenant_id, material_id);
alter table other_in_store_detail add constraint other_in_store_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index other_in_store_detail_unit_id_ix on other_in_store_detail (tenant_id, unit_id);
alter table other_in_store_detail add constraint other_in_store_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index other_in_store_detail_base_unit_id_ix on other_in_store_detail (tenant_id, base_unit_id);
alter table other_in_store_detail add constraint other_in_store_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index other_in_store_detail_batch_id_ix on other_in_store_detail (tenant_id, batch_id);
alter table other_out_store add constraint other_out_store_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index other_out_store_apply_user_id_ix on other_out_store (tenant_id, apply_user_id);
alter table other_out_store add constraint other_out_store_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index other_out_store_approve_user_id_ix on other_out_store (tenant_id, approve_user_id);
alter table other_out_store add constraint other_out_store_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index other_out_store_warehouse_id_ix on other_out_store (tenant_id, warehouse_id);
alter table other_out_store add constraint other_out_store_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index other_out_store_dept_id_ix on other_out_store (tenant_id, dept_id);
alter table other_out_store add constraint other_out_store_reversal_of_id_fk foreign key (tenant_id, reversal_of_id) references other_out_store (tenant_id, id);
create index other_out_store_reversal_of_id_ix on other_out_store (tenant_id, reversal_of_id);
alter table other_out_store add constraint other_out_store_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index other_out_store_company_dept_id_ix on other_out_store (tenant_id, company_dept_id);
alter table other_out_store add constraint other_out_store_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index other_out_store_project_dept_id_ix on other_out_store (tenant_id, project_dept_id);
alter table other_out_store_detail add constraint other_out_store_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index other_out_store_detail_material_id_ix on other_out_store_detail (tenant_id, material_id);
alter table other_out_store_detail add constraint other_out_store_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index other_out_store_detail_unit_id_ix on other_out_store_detail (tenant_id, unit_id);
alter table other_out_store_detail add constraint other_out_store_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index other_out_store_detail_base_unit_id_ix on other_out_store_detail (tenant_id, base_unit_id);
alter table other_out_store_detail add constraint other_out_store_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index other_out_store_detail_batch_id_ix on other_out_store_detail (tenant_id, batch_id);
alter table other_out_store_lots add constraint other_out_store_lots_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index other_out_store_lots_material_id_ix on other_out_store_lots (tenant_id, material_id);
alter table other_out_store_lots add constraint other_out_store_lots_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index other_out_store_lots_batch_id_ix on other_out_store_lots (tenant_id, batch_id);
alter table other_out_store_lots add constraint other_out_store_lots_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index other_out_store_lots_base_unit_id_ix on other_out_store_lots (tenant_id, base_unit_id);

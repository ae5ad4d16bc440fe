-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table allocation (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  bill_date date,
  need_time timestamptz not null,
  out_location_id bigint not null,
  in_location_id bigint not null,
  allocation_reason text not null,
  out_state text not null default 'none',
  outstore_id bigint,
  cross_company smallint not null default '0',
  charge_amount numeric(20,2),
  company_dept_id bigint,
  project_dept_id bigint,
  in_project_dept_id bigint,
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
  constraint allocation_pk primary key (tenant_id, id),
  constraint allocation_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint allocation_out_state_ck check (out_state in ('none', 'to-pick', 'shipped', 'received')),
  constraint allocation_cross_company_ck check (cross_company in (0, 1)),
  constraint allocation_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index allocation_bill_code_part_ix on allocation using gin (bill_code gin_trgm_ops);
create index allocation_recent_ix on allocation (tenant_id, create_time desc, id desc);
alter table allocation enable row level security;
alter table allocation force row level security;
create policy tenant on allocation using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table allocation alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on allocation to larder_app;
create table allocation_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  allocation_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint,
  qty numeric(20,6) not null,
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  batch_id bigint,
  reserved_qty numeric(20,6) not null default '0',
  picked_qty numeric(20,6) not null default '0',
  received_qty numeric(20,6) not null default '0',
  settled_qty numeric(20,6) not null default '0',
  management_price numeric(20,6),
  remark text,
  constraint allocation_detail_pk primary key (tenant_id, id),
  constraint allocation_detail_owner_fk foreign key (tenant_id, allocation_id) references allocation (tenant_id, id) on delete cascade,
  constraint allocation_detail_qty_ck check (qty > 0),
  constraint allocation_detail_allocation_id_material_id_batch_id_uq unique nulls distinct (tenant_id, allocation_id, material_id, batch_id)
);
create index allocation_detail_owner_ix on allocation_detail (tenant_id, allocation_id, line_no);
alter table allocation_detail enable row level security;
alter table allocation_detail force row level security;
create policy tenant on allocation_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table allocation_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on allocation_detail to larder_app;
alter table out_store_detail add column batch_id bigint;
alter table out_store_detail add constraint out_store_detail_batch_id_fk FOREIGN KEY (tenant_id, batch_id) REFERENCES batch(tenant_id, id);
alter table allocation add constraint allocation_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index allocation_apply_user_id_ix on allocation (tenant_id, apply_user_id);
alter table allocation add constraint allocation_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index allocation_approve_user_id_ix on allocation (tenant_id, approve_user_id);
alter table allocation add constraint allocation_out_location_id_fk foreign key (tenant_id, out_location_id) references warehouse (tenant_id, id);
create index allocation_out_location_id_ix on allocation (tenant_id, out_location_id);
alter table allocation add constraint allocation_in_location_id_fk foreign key (tenant_id, in_location_id) references warehouse (tenant_id, id);
create index allocation_in_location_id_ix on allocation (tenant_id, in_location_id);
alter table allocation add constraint allocation_outstore_id_fk foreign key (tenant_id, outstore_id) references out_store (tenant_id, id);
create index allocation_outstore_id_ix on allocation (tenant_id, outstore_id);
alter table allocation add constraint allocation_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index allocation_company_dept_id_ix on allocation (tenant_id, company_dept_id);
alter table allocation add constraint allocation_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index allocation_project_dept_id_ix on allocation (tenant_id, project_dept_id);
alter table allocation add constraint allocation_in_project_dept_id_fk foreign key (tenant_id, in_project_dept_id) references dept (tenant_id, id);
create index allocation_in_project_dept_id_ix on allocation (tenant_id, in_project_dept_id);
alter table allocation_detail add constraint allocation_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index allocation_detail_material_id_ix on allocation_detail (tenant_id, material_id);
alter table allocation_detail add constraint allocation_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index allocation_detail_unit_id_ix on allocation_detail (tenant_id, unit_id);
alter table allocation_detail add constraint allocation_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index allocation_detail_base_unit_id_ix on allocation_detail (tenant_id, base_unit_id);
alter table allocation_detail add constraint allocation_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index allocation_detail_batch_id_ix on allocation_detail (tenant_id, batch_id);
create index out_store_detail_batch_id_ix on out_store_detail USING btree (tenant_id, batch_id);

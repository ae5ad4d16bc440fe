-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
alter table return_out_store drop constraint return_out_store_source_bill_type_ck;
create table inv_return (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  bill_date date,
  return_type text not null default 'from-stall',
  warehouse_id bigint not null,
  use_restaurant_dept_id bigint not null,
  gear_operation_dept_id bigint,
  return_reason text not null,
  out_state text not null default 'none',
  return_outstore_id bigint,
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
  constraint inv_return_pk primary key (tenant_id, id),
  constraint inv_return_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint inv_return_return_type_ck check (return_type in ('from-stall', 'to-factory')),
  constraint inv_return_out_state_ck check (out_state in ('none', 'to-ship', 'shipped', 'received', 'back')),
  constraint inv_return_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index inv_return_bill_code_part_ix on inv_return using gin (bill_code gin_trgm_ops);
create index inv_return_recent_ix on inv_return (tenant_id, create_time desc, id desc);
alter table inv_return enable row level security;
alter table inv_return force row level security;
create policy tenant on inv_return using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table inv_return alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on inv_return to larder_app;
create table inv_return_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  inv_return_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint,
  qty numeric(20,6) not null,
  factor numeric(24,12),
  base_unit_id bigint,
  base_qty numeric(20,6),
  batch_id bigint not null,
  aux_qty numeric(20,6),
  received_qty numeric(20,6) not null default '0',
  remark text,
  constraint inv_return_detail_pk primary key (tenant_id, id),
  constraint inv_return_detail_owner_fk foreign key (tenant_id, inv_return_id) references inv_return (tenant_id, id) on delete cascade,
  constraint inv_return_detail_qty_ck check (qty > 0),
  constraint inv_return_detail_inv_return_id_batch_id_uq unique nulls distinct (tenant_id, inv_return_id, batch_id)
);
create index inv_return_detail_owner_ix on inv_return_detail (tenant_id, inv_return_id, line_no);
alter table inv_return_detail enable row level security;
alter table inv_return_detail force row level security;
create policy tenant on inv_return_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table inv_return_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on inv_return_detail to larder_app;
alter table return_out_store add column from_location_id bigint;
alter table return_out_store add constraint return_out_store_source_bill_type_ck CHECK (source_bill_type = ANY (ARRAY['purchase-return'::text, 'inv-return'::text]));
alter table return_out_store add constraint return_out_store_from_location_id_fk FOREIGN KEY (tenant_id, from_location_id) REFERENCES stock_location(tenant_id, id);
alter table inv_return add constraint inv_return_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index inv_return_apply_user_id_ix on inv_return (tenant_id, apply_user_id);
alter table inv_return add constraint inv_return_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index inv_return_approve_user_id_ix on inv_return (tenant_id, approve_user_id);
alter table inv_return add constraint inv_return_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index inv_return_warehouse_id_ix on inv_return (tenant_id, warehouse_id);
alter table inv_return add constraint inv_return_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index inv_return_use_restaurant_dept_id_ix on inv_return (tenant_id, use_restaurant_dept_id);
alter table inv_return add constraint inv_return_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index inv_return_gear_operation_dept_id_ix on inv_return (tenant_id, gear_operation_dept_id);
alter table inv_return add constraint inv_return_return_outstore_id_fk foreign key (tenant_id, return_outstore_id) references return_out_store (tenant_id, id);
create index inv_return_return_outstore_id_ix on inv_return (tenant_id, return_outstore_id);
alter table inv_return add constraint inv_return_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index inv_return_company_dept_id_ix on inv_return (tenant_id, company_dept_id);
alter table inv_return add constraint inv_return_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index inv_return_project_dept_id_ix on inv_return (tenant_id, project_dept_id);
alter table inv_return_detail add constraint inv_return_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index inv_return_detail_material_id_ix on inv_return_detail (tenant_id, material_id);
alter table inv_return_detail add constraint inv_return_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index inv_return_detail_unit_id_ix on inv_return_detail (tenant_id, unit_id);
alter table inv_return_detail add constraint inv_return_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index inv_return_detail_base_unit_id_ix on inv_return_detail (tenant_id, base_unit_id);
alter table inv_return_detail add constraint inv_return_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index inv_return_detail_batch_id_ix on inv_return_detail (tenant_id, batch_id);
create index return_out_store_from_location_id_ix on return_out_store USING btree (tenant_id, from_location_id);

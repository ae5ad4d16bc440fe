-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table distribution_bill (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  kind text not null default 'straight',
  company_dept_id bigint,
  out_org_id bigint,
  type text,
  source_codes text,
  date_from date,
  date_to date,
  line_count integer not null default '0',
  open_count integer not null default '0',
  unassigned_count integer not null default '0',
  amount numeric(20,2),
  remark text,
  attachments bigint[],
  status text not null default 'open',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint distribution_bill_pk primary key (tenant_id, id),
  constraint distribution_bill_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint distribution_bill_kind_ck check (kind in ('straight', 'uniform')),
  constraint distribution_bill_type_ck check (type in ('factory', 'warehouse')),
  constraint distribution_bill_status_ck check (status in ('open', 'documented', 'done', 'void'))
);
create index distribution_bill_bill_code_part_ix on distribution_bill using gin (bill_code gin_trgm_ops);
create index distribution_bill_source_codes_order_ix on distribution_bill (tenant_id, kind, source_codes, id);
create index distribution_bill_source_codes_part_ix on distribution_bill using gin (source_codes gin_trgm_ops);
create index distribution_bill_recent_ix on distribution_bill (tenant_id, kind, create_time desc, id desc);
alter table distribution_bill enable row level security;
alter table distribution_bill force row level security;
create policy tenant on distribution_bill using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table distribution_bill alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on distribution_bill to larder_app;
create table distribution_bill_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  distribution_bill_id bigint not null,
  line_no integer not null,
  source_type text not null,
  source_detail_id text not null,
  source_code text not null,
  blade_project_dept_id bigint not null,
  warehouse_id bigint not null,
  material_id bigint not null,
  origin_material_id bigint,
  ratio numeric(24,12) not null default '1',
  unit_id bigint not null,
  factor numeric(24,12) not null default '1',
  base_unit_id bigint not null,
  base_qty numeric(20,6) not null default '0',
  qty numeric(20,6) not null default '0',
  need_date date not null,
  delivery_date date not null,
  order_before timestamptz,
  late_flag smallint not null default '0',
  late_reason text,
  source_kind text not null,
  source_reason text,
  out_warehouse_id bigint,
  out_factory_warehouse_id bigint,
  supplier_id bigint,
  supplier_reason text,
  supply_mode text,
  arrive_date date,
  price numeric(20,6),
  tax_rate numeric(14,6),
  price_no_tax numeric(20,6),
  amount numeric(20,2),
  price_reason text,
  split_from_id text,
  documented_qty numeric(20,6) not null default '0',
  ordered_qty numeric(20,6) not null default '0',
  shipped_qty numeric(20,6) not null default '0',
  received_qty numeric(20,6) not null default '0',
  cancelled_qty numeric(20,6) not null default '0',
  line_status text not null default 'open',
  revision integer not null default '0',
  need_base_qty numeric(20,6) not null default '0',
  change_id bigint,
  constraint distribution_bill_detail_pk primary key (tenant_id, id),
  constraint distribution_bill_detail_owner_fk foreign key (tenant_id, distribution_bill_id) references distribution_bill (tenant_id, id) on delete cascade,
  constraint distribution_bill_detail_source_type_ck check (source_type in ('request', 'distribution')),
  constraint distribution_bill_detail_qty_ck check (qty >= 0),
  constraint distribution_bill_detail_late_flag_ck check (late_flag in (0, 1)),
  constraint distribution_bill_detail_source_kind_ck check (source_kind in ('direct', 'warehouse', 'factory')),
  constraint distribution_bill_detail_supply_mode_ck check (supply_mode in ('stock', 'produce', 'purchase')),
  constraint distribution_bill_detail_documented_qty_ck check (documented_qty >= 0),
  constraint distribution_bill_detail_ordered_qty_ck check (ordered_qty >= 0),
  constraint distribution_bill_detail_shipped_qty_ck check (shipped_qty >= 0),
  constraint distribution_bill_detail_received_qty_ck check (received_qty >= 0),
  constraint distribution_bill_detail_cancelled_qty_ck check (cancelled_qty >= 0),
  constraint distribution_bill_detail_line_status_ck check (line_status in ('open', 'documented', 'ordered', 'received', 'closed'))
);
create index distribution_bill_detail_owner_ix on distribution_bill_detail (tenant_id, distribution_bill_id, line_no);
alter table distribution_bill_detail enable row level security;
alter table distribution_bill_detail force row level security;
create policy tenant on distribution_bill_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table distribution_bill_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on distribution_bill_detail to larder_app;
create table distribution_change (
  tenant_id text not null,
  id bigint not null default new_id(),
  batch_no text not null,
  bill_type text not null,
  change_type text not null,
  line_count integer not null default '0',
  detail_ids jsonb,
  before jsonb,
  after jsonb,
  amount_diff numeric(20,2),
  reason text,
  undone_by_id bigint,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint distribution_change_pk primary key (tenant_id, id),
  constraint distribution_change_batch_no_uq unique nulls distinct (tenant_id, batch_no),
  constraint distribution_change_bill_type_ck check (bill_type in ('straight', 'uniform')),
  constraint distribution_change_change_type_ck check (change_type in ('supplier', 'material', 'both', 'split', 'source', 'undo'))
);
create index distribution_change_recent_ix on distribution_change (tenant_id, create_time desc, id desc);
alter table distribution_change enable row level security;
alter table distribution_change force row level security;
create policy tenant on distribution_change using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table distribution_change alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on distribution_change to larder_app;
alter table purchase_request add column distribute_status text not null default 'none'::text;
alter table purchase_request_detail add column distributed_qty numeric(20,6) not null default '0'::numeric;
alter table purchase_request add constraint purchase_request_distribute_status_ck CHECK (distribute_status = ANY (ARRAY['none'::text, 'partial'::text, 'all'::text]));
alter table purchase_request_detail add constraint purchase_request_detail_distributed_qty_ck CHECK (distributed_qty >= 0::numeric);
alter table distribution_bill add constraint distribution_bill_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index distribution_bill_apply_user_id_ix on distribution_bill (tenant_id, apply_user_id);
alter table distribution_bill add constraint distribution_bill_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index distribution_bill_approve_user_id_ix on distribution_bill (tenant_id, approve_user_id);
alter table distribution_bill add constraint distribution_bill_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index distribution_bill_company_dept_id_ix on distribution_bill (tenant_id, company_dept_id);
alter table distribution_bill add constraint distribution_bill_out_org_id_fk foreign key (tenant_id, out_org_id) references dept (tenant_id, id);
create index distribution_bill_out_org_id_ix on distribution_bill (tenant_id, out_org_id);
alter table distribution_bill_detail add constraint distribution_bill_detail_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index distribution_bill_detail_blade_project_dept_id_ix on distribution_bill_detail (tenant_id, blade_project_dept_id);
alter table distribution_bill_detail add constraint distribution_bill_detail_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index distribution_bill_detail_warehouse_id_ix on distribution_bill_detail (tenant_id, warehouse_id);
alter table distribution_bill_detail add constraint distribution_bill_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index distribution_bill_detail_material_id_ix on distribution_bill_detail (tenant_id, material_id);
alter table distribution_bill_detail add constraint distribution_bill_detail_origin_material_id_fk foreign key (tenant_id, origin_material_id) references material (tenant_id, id);
create index distribution_bill_detail_origin_material_id_ix on distribution_bill_detail (tenant_id, origin_material_id);
alter table distribution_bill_detail add constraint distribution_bill_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index distribution_bill_detail_unit_id_ix on distribution_bill_detail (tenant_id, unit_id);
alter table distribution_bill_detail add constraint distribution_bill_detail_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index distribution_bill_detail_base_unit_id_ix on distribution_bill_detail (tenant_id, base_unit_id);
alter table distribution_bill_detail add constraint distribution_bill_detail_out_warehouse_id_fk foreign key (tenant_id, out_warehouse_id) references warehouse (tenant_id, id);
create index distribution_bill_detail_out_warehouse_id_ix on distribution_bill_detail (tenant_id, out_warehouse_id);
alter table distribution_bill_detail add constraint distribution_bill_detail_out_factory_warehouse_id_fk foreign key (tenant_id, out_factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index distribution_bill_detail_out_factory_warehouse_id_ix on distribution_bill_detail (tenant_id, out_factory_warehouse_id);
alter table distribution_bill_detail add constraint distribution_bill_detail_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index distribution_bill_detail_supplier_id_ix on distribution_bill_detail (tenant_id, supplier_id);
alter table distribution_bill_detail add constraint distribution_bill_detail_change_id_fk foreign key (tenant_id, change_id) references distribution_change (tenant_id, id);
create index distribution_bill_detail_change_id_ix on distribution_bill_detail (tenant_id, change_id);
alter table distribution_change add constraint distribution_change_undone_by_id_fk foreign key (tenant_id, undone_by_id) references distribution_change (tenant_id, id);
create index distribution_change_undone_by_id_ix on distribution_change (tenant_id, undone_by_id);

-- Sorting lines of orders with every act on them, and how a shortage is shared among sites.
create table distribution_statement_log (
  tenant_id text not null,
  id bigint not null default new_id(),
  order_type text not null default 'factory',
  order_no text not null,
  order_id text not null,
  order_detail_id text not null,
  delivery_date date not null,
  site_dept_id bigint not null,
  project_dept_sys_id bigint,
  warehouse_id bigint not null,
  route_id bigint,
  stop_seq integer,
  wave_no text not null,
  priority_class text,
  material_id bigint not null,
  order_qty numeric(20,6) not null default '0',
  num numeric(20,6) not null default '0',
  short_qty numeric(20,6) not null default '0',
  short_reason text,
  target_qty numeric(20,6),
  unit_id bigint not null,
  factor numeric(24,12) not null default '1',
  base_unit_id bigint not null,
  pieces integer,
  weight numeric(20,6),
  state text not null default 'waiting',
  out_org_id bigint not null,
  factory_warehouse_id bigint,
  out_warehouse_id bigint,
  batch_id bigint,
  label_no text,
  basket_no text,
  device_id text,
  split_id bigint,
  operator_id bigint,
  op_time timestamptz,
  shipped_flag smallint not null default '0',
  visible_dept_ids bigint[],
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint distribution_statement_log_pk primary key (tenant_id, id),
  constraint distribution_statement_log_order_type_ck check (order_type in ('factory', 'client', 'suppress')),
  constraint distribution_statement_log_order_qty_ck check (order_qty >= 0),
  constraint distribution_statement_log_num_ck check (num >= 0),
  constraint distribution_statement_log_short_qty_ck check (short_qty >= 0),
  constraint distribution_statement_log_target_qty_ck check (target_qty >= 0),
  constraint distribution_statement_log_factor_ck check (factor > 0),
  constraint distribution_statement_log_weight_ck check (weight >= 0),
  constraint distribution_statement_log_state_ck check (state in ('waiting', 'done', 'short', 'undone', 'void')),
  constraint distribution_statement_log_shipped_flag_ck check (shipped_flag in (0, 1)),
  constraint distribution_statement_log_store_ck check (num_nonnulls(factory_warehouse_id, out_warehouse_id) = 1),
  constraint distribution_statement_log_short_ck check (state <> 'short' or short_reason is not null),
  constraint distribution_statement_log_done_ck check (state not in ('done', 'short') or num = 0 or batch_id is not null)
);
create index distribution_statement_log_delivery_date_out_org_id__1cho9ev on distribution_statement_log (tenant_id, delivery_date, out_org_id, material_id);
create index distribution_statement_log_route_id_stop_seq_ix on distribution_statement_log (tenant_id, route_id, stop_seq);
create index distribution_statement_log_order_no_order_ix on distribution_statement_log (tenant_id, order_no, id);
create index distribution_statement_log_order_no_part_ix on distribution_statement_log using gin (order_no gin_trgm_ops);
create index distribution_statement_log_wave_no_order_ix on distribution_statement_log (tenant_id, wave_no, id);
create index distribution_statement_log_wave_no_part_ix on distribution_statement_log using gin (wave_no gin_trgm_ops);
create index distribution_statement_log_recent_ix on distribution_statement_log (tenant_id, create_time desc, id desc);
alter table distribution_statement_log enable row level security;
alter table distribution_statement_log force row level security;
create policy tenant on distribution_statement_log using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table distribution_statement_log alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on distribution_statement_log to larder_app;
create table shortage_split (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  factory_warehouse_id bigint,
  out_warehouse_id bigint,
  out_org_id bigint,
  delivery_date date not null,
  wave_no text,
  material_id bigint not null,
  unit_id bigint,
  supply_qty numeric(20,6),
  demand_qty numeric(20,6) not null default '0',
  short_qty numeric(20,6) not null default '0',
  supply_from text not null default 'stock',
  rule text not null default 'priority',
  step numeric(20,6),
  remark text,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint shortage_split_pk primary key (tenant_id, id),
  constraint shortage_split_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint shortage_split_supply_qty_ck check (supply_qty >= 0),
  constraint shortage_split_supply_from_ck check (supply_from in ('stock', 'entered')),
  constraint shortage_split_demand_qty_ck check (demand_qty >= 0),
  constraint shortage_split_short_qty_ck check (short_qty >= 0),
  constraint shortage_split_rule_ck check (rule in ('priority', 'proportional', 'equal', 'manual')),
  constraint shortage_split_step_ck check (step > 0),
  constraint shortage_split_status_ck check (status in ('draft', 'confirmed', 'void')),
  constraint shortage_split_store_ck check (num_nonnulls(factory_warehouse_id, out_warehouse_id) = 1)
);
create index shortage_split_delivery_date_material_id_ix on shortage_split (tenant_id, delivery_date, material_id);
create index shortage_split_bill_code_part_ix on shortage_split using gin (bill_code gin_trgm_ops);
create index shortage_split_wave_no_order_ix on shortage_split (tenant_id, wave_no, id);
create index shortage_split_wave_no_part_ix on shortage_split using gin (wave_no gin_trgm_ops);
create index shortage_split_recent_ix on shortage_split (tenant_id, create_time desc, id desc);
alter table shortage_split enable row level security;
alter table shortage_split force row level security;
create policy tenant on shortage_split using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table shortage_split alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on shortage_split to larder_app;
create table shortage_split_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  shortage_split_id bigint not null,
  line_no integer not null,
  log_id bigint not null,
  order_no text,
  site_dept_id bigint,
  priority_class text,
  stop_seq integer,
  unit_id bigint,
  demand_qty numeric(20,6) not null default '0',
  exact_share numeric(20,6) not null default '0',
  allocated_qty numeric(20,6) not null default '0',
  short_qty numeric(20,6) not null default '0',
  reason text,
  constraint shortage_split_detail_pk primary key (tenant_id, id),
  constraint shortage_split_detail_owner_fk foreign key (tenant_id, shortage_split_id) references shortage_split (tenant_id, id) on delete cascade,
  constraint shortage_split_detail_demand_qty_ck check (demand_qty >= 0),
  constraint shortage_split_detail_exact_share_ck check (exact_share >= 0),
  constraint shortage_split_detail_allocated_qty_ck check (allocated_qty >= 0),
  constraint shortage_split_detail_short_qty_ck check (short_qty >= 0)
);
create index shortage_split_detail_owner_ix on shortage_split_detail (tenant_id, shortage_split_id, line_no);
alter table shortage_split_detail enable row level security;
alter table shortage_split_detail force row level security;
create policy tenant on shortage_split_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table shortage_split_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on shortage_split_detail to larder_app;
alter table project_dept_system add column delivery_priority text;
alter table distribution_statement_log add constraint distribution_statement_log_site_dept_id_fk foreign key (tenant_id, site_dept_id) references dept (tenant_id, id);
create index distribution_statement_log_site_dept_id_ix on distribution_statement_log (tenant_id, site_dept_id);
alter table distribution_statement_log add constraint distribution_statement_log_project_dept_sys_id_fk foreign key (tenant_id, project_dept_sys_id) references project_dept_system (tenant_id, id);
create index distribution_statement_log_project_dept_sys_id_ix on distribution_statement_log (tenant_id, project_dept_sys_id);
alter table distribution_statement_log add constraint distribution_statement_log_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index distribution_statement_log_warehouse_id_ix on distribution_statement_log (tenant_id, warehouse_id);
alter table distribution_statement_log add constraint distribution_statement_log_route_id_fk foreign key (tenant_id, route_id) references delivery_route (tenant_id, id);
create index distribution_statement_log_route_id_ix on distribution_statement_log (tenant_id, route_id);
alter table distribution_statement_log add constraint distribution_statement_log_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index distribution_statement_log_material_id_ix on distribution_statement_log (tenant_id, material_id);
alter table distribution_statement_log add constraint distribution_statement_log_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index distribution_statement_log_unit_id_ix on distribution_statement_log (tenant_id, unit_id);
alter table distribution_statement_log add constraint distribution_statement_log_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index distribution_statement_log_base_unit_id_ix on distribution_statement_log (tenant_id, base_unit_id);
alter table distribution_statement_log add constraint distribution_statement_log_out_org_id_fk foreign key (tenant_id, out_org_id) references dept (tenant_id, id);
create index distribution_statement_log_out_org_id_ix on distribution_statement_log (tenant_id, out_org_id);
alter table distribution_statement_log add constraint distribution_statement_log_factory_warehouse_id_fk foreign key (tenant_id, factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index distribution_statement_log_factory_warehouse_id_ix on distribution_statement_log (tenant_id, factory_warehouse_id);
alter table distribution_statement_log add constraint distribution_statement_log_out_warehouse_id_fk foreign key (tenant_id, out_warehouse_id) references warehouse (tenant_id, id);
create index distribution_statement_log_out_warehouse_id_ix on distribution_statement_log (tenant_id, out_warehouse_id);
alter table distribution_statement_log add constraint distribution_statement_log_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index distribution_statement_log_batch_id_ix on distribution_statement_log (tenant_id, batch_id);
alter table distribution_statement_log add constraint distribution_statement_log_split_id_fk foreign key (tenant_id, split_id) references shortage_split (tenant_id, id);
create index distribution_statement_log_split_id_ix on distribution_statement_log (tenant_id, split_id);
alter table distribution_statement_log add constraint distribution_statement_log_operator_id_fk foreign key (tenant_id, operator_id) references app_user (tenant_id, id);
create index distribution_statement_log_operator_id_ix on distribution_statement_log (tenant_id, operator_id);
alter table shortage_split add constraint shortage_split_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index shortage_split_apply_user_id_ix on shortage_split (tenant_id, apply_user_id);
alter table shortage_split add constraint shortage_split_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index shortage_split_approve_user_id_ix on shortage_split (tenant_id, approve_user_id);
alter table shortage_split add constraint shortage_split_factory_warehouse_id_fk foreign key (tenant_id, factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index shortage_split_factory_warehouse_id_ix on shortage_split (tenant_id, factory_warehouse_id);
alter table shortage_split add constraint shortage_split_out_warehouse_id_fk foreign key (tenant_id, out_warehouse_id) references warehouse (tenant_id, id);
create index shortage_split_out_warehouse_id_ix on shortage_split (tenant_id, out_warehouse_id);
alter table shortage_split add constraint shortage_split_out_org_id_fk foreign key (tenant_id, out_org_id) references dept (tenant_id, id);
create index shortage_split_out_org_id_ix on shortage_split (tenant_id, out_org_id);
alter table shortage_split add constraint shortage_split_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index shortage_split_material_id_ix on shortage_split (tenant_id, material_id);
alter table shortage_split add constraint shortage_split_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index shortage_split_unit_id_ix on shortage_split (tenant_id, unit_id);
alter table shortage_split_detail add constraint shortage_split_detail_log_id_fk foreign key (tenant_id, log_id) references distribution_statement_log (tenant_id, id);
create index shortage_split_detail_log_id_ix on shortage_split_detail (tenant_id, log_id);
alter table shortage_split_detail add constraint shortage_split_detail_site_dept_id_fk foreign key (tenant_id, site_dept_id) references dept (tenant_id, id);
create index shortage_split_detail_site_dept_id_ix on shortage_split_detail (tenant_id, site_dept_id);
alter table shortage_split_detail add constraint shortage_split_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index shortage_split_detail_unit_id_ix on shortage_split_detail (tenant_id, unit_id);

-- A living order line is sorted once from each store and lot; what was shipped stays beside what is sent later.
create unique index distribution_statement_log_line_uq on distribution_statement_log (tenant_id, order_type, order_detail_id, factory_warehouse_id, out_warehouse_id, batch_id) nulls not distinct where shipped_flag = 0 and state <> 'void';
create index distribution_statement_log_order_detail_ix on distribution_statement_log (tenant_id, order_detail_id);
-- One living split of a material, store, day and wave.
create unique index shortage_split_living_uq on shortage_split (tenant_id, factory_warehouse_id, out_warehouse_id, material_id, delivery_date, wave_no) nulls not distinct where status <> 'void';

-- Acts at the table: only ever added to. The key of an act makes it happen once.
create table distribution_statement_event (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  log_id bigint not null,
  op_key text,
  op text not null,
  before jsonb,
  after jsonb,
  device_id text,
  operator_id bigint not null,
  op_time timestamptz not null,
  reason text,
  create_time timestamptz not null default now(),
  constraint distribution_statement_event_pk primary key (tenant_id, id),
  constraint distribution_statement_event_op_key_uq unique (tenant_id, op_key, log_id),
  constraint distribution_statement_event_op_ck check (op in ('sort', 'short', 'undo', 'number', 'warehouse', 'split')),
  constraint distribution_statement_event_log_id_fk foreign key (tenant_id, log_id) references distribution_statement_log (tenant_id, id),
  constraint distribution_statement_event_operator_id_fk foreign key (tenant_id, operator_id) references app_user (tenant_id, id)
);
create index distribution_statement_event_log_id_ix on distribution_statement_event (tenant_id, log_id, id);
create index distribution_statement_event_operator_id_ix on distribution_statement_event (tenant_id, operator_id);
alter table distribution_statement_event enable row level security;
alter table distribution_statement_event force row level security;
create policy tenant on distribution_statement_event using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert on distribution_statement_event to larder_app;

-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table split_bom (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  name text not null,
  material_id bigint not null,
  share_mode text not null default 'price',
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
  constraint split_bom_pk primary key (tenant_id, id),
  constraint split_bom_code_uq unique nulls distinct (tenant_id, code),
  constraint split_bom_share_mode_ck check (share_mode in ('price', 'weight', 'fixed')),
  constraint split_bom_frozen_ck check (frozen in (0, 1))
);
create index split_bom_recent_ix on split_bom (tenant_id, create_time desc, id desc);
create index split_bom_search_ix on split_bom using gin (search_text gin_trgm_ops);
alter table split_bom enable row level security;
alter table split_bom force row level security;
create policy tenant on split_bom using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table split_bom alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on split_bom to larder_app;
create table split_bom_outputs (
  tenant_id text not null,
  id bigint not null default new_id(),
  split_bom_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  output_qty numeric(20,6) not null,
  output_price numeric(20,6),
  output_share numeric(14,6),
  constraint split_bom_outputs_pk primary key (tenant_id, id),
  constraint split_bom_outputs_owner_fk foreign key (tenant_id, split_bom_id) references split_bom (tenant_id, id) on delete cascade,
  constraint split_bom_outputs_output_qty_ck check (output_qty > 0),
  constraint split_bom_outputs_output_price_ck check (output_price > 0),
  constraint split_bom_outputs_output_share_ck check (output_share > 0),
  constraint split_bom_outputs_split_bom_id_material_id_uq unique nulls distinct (tenant_id, split_bom_id, material_id)
);
create index split_bom_outputs_owner_ix on split_bom_outputs (tenant_id, split_bom_id, line_no);
alter table split_bom_outputs enable row level security;
alter table split_bom_outputs force row level security;
create policy tenant on split_bom_outputs using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table split_bom_outputs alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on split_bom_outputs to larder_app;
create table gear_produce (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  gear_operation_dept_id bigint not null,
  biz_date date,
  meal_type text not null,
  produce_type text not null default 'cook',
  dish_id bigint,
  split_bom_id bigint,
  portion_group text not null default 'standard',
  plan_qty numeric(20,6),
  standard_qty numeric(20,6),
  actual_qty numeric(20,6),
  leftover_qty numeric(20,6),
  produce_time timestamptz,
  core_temp numeric(20,6),
  operator_id bigint,
  expire_time timestamptz,
  expire_reason text,
  over_reason text,
  unit_cost numeric(20,6),
  amount numeric(20,2),
  material_id bigint,
  batch_id bigint,
  leftover_batch_id bigint,
  dish_bom_id bigint,
  bill_source text not null default 'manual',
  company_dept_id bigint,
  blade_project_dept_id bigint,
  use_restaurant_dept_id bigint,
  pictures bigint[],
  remark text,
  status text not null default 'posted',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint gear_produce_pk primary key (tenant_id, id),
  constraint gear_produce_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint gear_produce_produce_type_ck check (produce_type in ('cook', 'semi', 'split', 'day-end')),
  constraint gear_produce_actual_qty_ck check (actual_qty > 0),
  constraint gear_produce_leftover_qty_ck check (leftover_qty >= 0),
  constraint gear_produce_bill_source_ck check (bill_source in ('manual', 'auto')),
  constraint gear_produce_status_ck check (status in ('posted', 'reversed'))
);
create index gear_produce_gear_operation_dept_id_biz_date_ix on gear_produce (tenant_id, gear_operation_dept_id, biz_date desc);
create index gear_produce_dish_id_biz_date_ix on gear_produce (tenant_id, dish_id, biz_date desc);
create index gear_produce_bill_code_part_ix on gear_produce using gin (bill_code gin_trgm_ops);
create index gear_produce_recent_ix on gear_produce (tenant_id, create_time desc, id desc);
alter table gear_produce enable row level security;
alter table gear_produce force row level security;
create policy tenant on gear_produce using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table gear_produce alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on gear_produce to larder_app;
create table gear_produce_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_produce_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint,
  std_qty numeric(20,6),
  actual_qty numeric(20,6),
  rest_qty numeric(20,6),
  batch_id bigint,
  lot_reason text,
  actual_yield numeric(14,6),
  amount numeric(20,2),
  constraint gear_produce_detail_pk primary key (tenant_id, id),
  constraint gear_produce_detail_owner_fk foreign key (tenant_id, gear_produce_id) references gear_produce (tenant_id, id) on delete cascade,
  constraint gear_produce_detail_actual_qty_ck check (actual_qty >= 0),
  constraint gear_produce_detail_rest_qty_ck check (rest_qty >= 0)
);
create index gear_produce_detail_owner_ix on gear_produce_detail (tenant_id, gear_produce_id, line_no);
alter table gear_produce_detail enable row level security;
alter table gear_produce_detail force row level security;
create policy tenant on gear_produce_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table gear_produce_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on gear_produce_detail to larder_app;
create table gear_produce_outputs (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_produce_id bigint not null,
  line_no integer not null,
  material_id bigint not null,
  unit_id bigint,
  std_qty numeric(20,6),
  actual_qty numeric(20,6) not null,
  variance_qty numeric(20,6),
  share_pct numeric(14,6),
  batch_id bigint,
  amount numeric(20,2),
  constraint gear_produce_outputs_pk primary key (tenant_id, id),
  constraint gear_produce_outputs_owner_fk foreign key (tenant_id, gear_produce_id) references gear_produce (tenant_id, id) on delete cascade,
  constraint gear_produce_outputs_actual_qty_ck check (actual_qty > 0),
  constraint gear_produce_outputs_gear_produce_id_material_id_uq unique nulls distinct (tenant_id, gear_produce_id, material_id)
);
create index gear_produce_outputs_owner_ix on gear_produce_outputs (tenant_id, gear_produce_id, line_no);
alter table gear_produce_outputs enable row level security;
alter table gear_produce_outputs force row level security;
create policy tenant on gear_produce_outputs using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table gear_produce_outputs alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on gear_produce_outputs to larder_app;
create table gear_label (
  tenant_id text not null,
  id bigint not null default new_id(),
  label_no text not null,
  label_type text not null,
  gear_operation_dept_id bigint not null,
  produce_id bigint,
  dish_id bigint,
  material_id bigint,
  batch_id bigint,
  label_name text,
  produce_time timestamptz,
  use_by_time timestamptz,
  storage text,
  allergen_state text not null default 'unknown',
  allergen_text text,
  allergens jsonb,
  ingredients text,
  nutrition_text text,
  nutrition jsonb,
  weight_g integer,
  price numeric(20,2),
  sample_user_id bigint,
  sample_expire timestamptz,
  copies integer not null default '1',
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint gear_label_pk primary key (tenant_id, id),
  constraint gear_label_label_no_uq unique nulls distinct (tenant_id, label_no),
  constraint gear_label_allergen_state_ck check (allergen_state in ('contains', 'may-contain', 'unknown', 'free')),
  constraint gear_label_price_ck check (price >= 0)
);
create index gear_label_gear_operation_dept_id_produce_time_ix on gear_label (tenant_id, gear_operation_dept_id, produce_time desc);
create index gear_label_label_name_order_ix on gear_label (tenant_id, label_name collate pinyin, id);
create index gear_label_recent_ix on gear_label (tenant_id, create_time desc, id desc);
create index gear_label_search_ix on gear_label using gin (search_text gin_trgm_ops);
alter table gear_label enable row level security;
alter table gear_label force row level security;
create policy tenant on gear_label using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table gear_label alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on gear_label to larder_app;
create table gear_food_waste (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  gear_operation_dept_id bigint not null,
  biz_date date,
  meal_type text,
  waste_kind text not null,
  waste_cause text not null,
  material_id bigint,
  dish_id bigint,
  label_id bigint,
  batch_id bigint,
  weight_kg numeric(20,6) not null,
  qty numeric(20,6),
  unit_id bigint,
  amount numeric(20,2),
  disposal text not null default 'recycle',
  collector text,
  operator_id bigint,
  pictures bigint[],
  remark text,
  company_dept_id bigint,
  blade_project_dept_id bigint,
  use_restaurant_dept_id bigint,
  status text not null default 'posted',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint gear_food_waste_pk primary key (tenant_id, id),
  constraint gear_food_waste_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint gear_food_waste_waste_kind_ck check (waste_kind in ('trim', 'spoiled', 'overproduction', 'plate', 'drop', 'sample')),
  constraint gear_food_waste_weight_kg_ck check (weight_kg > 0),
  constraint gear_food_waste_qty_ck check (qty > 0),
  constraint gear_food_waste_disposal_ck check (disposal in ('recycle', 'garbage', 'feed', 'other')),
  constraint gear_food_waste_status_ck check (status in ('posted', 'reversed'))
);
create index gear_food_waste_gear_operation_dept_id_biz_date_ix on gear_food_waste (tenant_id, gear_operation_dept_id, biz_date desc);
create index gear_food_waste_bill_code_part_ix on gear_food_waste using gin (bill_code gin_trgm_ops);
create index gear_food_waste_recent_ix on gear_food_waste (tenant_id, create_time desc, id desc);
alter table gear_food_waste enable row level security;
alter table gear_food_waste force row level security;
create policy tenant on gear_food_waste using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table gear_food_waste alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on gear_food_waste to larder_app;
create table kitchen_day (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_operation_dept_id bigint not null,
  biz_date date not null,
  close_user_id bigint,
  close_time timestamptz not null,
  served_bills integer not null default '0',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint kitchen_day_pk primary key (tenant_id, id),
  constraint kitchen_day_gear_operation_dept_id_biz_date_uq unique nulls distinct (tenant_id, gear_operation_dept_id, biz_date)
);
create index kitchen_day_recent_ix on kitchen_day (tenant_id, create_time desc, id desc);
alter table kitchen_day enable row level security;
alter table kitchen_day force row level security;
create policy tenant on kitchen_day using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table kitchen_day alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on kitchen_day to larder_app;
create table prep_tick (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_operation_dept_id bigint not null,
  meal_date date not null,
  meal_type text not null,
  dish_id bigint not null,
  timing text not null,
  tick_user_id bigint,
  tick_time timestamptz not null,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint prep_tick_pk primary key (tenant_id, id),
  constraint prep_tick_timing_ck check (timing in ('day-before', 'morning', 'before-service', 'lead')),
  constraint prep_tick_gear_operation_dept_id_meal_date_meal_type_1f3ixaq unique nulls distinct (tenant_id, gear_operation_dept_id, meal_date, meal_type, dish_id, timing)
);
create index prep_tick_recent_ix on prep_tick (tenant_id, create_time desc, id desc);
alter table prep_tick enable row level security;
alter table prep_tick force row level security;
create policy tenant on prep_tick using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table prep_tick alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on prep_tick to larder_app;
alter table dish_type add column expires_with_parts smallint not null default '0'::smallint;
alter table dish_type add constraint dish_type_expires_with_parts_ck CHECK (expires_with_parts = ANY (ARRAY[0, 1]));
alter table split_bom add constraint split_bom_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index split_bom_material_id_ix on split_bom (tenant_id, material_id);
alter table split_bom_outputs add constraint split_bom_outputs_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index split_bom_outputs_material_id_ix on split_bom_outputs (tenant_id, material_id);
alter table gear_produce add constraint gear_produce_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index gear_produce_apply_user_id_ix on gear_produce (tenant_id, apply_user_id);
alter table gear_produce add constraint gear_produce_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index gear_produce_approve_user_id_ix on gear_produce (tenant_id, approve_user_id);
alter table gear_produce add constraint gear_produce_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index gear_produce_gear_operation_dept_id_ix on gear_produce (tenant_id, gear_operation_dept_id);
alter table gear_produce add constraint gear_produce_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index gear_produce_dish_id_ix on gear_produce (tenant_id, dish_id);
alter table gear_produce add constraint gear_produce_split_bom_id_fk foreign key (tenant_id, split_bom_id) references split_bom (tenant_id, id);
create index gear_produce_split_bom_id_ix on gear_produce (tenant_id, split_bom_id);
alter table gear_produce add constraint gear_produce_operator_id_fk foreign key (tenant_id, operator_id) references app_user (tenant_id, id);
create index gear_produce_operator_id_ix on gear_produce (tenant_id, operator_id);
alter table gear_produce add constraint gear_produce_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index gear_produce_material_id_ix on gear_produce (tenant_id, material_id);
alter table gear_produce add constraint gear_produce_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index gear_produce_batch_id_ix on gear_produce (tenant_id, batch_id);
alter table gear_produce add constraint gear_produce_leftover_batch_id_fk foreign key (tenant_id, leftover_batch_id) references batch (tenant_id, id);
create index gear_produce_leftover_batch_id_ix on gear_produce (tenant_id, leftover_batch_id);
alter table gear_produce add constraint gear_produce_dish_bom_id_fk foreign key (tenant_id, dish_bom_id) references dish_bom (tenant_id, id);
create index gear_produce_dish_bom_id_ix on gear_produce (tenant_id, dish_bom_id);
alter table gear_produce add constraint gear_produce_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index gear_produce_company_dept_id_ix on gear_produce (tenant_id, company_dept_id);
alter table gear_produce add constraint gear_produce_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index gear_produce_blade_project_dept_id_ix on gear_produce (tenant_id, blade_project_dept_id);
alter table gear_produce add constraint gear_produce_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index gear_produce_use_restaurant_dept_id_ix on gear_produce (tenant_id, use_restaurant_dept_id);
alter table gear_produce_detail add constraint gear_produce_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index gear_produce_detail_material_id_ix on gear_produce_detail (tenant_id, material_id);
alter table gear_produce_detail add constraint gear_produce_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index gear_produce_detail_unit_id_ix on gear_produce_detail (tenant_id, unit_id);
alter table gear_produce_detail add constraint gear_produce_detail_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index gear_produce_detail_batch_id_ix on gear_produce_detail (tenant_id, batch_id);
alter table gear_produce_outputs add constraint gear_produce_outputs_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index gear_produce_outputs_material_id_ix on gear_produce_outputs (tenant_id, material_id);
alter table gear_produce_outputs add constraint gear_produce_outputs_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index gear_produce_outputs_unit_id_ix on gear_produce_outputs (tenant_id, unit_id);
alter table gear_produce_outputs add constraint gear_produce_outputs_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index gear_produce_outputs_batch_id_ix on gear_produce_outputs (tenant_id, batch_id);
alter table gear_label add constraint gear_label_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index gear_label_gear_operation_dept_id_ix on gear_label (tenant_id, gear_operation_dept_id);
alter table gear_label add constraint gear_label_produce_id_fk foreign key (tenant_id, produce_id) references gear_produce (tenant_id, id);
create index gear_label_produce_id_ix on gear_label (tenant_id, produce_id);
alter table gear_label add constraint gear_label_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index gear_label_dish_id_ix on gear_label (tenant_id, dish_id);
alter table gear_label add constraint gear_label_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index gear_label_material_id_ix on gear_label (tenant_id, material_id);
alter table gear_label add constraint gear_label_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index gear_label_batch_id_ix on gear_label (tenant_id, batch_id);
alter table gear_label add constraint gear_label_sample_user_id_fk foreign key (tenant_id, sample_user_id) references app_user (tenant_id, id);
create index gear_label_sample_user_id_ix on gear_label (tenant_id, sample_user_id);
alter table gear_food_waste add constraint gear_food_waste_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index gear_food_waste_apply_user_id_ix on gear_food_waste (tenant_id, apply_user_id);
alter table gear_food_waste add constraint gear_food_waste_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index gear_food_waste_approve_user_id_ix on gear_food_waste (tenant_id, approve_user_id);
alter table gear_food_waste add constraint gear_food_waste_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index gear_food_waste_gear_operation_dept_id_ix on gear_food_waste (tenant_id, gear_operation_dept_id);
alter table gear_food_waste add constraint gear_food_waste_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index gear_food_waste_material_id_ix on gear_food_waste (tenant_id, material_id);
alter table gear_food_waste add constraint gear_food_waste_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index gear_food_waste_dish_id_ix on gear_food_waste (tenant_id, dish_id);
alter table gear_food_waste add constraint gear_food_waste_label_id_fk foreign key (tenant_id, label_id) references gear_label (tenant_id, id);
create index gear_food_waste_label_id_ix on gear_food_waste (tenant_id, label_id);
alter table gear_food_waste add constraint gear_food_waste_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index gear_food_waste_batch_id_ix on gear_food_waste (tenant_id, batch_id);
alter table gear_food_waste add constraint gear_food_waste_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index gear_food_waste_unit_id_ix on gear_food_waste (tenant_id, unit_id);
alter table gear_food_waste add constraint gear_food_waste_operator_id_fk foreign key (tenant_id, operator_id) references app_user (tenant_id, id);
create index gear_food_waste_operator_id_ix on gear_food_waste (tenant_id, operator_id);
alter table gear_food_waste add constraint gear_food_waste_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index gear_food_waste_company_dept_id_ix on gear_food_waste (tenant_id, company_dept_id);
alter table gear_food_waste add constraint gear_food_waste_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index gear_food_waste_blade_project_dept_id_ix on gear_food_waste (tenant_id, blade_project_dept_id);
alter table gear_food_waste add constraint gear_food_waste_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index gear_food_waste_use_restaurant_dept_id_ix on gear_food_waste (tenant_id, use_restaurant_dept_id);
alter table kitchen_day add constraint kitchen_day_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index kitchen_day_gear_operation_dept_id_ix on kitchen_day (tenant_id, gear_operation_dept_id);
alter table kitchen_day add constraint kitchen_day_close_user_id_fk foreign key (tenant_id, close_user_id) references app_user (tenant_id, id);
create index kitchen_day_close_user_id_ix on kitchen_day (tenant_id, close_user_id);
alter table prep_tick add constraint prep_tick_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index prep_tick_gear_operation_dept_id_ix on prep_tick (tenant_id, gear_operation_dept_id);
alter table prep_tick add constraint prep_tick_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index prep_tick_dish_id_ix on prep_tick (tenant_id, dish_id);
alter table prep_tick add constraint prep_tick_tick_user_id_fk foreign key (tenant_id, tick_user_id) references app_user (tenant_id, id);
create index prep_tick_tick_user_id_ix on prep_tick (tenant_id, tick_user_id);

-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table project_dept_type (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  sort integer not null default '0',
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
  constraint project_dept_type_pk primary key (tenant_id, id),
  constraint project_dept_type_code_uq unique nulls distinct (tenant_id, code),
  constraint project_dept_type_name_uq unique nulls distinct (tenant_id, name),
  constraint project_dept_type_frozen_ck check (frozen in (0, 1))
);
create index project_dept_type_recent_ix on project_dept_type (tenant_id, create_time desc, id desc);
create index project_dept_type_search_ix on project_dept_type using gin (search_text gin_trgm_ops);
alter table project_dept_type enable row level security;
alter table project_dept_type force row level security;
create policy tenant on project_dept_type using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table project_dept_type alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on project_dept_type to larder_app;
create table business_model (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  settle_kind text not null,
  sort integer not null default '0',
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
  constraint business_model_pk primary key (tenant_id, id),
  constraint business_model_code_uq unique nulls distinct (tenant_id, code),
  constraint business_model_name_uq unique nulls distinct (tenant_id, name),
  constraint business_model_settle_kind_ck check (settle_kind in ('self', 'joint', 'managed', 'rent')),
  constraint business_model_frozen_ck check (frozen in (0, 1))
);
create index business_model_recent_ix on business_model (tenant_id, create_time desc, id desc);
create index business_model_search_ix on business_model using gin (search_text gin_trgm_ops);
alter table business_model enable row level security;
alter table business_model force row level security;
create policy tenant on business_model using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table business_model alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on business_model to larder_app;
create table district (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  director_user_id bigint,
  sort integer not null default '0',
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
  constraint district_pk primary key (tenant_id, id),
  constraint district_code_uq unique nulls distinct (tenant_id, code),
  constraint district_name_uq unique nulls distinct (tenant_id, name),
  constraint district_frozen_ck check (frozen in (0, 1))
);
create index district_recent_ix on district (tenant_id, create_time desc, id desc);
create index district_search_ix on district using gin (search_text gin_trgm_ops);
alter table district enable row level security;
alter table district force row level security;
create policy tenant on district using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table district alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on district to larder_app;
create table operation_type (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  sort integer not null default '0',
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
  constraint operation_type_pk primary key (tenant_id, id),
  constraint operation_type_code_uq unique nulls distinct (tenant_id, code),
  constraint operation_type_name_uq unique nulls distinct (tenant_id, name),
  constraint operation_type_frozen_ck check (frozen in (0, 1))
);
create index operation_type_recent_ix on operation_type (tenant_id, create_time desc, id desc);
create index operation_type_search_ix on operation_type using gin (search_text gin_trgm_ops);
alter table operation_type enable row level security;
alter table operation_type force row level security;
create policy tenant on operation_type using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table operation_type alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on operation_type to larder_app;
create table project_dept_unload (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text not null,
  name text not null,
  project_dept_sys_id bigint not null,
  blade_project_dept_id bigint,
  address text not null,
  longitude text,
  latitude text,
  linkman text not null,
  phone text,
  receive_start text not null,
  receive_end text not null,
  use_restaurant_dept_ids bigint[],
  warehouse_id bigint,
  stop_seq integer not null default '0',
  vehicle_limit text,
  pictures bigint[],
  is_default smallint not null default '0',
  frozen smallint not null default '0',
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint project_dept_unload_pk primary key (tenant_id, id),
  constraint project_dept_unload_code_project_dept_sys_id_uq unique nulls distinct (tenant_id, code, project_dept_sys_id),
  constraint project_dept_unload_is_default_ck check (is_default in (0, 1)),
  constraint project_dept_unload_frozen_ck check (frozen in (0, 1))
);
create index project_dept_unload_recent_ix on project_dept_unload (tenant_id, create_time desc, id desc);
create index project_dept_unload_search_ix on project_dept_unload using gin (search_text gin_trgm_ops);
alter table project_dept_unload enable row level security;
alter table project_dept_unload force row level security;
create policy tenant on project_dept_unload using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table project_dept_unload alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on project_dept_unload to larder_app;
create table store_admin (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_operation_dept_id bigint not null,
  user_id bigint not null,
  admin_status text not null default 'enabled',
  enable_time timestamptz,
  stop_time timestamptz,
  stop_reason text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint store_admin_pk primary key (tenant_id, id),
  constraint store_admin_user_id_gear_operation_dept_id_uq unique nulls distinct (tenant_id, user_id, gear_operation_dept_id),
  constraint store_admin_admin_status_ck check (admin_status in ('enabled', 'stopped'))
);
create index store_admin_recent_ix on store_admin (tenant_id, create_time desc, id desc);
alter table store_admin enable row level security;
alter table store_admin force row level security;
create policy tenant on store_admin using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table store_admin alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on store_admin to larder_app;
create table goods_system (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  name text not null,
  gear_project_dept_sys_dept_id bigint not null,
  gear_operation_dept_ids bigint[],
  use_status text not null default 'stopped',
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
  constraint goods_system_pk primary key (tenant_id, id),
  constraint goods_system_code_uq unique nulls distinct (tenant_id, code),
  constraint goods_system_use_status_ck check (use_status in ('enabled', 'stopped')),
  constraint goods_system_frozen_ck check (frozen in (0, 1))
);
create index goods_system_name_order_ix on goods_system (tenant_id, name collate pinyin, id);
create index goods_system_recent_ix on goods_system (tenant_id, create_time desc, id desc);
create index goods_system_search_ix on goods_system using gin (search_text gin_trgm_ops);
alter table goods_system enable row level security;
alter table goods_system force row level security;
create policy tenant on goods_system using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table goods_system alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on goods_system to larder_app;
create table goods_system_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  goods_system_id bigint not null,
  line_no integer not null,
  goods_kind text not null default 'dish',
  dish_id bigint,
  material_id bigint,
  is_require_goods smallint not null default '1',
  unit_id bigint,
  sale_price numeric(20,6),
  min_qty numeric(20,6) not null default '0',
  order_multiple numeric(20,6) not null default '1',
  warehouse_id bigint,
  factory_id bigint,
  sort integer not null default '0',
  line_status text not null default 'on',
  constraint goods_system_detail_pk primary key (tenant_id, id),
  constraint goods_system_detail_owner_fk foreign key (tenant_id, goods_system_id) references goods_system (tenant_id, id) on delete cascade,
  constraint goods_system_detail_goods_kind_ck check (goods_kind in ('dish', 'material')),
  constraint goods_system_detail_is_require_goods_ck check (is_require_goods in (0, 1)),
  constraint goods_system_detail_sale_price_ck check (sale_price > 0),
  constraint goods_system_detail_min_qty_ck check (min_qty >= 0),
  constraint goods_system_detail_order_multiple_ck check (order_multiple > 0),
  constraint goods_system_detail_line_status_ck check (line_status in ('on', 'off'))
);
create index goods_system_detail_owner_ix on goods_system_detail (tenant_id, goods_system_id, line_no);
alter table goods_system_detail enable row level security;
alter table goods_system_detail force row level security;
create policy tenant on goods_system_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table goods_system_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on goods_system_detail to larder_app;
create table goods_system_menu_template (
  tenant_id text not null,
  id bigint not null default new_id(),
  goods_system_id bigint not null,
  menu_template_id bigint not null,
  gear_project_dept_sys_dept_id bigint,
  gear_operation_dept_ids bigint[],
  start_date date not null,
  end_date date,
  sort integer not null default '0',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint goods_system_menu_template_pk primary key (tenant_id, id),
  constraint goods_system_menu_template_days_ck check (end_date is null or end_date >= start_date)
);
create index goods_system_menu_template_recent_ix on goods_system_menu_template (tenant_id, create_time desc, id desc);
alter table goods_system_menu_template enable row level security;
alter table goods_system_menu_template force row level security;
create policy tenant on goods_system_menu_template using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table goods_system_menu_template alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on goods_system_menu_template to larder_app;
create table gear_menu (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_operation_dept_id bigint not null,
  menu_date date not null,
  meal_type text not null,
  gear_sales_plan_id bigint,
  source_template_id bigint,
  menu_template_id bigint,
  menu_status text not null default 'draft',
  determine_user_id bigint,
  determine_time timestamptz,
  use_restaurant_dept_id bigint,
  blade_project_dept_id bigint,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint gear_menu_pk primary key (tenant_id, id),
  constraint gear_menu_menu_status_ck check (menu_status in ('draft', 'determined')),
  constraint gear_menu_gear_operation_dept_id_menu_date_meal_type_uq unique nulls distinct (tenant_id, gear_operation_dept_id, menu_date, meal_type)
);
create index gear_menu_use_restaurant_dept_id_menu_date_ix on gear_menu (tenant_id, use_restaurant_dept_id, menu_date);
create index gear_menu_recent_ix on gear_menu (tenant_id, create_time desc, id desc);
alter table gear_menu enable row level security;
alter table gear_menu force row level security;
create policy tenant on gear_menu using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table gear_menu alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on gear_menu to larder_app;
create table gear_menu_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_menu_id bigint not null,
  line_no integer not null,
  dish_id bigint not null,
  portion_group text not null default 'standard',
  price numeric(20,6),
  is_free smallint not null default '0',
  sale_limit_qty numeric(20,6),
  sold_qty numeric(20,6) not null default '0',
  sold_out smallint not null default '0',
  sort integer not null default '0',
  constraint gear_menu_detail_pk primary key (tenant_id, id),
  constraint gear_menu_detail_owner_fk foreign key (tenant_id, gear_menu_id) references gear_menu (tenant_id, id) on delete cascade,
  constraint gear_menu_detail_price_ck check (price > 0),
  constraint gear_menu_detail_is_free_ck check (is_free in (0, 1)),
  constraint gear_menu_detail_sale_limit_qty_ck check (sale_limit_qty > 0),
  constraint gear_menu_detail_sold_out_ck check (sold_out in (0, 1)),
  constraint gear_menu_detail_gear_menu_id_dish_id_portion_group_uq unique nulls distinct (tenant_id, gear_menu_id, dish_id, portion_group)
);
create index gear_menu_detail_owner_ix on gear_menu_detail (tenant_id, gear_menu_id, line_no);
alter table gear_menu_detail enable row level security;
alter table gear_menu_detail force row level security;
create policy tenant on gear_menu_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table gear_menu_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on gear_menu_detail to larder_app;
alter table operation_system add column business_model_id bigint;
alter table operation_system add column operation_type_id bigint;
alter table project_dept_system add column business_model_id bigint;
alter table project_dept_system add column district_id bigint;
alter table project_dept_system add column operation_type_id bigint;
alter table project_dept_system add column project_dept_type_id bigint;
alter table use_restaurant add column menu_public smallint not null default '0'::smallint;
alter table use_restaurant add column unload_id bigint;
alter table use_restaurant add constraint use_restaurant_menu_public_ck CHECK (menu_public = ANY (ARRAY[0, 1]));
alter table operation_system add constraint operation_system_business_model_id_fk FOREIGN KEY (tenant_id, business_model_id) REFERENCES business_model(tenant_id, id);
alter table operation_system add constraint operation_system_operation_type_id_fk FOREIGN KEY (tenant_id, operation_type_id) REFERENCES operation_type(tenant_id, id);
alter table project_dept_system add constraint project_dept_system_business_model_id_fk FOREIGN KEY (tenant_id, business_model_id) REFERENCES business_model(tenant_id, id);
alter table project_dept_system add constraint project_dept_system_district_id_fk FOREIGN KEY (tenant_id, district_id) REFERENCES district(tenant_id, id);
alter table project_dept_system add constraint project_dept_system_operation_type_id_fk FOREIGN KEY (tenant_id, operation_type_id) REFERENCES operation_type(tenant_id, id);
alter table project_dept_system add constraint project_dept_system_project_dept_type_id_fk FOREIGN KEY (tenant_id, project_dept_type_id) REFERENCES project_dept_type(tenant_id, id);
alter table use_restaurant add constraint use_restaurant_unload_id_fk FOREIGN KEY (tenant_id, unload_id) REFERENCES project_dept_unload(tenant_id, id);
alter table district add constraint district_director_user_id_fk foreign key (tenant_id, director_user_id) references app_user (tenant_id, id);
create index district_director_user_id_ix on district (tenant_id, director_user_id);
alter table project_dept_unload add constraint project_dept_unload_project_dept_sys_id_fk foreign key (tenant_id, project_dept_sys_id) references project_dept_system (tenant_id, id);
create index project_dept_unload_project_dept_sys_id_ix on project_dept_unload (tenant_id, project_dept_sys_id);
alter table project_dept_unload add constraint project_dept_unload_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index project_dept_unload_blade_project_dept_id_ix on project_dept_unload (tenant_id, blade_project_dept_id);
alter table project_dept_unload add constraint project_dept_unload_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index project_dept_unload_warehouse_id_ix on project_dept_unload (tenant_id, warehouse_id);
alter table store_admin add constraint store_admin_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index store_admin_gear_operation_dept_id_ix on store_admin (tenant_id, gear_operation_dept_id);
alter table store_admin add constraint store_admin_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index store_admin_user_id_ix on store_admin (tenant_id, user_id);
alter table goods_system add constraint goods_system_gear_project_dept_sys_dept_id_fk foreign key (tenant_id, gear_project_dept_sys_dept_id) references dept (tenant_id, id);
create index goods_system_gear_project_dept_sys_dept_id_ix on goods_system (tenant_id, gear_project_dept_sys_dept_id);
alter table goods_system_detail add constraint goods_system_detail_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index goods_system_detail_dish_id_ix on goods_system_detail (tenant_id, dish_id);
alter table goods_system_detail add constraint goods_system_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index goods_system_detail_material_id_ix on goods_system_detail (tenant_id, material_id);
alter table goods_system_detail add constraint goods_system_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index goods_system_detail_unit_id_ix on goods_system_detail (tenant_id, unit_id);
alter table goods_system_detail add constraint goods_system_detail_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index goods_system_detail_warehouse_id_ix on goods_system_detail (tenant_id, warehouse_id);
alter table goods_system_detail add constraint goods_system_detail_factory_id_fk foreign key (tenant_id, factory_id) references dept (tenant_id, id);
create index goods_system_detail_factory_id_ix on goods_system_detail (tenant_id, factory_id);
alter table goods_system_menu_template add constraint goods_system_menu_template_goods_system_id_fk foreign key (tenant_id, goods_system_id) references goods_system (tenant_id, id);
create index goods_system_menu_template_goods_system_id_ix on goods_system_menu_template (tenant_id, goods_system_id);
alter table goods_system_menu_template add constraint goods_system_menu_template_menu_template_id_fk foreign key (tenant_id, menu_template_id) references menu_template (tenant_id, id);
create index goods_system_menu_template_menu_template_id_ix on goods_system_menu_template (tenant_id, menu_template_id);
alter table goods_system_menu_template add constraint goods_system_menu_template_gear_project_dept_sys_dept_id_fk foreign key (tenant_id, gear_project_dept_sys_dept_id) references dept (tenant_id, id);
create index goods_system_menu_template_gear_project_dept_sys_dept_id_ix on goods_system_menu_template (tenant_id, gear_project_dept_sys_dept_id);
alter table gear_menu add constraint gear_menu_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index gear_menu_gear_operation_dept_id_ix on gear_menu (tenant_id, gear_operation_dept_id);
alter table gear_menu add constraint gear_menu_gear_sales_plan_id_fk foreign key (tenant_id, gear_sales_plan_id) references sales_plan (tenant_id, id);
create index gear_menu_gear_sales_plan_id_ix on gear_menu (tenant_id, gear_sales_plan_id);
alter table gear_menu add constraint gear_menu_source_template_id_fk foreign key (tenant_id, source_template_id) references menu_template (tenant_id, id);
create index gear_menu_source_template_id_ix on gear_menu (tenant_id, source_template_id);
alter table gear_menu add constraint gear_menu_menu_template_id_fk foreign key (tenant_id, menu_template_id) references menu_template (tenant_id, id);
create index gear_menu_menu_template_id_ix on gear_menu (tenant_id, menu_template_id);
alter table gear_menu add constraint gear_menu_determine_user_id_fk foreign key (tenant_id, determine_user_id) references app_user (tenant_id, id);
create index gear_menu_determine_user_id_ix on gear_menu (tenant_id, determine_user_id);
alter table gear_menu add constraint gear_menu_use_restaurant_dept_id_fk foreign key (tenant_id, use_restaurant_dept_id) references dept (tenant_id, id);
create index gear_menu_use_restaurant_dept_id_ix on gear_menu (tenant_id, use_restaurant_dept_id);
alter table gear_menu add constraint gear_menu_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index gear_menu_blade_project_dept_id_ix on gear_menu (tenant_id, blade_project_dept_id);
alter table gear_menu_detail add constraint gear_menu_detail_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index gear_menu_detail_dish_id_ix on gear_menu_detail (tenant_id, dish_id);
create index operation_system_business_model_id_ix on operation_system USING btree (tenant_id, business_model_id);
create index operation_system_operation_type_id_ix on operation_system USING btree (tenant_id, operation_type_id);
create index project_dept_system_business_model_id_ix on project_dept_system USING btree (tenant_id, business_model_id);
create index project_dept_system_district_id_ix on project_dept_system USING btree (tenant_id, district_id);
create index project_dept_system_operation_type_id_ix on project_dept_system USING btree (tenant_id, operation_type_id);
create index project_dept_system_project_dept_type_id_ix on project_dept_system USING btree (tenant_id, project_dept_type_id);
create index use_restaurant_unload_id_ix on use_restaurant USING btree (tenant_id, unload_id);

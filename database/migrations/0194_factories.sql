-- Central factories, their stores as places of the ledger, and which of them serve which sites.
create table central_factory (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  factory_name text not null,
  dept_id bigint not null,
  company_dept_id bigint,
  sap_factory text,
  manager_user_id bigint,
  linkman text not null,
  phone text,
  region_code text,
  address text not null,
  ship_warehouse_id bigint,
  gear_operation_sys_ids bigint[],
  daily_capacity numeric(20,6),
  license_no text,
  license_expire date,
  license_files bigint[],
  pictures bigint[],
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
  constraint central_factory_pk primary key (tenant_id, id),
  constraint central_factory_code_uq unique nulls distinct (tenant_id, code),
  constraint central_factory_dept_id_uq unique nulls distinct (tenant_id, dept_id),
  constraint central_factory_sap_factory_uq unique nulls distinct (tenant_id, sap_factory),
  constraint central_factory_daily_capacity_ck check (daily_capacity > 0),
  constraint central_factory_frozen_ck check (frozen in (0, 1))
);
create index central_factory_recent_ix on central_factory (tenant_id, create_time desc, id desc);
create index central_factory_search_ix on central_factory using gin (search_text gin_trgm_ops);
alter table central_factory enable row level security;
alter table central_factory force row level security;
create policy tenant on central_factory using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table central_factory alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on central_factory to larder_app;
create table project_dept_central_factory (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  project_dept_id bigint not null,
  central_factory_id bigint not null,
  material_type_ids bigint[],
  priority integer not null default '1',
  start_date date not null,
  end_date date,
  factory_warehouse_id bigint,
  visible_dept_ids bigint[],
  remark text,
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint project_dept_central_factory_pk primary key (tenant_id, id),
  constraint project_dept_central_factory_code_uq unique nulls distinct (tenant_id, code),
  constraint project_dept_central_factory_days_ck check (end_date is null or end_date >= start_date)
);
create index project_dept_central_factory_project_dept_id_start_date_ix on project_dept_central_factory (tenant_id, project_dept_id, start_date);
create index project_dept_central_factory_recent_ix on project_dept_central_factory (tenant_id, create_time desc, id desc);
create index project_dept_central_factory_search_ix on project_dept_central_factory using gin (search_text gin_trgm_ops);
alter table project_dept_central_factory enable row level security;
alter table project_dept_central_factory force row level security;
create policy tenant on project_dept_central_factory using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table project_dept_central_factory alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on project_dept_central_factory to larder_app;
create table factory_warehouse (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  name text not null,
  factory_id bigint not null,
  type text not null,
  factory_dept_id bigint,
  company_dept_id bigint,
  sap_factory text,
  sap_storage_location text,
  zones text not null default 'ambient',
  manager_id bigint,
  phone text,
  address text,
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
  constraint factory_warehouse_pk primary key (tenant_id, id),
  constraint factory_warehouse_code_uq unique nulls distinct (tenant_id, code),
  constraint factory_warehouse_name_factory_id_uq unique nulls distinct (tenant_id, name, factory_id),
  constraint factory_warehouse_type_ck check (type in ('raw', 'semi', 'finished', 'pack', 'return')),
  constraint factory_warehouse_frozen_ck check (frozen in (0, 1))
);
create index factory_warehouse_name_order_ix on factory_warehouse (tenant_id, name collate pinyin, id);
create index factory_warehouse_sap_factory_order_ix on factory_warehouse (tenant_id, sap_factory, id);
create index factory_warehouse_sap_factory_part_ix on factory_warehouse using gin (sap_factory gin_trgm_ops);
create index factory_warehouse_recent_ix on factory_warehouse (tenant_id, create_time desc, id desc);
create index factory_warehouse_search_ix on factory_warehouse using gin (search_text gin_trgm_ops);
alter table factory_warehouse enable row level security;
alter table factory_warehouse force row level security;
create policy tenant on factory_warehouse using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table factory_warehouse alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on factory_warehouse to larder_app;
alter table central_factory add constraint central_factory_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index central_factory_dept_id_ix on central_factory (tenant_id, dept_id);
alter table central_factory add constraint central_factory_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index central_factory_company_dept_id_ix on central_factory (tenant_id, company_dept_id);
alter table central_factory add constraint central_factory_manager_user_id_fk foreign key (tenant_id, manager_user_id) references app_user (tenant_id, id);
create index central_factory_manager_user_id_ix on central_factory (tenant_id, manager_user_id);
alter table central_factory add constraint central_factory_ship_warehouse_id_fk foreign key (tenant_id, ship_warehouse_id) references factory_warehouse (tenant_id, id);
create index central_factory_ship_warehouse_id_ix on central_factory (tenant_id, ship_warehouse_id);
alter table project_dept_central_factory add constraint project_dept_central_factory_project_dept_id_fk foreign key (tenant_id, project_dept_id) references dept (tenant_id, id);
create index project_dept_central_factory_project_dept_id_ix on project_dept_central_factory (tenant_id, project_dept_id);
alter table project_dept_central_factory add constraint project_dept_central_factory_central_factory_id_fk foreign key (tenant_id, central_factory_id) references central_factory (tenant_id, id);
create index project_dept_central_factory_central_factory_id_ix on project_dept_central_factory (tenant_id, central_factory_id);
alter table project_dept_central_factory add constraint project_dept_central_factory_factory_warehouse_id_fk foreign key (tenant_id, factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index project_dept_central_factory_factory_warehouse_id_ix on project_dept_central_factory (tenant_id, factory_warehouse_id);
alter table factory_warehouse add constraint factory_warehouse_factory_id_fk foreign key (tenant_id, factory_id) references central_factory (tenant_id, id);
create index factory_warehouse_factory_id_ix on factory_warehouse (tenant_id, factory_id);
alter table factory_warehouse add constraint factory_warehouse_factory_dept_id_fk foreign key (tenant_id, factory_dept_id) references dept (tenant_id, id);
create index factory_warehouse_factory_dept_id_ix on factory_warehouse (tenant_id, factory_dept_id);
alter table factory_warehouse add constraint factory_warehouse_company_dept_id_fk foreign key (tenant_id, company_dept_id) references dept (tenant_id, id);
create index factory_warehouse_company_dept_id_ix on factory_warehouse (tenant_id, company_dept_id);
alter table factory_warehouse add constraint factory_warehouse_manager_id_fk foreign key (tenant_id, manager_id) references app_user (tenant_id, id);
create index factory_warehouse_manager_id_ix on factory_warehouse (tenant_id, manager_id);

-- A store of a factory is a place of the ledger; with it come the in-transit place and the company's pass-through place.
create function factory_warehouse_is_location() returns trigger language plpgsql as $$
begin
  perform keep_location(new.tenant_id, new.id, 'factory-warehouse', new.name, new.company_dept_id, new.factory_dept_id);
  return null;
end $$;
create trigger factory_warehouse_location after insert or update of name on factory_warehouse for each row execute function factory_warehouse_is_location();
create trigger factory_warehouse_forget_location before delete on factory_warehouse for each row execute function forget_location();

-- The SAP plant of a store is that of its factory.
create function factory_plant_of_stores() returns trigger language plpgsql as $$
begin
  update factory_warehouse set sap_factory = new.sap_factory where tenant_id = new.tenant_id and factory_id = new.id and sap_factory is distinct from new.sap_factory;
  return null;
end $$;
create trigger central_factory_plant after update of sap_factory on central_factory for each row execute function factory_plant_of_stores();

-- What a relation counts for, type by type (0: all materials). Of a site and type neither the same factory nor the same
-- priority stands twice on one day, whoever writes the relations.
create table factory_relation_scope (
  tenant_id text not null default current_setting('app.tenant', true),
  relation_id bigint not null,
  project_dept_id bigint not null,
  central_factory_id bigint not null,
  material_type_id bigint not null,
  priority integer not null,
  days daterange not null,
  constraint factory_relation_scope_pk primary key (tenant_id, relation_id, material_type_id),
  constraint factory_relation_scope_relation_fk foreign key (tenant_id, relation_id) references project_dept_central_factory (tenant_id, id) on delete cascade,
  constraint factory_relation_scope_pair_ex exclude using gist (tenant_id with =, project_dept_id with =, central_factory_id with =, material_type_id with =, days with &&) deferrable,
  constraint factory_relation_scope_priority_ex exclude using gist (tenant_id with =, project_dept_id with =, material_type_id with =, priority with =, days with &&) deferrable
);
alter table factory_relation_scope enable row level security;
alter table factory_relation_scope force row level security;
create policy tenant on factory_relation_scope using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on factory_relation_scope to larder_app;

create function keep_factory_relation_scope() returns trigger language plpgsql as $$
begin
  delete from factory_relation_scope where tenant_id = new.tenant_id and relation_id = new.id;
  insert into factory_relation_scope (tenant_id, relation_id, project_dept_id, central_factory_id, material_type_id, priority, days)
  select distinct new.tenant_id, new.id, new.project_dept_id, new.central_factory_id, each, new.priority, daterange(new.start_date, new.end_date, '[]')
  from unnest(case when cardinality(new.material_type_ids) > 0 then new.material_type_ids else array[0::bigint] end) each;
  return null;
end $$;
create trigger project_dept_central_factory_scope after insert or update of project_dept_id, central_factory_id, material_type_ids, priority, start_date, end_date on project_dept_central_factory for each row execute function keep_factory_relation_scope();

-- What SAP has of a material at a store of a factory, in base unit, as it was read last. Beside the ledger: nothing posts.
create table stock_sap_balance (
  tenant_id text not null default current_setting('app.tenant', true),
  location_id bigint not null,
  material_id bigint not null,
  qty numeric(20,6) not null,
  stock_time timestamptz,
  sync_time timestamptz not null,
  constraint stock_sap_balance_pk primary key (tenant_id, location_id, material_id),
  constraint stock_sap_balance_location_fk foreign key (tenant_id, location_id) references stock_location (tenant_id, id) on delete cascade,
  constraint stock_sap_balance_material_fk foreign key (tenant_id, material_id) references material (tenant_id, id)
);
create index stock_sap_balance_material_ix on stock_sap_balance (tenant_id, material_id);
alter table stock_sap_balance enable row level security;
alter table stock_sap_balance force row level security;
create policy tenant on stock_sap_balance using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on stock_sap_balance to larder_app;

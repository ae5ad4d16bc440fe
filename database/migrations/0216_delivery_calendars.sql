-- Delivery calendars of factories, central warehouses and sites; routes with their stops.
create table delivery_calendar (
  tenant_id text not null,
  id bigint not null default new_id(),
  calendar_type text not null default 'sender',
  out_org_id bigint,
  factory_warehouse_id bigint,
  out_warehouse_id bigint,
  project_dept_sys_id bigint,
  warehouse_id bigint,
  weekday text not null,
  available smallint not null default '1',
  cut_off_time text,
  advance_days integer,
  receive_lead_days integer not null default '0',
  window_start text,
  window_end text,
  late_mode text not null default 'approve',
  late_fee_kind text,
  late_fee numeric(20,2),
  start_date date,
  end_date date,
  visible_dept_ids bigint[],
  frozen smallint not null default '0',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint delivery_calendar_pk primary key (tenant_id, id),
  constraint delivery_calendar_calendar_type_ck check (calendar_type in ('sender', 'receiver')),
  constraint delivery_calendar_weekday_ck check (weekday in ('1', '2', '3', '4', '5', '6', '7')),
  constraint delivery_calendar_available_ck check (available in (0, 1)),
  constraint delivery_calendar_late_mode_ck check (late_mode in ('refuse', 'fee', 'approve')),
  constraint delivery_calendar_late_fee_kind_ck check (late_fee_kind in ('fixed', 'percent')),
  constraint delivery_calendar_late_fee_ck check (late_fee >= 0),
  constraint delivery_calendar_frozen_ck check (frozen in (0, 1)),
  constraint delivery_calendar_days_ck check (end_date is null or end_date >= start_date),
  constraint delivery_calendar_whose_ck check (case when calendar_type = 'sender' then out_org_id is not null and num_nonnulls(factory_warehouse_id, out_warehouse_id) <= 1 else project_dept_sys_id is not null and num_nonnulls(out_org_id, factory_warehouse_id, out_warehouse_id) = 0 end),
  constraint delivery_calendar_cut_off_ck check (calendar_type = 'receiver' or available = 0 or (cut_off_time is not null and advance_days is not null)),
  constraint delivery_calendar_fee_ck check (late_mode <> 'fee' or (late_fee_kind is not null and late_fee is not null))
);
create index delivery_calendar_out_org_id_weekday_ix on delivery_calendar (tenant_id, out_org_id, weekday);
create index delivery_calendar_cut_off_time_order_ix on delivery_calendar (tenant_id, cut_off_time, id);
create index delivery_calendar_recent_ix on delivery_calendar (tenant_id, create_time desc, id desc);
alter table delivery_calendar enable row level security;
alter table delivery_calendar force row level security;
create policy tenant on delivery_calendar using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table delivery_calendar alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on delivery_calendar to larder_app;
create table delivery_calendar_exception (
  tenant_id text not null,
  id bigint not null default new_id(),
  out_org_id bigint,
  factory_warehouse_id bigint,
  out_warehouse_id bigint,
  project_dept_sys_id bigint,
  warehouse_id bigint,
  exception_date date not null,
  shift text not null default 'before',
  cut_off_time text,
  advance_days integer,
  reason text not null,
  visible_dept_ids bigint[],
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint delivery_calendar_exception_pk primary key (tenant_id, id),
  constraint delivery_calendar_exception_shift_ck check (shift in ('before', 'after', 'none', 'extra')),
  constraint delivery_calendar_exception_whose_ck check (num_nonnulls(out_org_id, project_dept_sys_id) = 1 and num_nonnulls(factory_warehouse_id, out_warehouse_id) <= case when out_org_id is null then 0 else 1 end and (warehouse_id is null or project_dept_sys_id is not null))
);
create index delivery_calendar_exception_exception_date_ix on delivery_calendar_exception (tenant_id, exception_date);
create index delivery_calendar_exception_cut_off_time_order_ix on delivery_calendar_exception (tenant_id, cut_off_time, id);
create index delivery_calendar_exception_reason_order_ix on delivery_calendar_exception (tenant_id, reason collate pinyin, id);
create index delivery_calendar_exception_recent_ix on delivery_calendar_exception (tenant_id, create_time desc, id desc);
create index delivery_calendar_exception_search_ix on delivery_calendar_exception using gin (search_text gin_trgm_ops);
alter table delivery_calendar_exception enable row level security;
alter table delivery_calendar_exception force row level security;
create policy tenant on delivery_calendar_exception using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table delivery_calendar_exception alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on delivery_calendar_exception to larder_app;
create table delivery_route (
  tenant_id text not null,
  id bigint not null default new_id(),
  code text,
  name text not null,
  out_org_id bigint not null,
  factory_warehouse_id bigint,
  out_warehouse_id bigint,
  depart_time text not null,
  plate_no text,
  driver text,
  phone text,
  stop_count integer not null default '0',
  frozen smallint not null default '0',
  search_text text not null default '',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint delivery_route_pk primary key (tenant_id, id),
  constraint delivery_route_code_uq unique nulls distinct (tenant_id, code),
  constraint delivery_route_frozen_ck check (frozen in (0, 1)),
  constraint delivery_route_store_ck check (num_nonnulls(factory_warehouse_id, out_warehouse_id) <= 1)
);
create index delivery_route_out_org_id_depart_time_ix on delivery_route (tenant_id, out_org_id, depart_time);
create index delivery_route_name_order_ix on delivery_route (tenant_id, name collate pinyin, id);
create index delivery_route_depart_time_order_ix on delivery_route (tenant_id, depart_time, id);
create index delivery_route_plate_no_order_ix on delivery_route (tenant_id, plate_no, id);
create index delivery_route_driver_order_ix on delivery_route (tenant_id, driver, id);
create index delivery_route_recent_ix on delivery_route (tenant_id, create_time desc, id desc);
create index delivery_route_search_ix on delivery_route using gin (search_text gin_trgm_ops);
alter table delivery_route enable row level security;
alter table delivery_route force row level security;
create policy tenant on delivery_route using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table delivery_route alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on delivery_route to larder_app;
create table delivery_route_stop (
  tenant_id text not null,
  id bigint not null default new_id(),
  delivery_route_id bigint not null,
  line_no integer not null,
  stop_seq integer not null,
  project_dept_sys_id bigint not null,
  warehouse_id bigint not null,
  unload_id bigint,
  window_start text,
  window_end text,
  constraint delivery_route_stop_pk primary key (tenant_id, id),
  constraint delivery_route_stop_owner_fk foreign key (tenant_id, delivery_route_id) references delivery_route (tenant_id, id) on delete cascade
);
create index delivery_route_stop_owner_ix on delivery_route_stop (tenant_id, delivery_route_id, line_no);
alter table delivery_route_stop enable row level security;
alter table delivery_route_stop force row level security;
create policy tenant on delivery_route_stop using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table delivery_route_stop alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on delivery_route_stop to larder_app;
alter table delivery_calendar add constraint delivery_calendar_out_org_id_fk foreign key (tenant_id, out_org_id) references dept (tenant_id, id);
create index delivery_calendar_out_org_id_ix on delivery_calendar (tenant_id, out_org_id);
alter table delivery_calendar add constraint delivery_calendar_factory_warehouse_id_fk foreign key (tenant_id, factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index delivery_calendar_factory_warehouse_id_ix on delivery_calendar (tenant_id, factory_warehouse_id);
alter table delivery_calendar add constraint delivery_calendar_out_warehouse_id_fk foreign key (tenant_id, out_warehouse_id) references warehouse (tenant_id, id);
create index delivery_calendar_out_warehouse_id_ix on delivery_calendar (tenant_id, out_warehouse_id);
alter table delivery_calendar add constraint delivery_calendar_project_dept_sys_id_fk foreign key (tenant_id, project_dept_sys_id) references project_dept_system (tenant_id, id);
create index delivery_calendar_project_dept_sys_id_ix on delivery_calendar (tenant_id, project_dept_sys_id);
alter table delivery_calendar add constraint delivery_calendar_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index delivery_calendar_warehouse_id_ix on delivery_calendar (tenant_id, warehouse_id);
alter table delivery_calendar_exception add constraint delivery_calendar_exception_out_org_id_fk foreign key (tenant_id, out_org_id) references dept (tenant_id, id);
create index delivery_calendar_exception_out_org_id_ix on delivery_calendar_exception (tenant_id, out_org_id);
alter table delivery_calendar_exception add constraint delivery_calendar_exception_factory_warehouse_id_fk foreign key (tenant_id, factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index delivery_calendar_exception_factory_warehouse_id_ix on delivery_calendar_exception (tenant_id, factory_warehouse_id);
alter table delivery_calendar_exception add constraint delivery_calendar_exception_out_warehouse_id_fk foreign key (tenant_id, out_warehouse_id) references warehouse (tenant_id, id);
create index delivery_calendar_exception_out_warehouse_id_ix on delivery_calendar_exception (tenant_id, out_warehouse_id);
alter table delivery_calendar_exception add constraint delivery_calendar_exception_project_dept_sys_id_fk foreign key (tenant_id, project_dept_sys_id) references project_dept_system (tenant_id, id);
create index delivery_calendar_exception_project_dept_sys_id_ix on delivery_calendar_exception (tenant_id, project_dept_sys_id);
alter table delivery_calendar_exception add constraint delivery_calendar_exception_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index delivery_calendar_exception_warehouse_id_ix on delivery_calendar_exception (tenant_id, warehouse_id);
alter table delivery_route add constraint delivery_route_out_org_id_fk foreign key (tenant_id, out_org_id) references dept (tenant_id, id);
create index delivery_route_out_org_id_ix on delivery_route (tenant_id, out_org_id);
alter table delivery_route add constraint delivery_route_factory_warehouse_id_fk foreign key (tenant_id, factory_warehouse_id) references factory_warehouse (tenant_id, id);
create index delivery_route_factory_warehouse_id_ix on delivery_route (tenant_id, factory_warehouse_id);
alter table delivery_route add constraint delivery_route_out_warehouse_id_fk foreign key (tenant_id, out_warehouse_id) references warehouse (tenant_id, id);
create index delivery_route_out_warehouse_id_ix on delivery_route (tenant_id, out_warehouse_id);
alter table delivery_route_stop add constraint delivery_route_stop_project_dept_sys_id_fk foreign key (tenant_id, project_dept_sys_id) references project_dept_system (tenant_id, id);
create index delivery_route_stop_project_dept_sys_id_ix on delivery_route_stop (tenant_id, project_dept_sys_id);
alter table delivery_route_stop add constraint delivery_route_stop_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index delivery_route_stop_warehouse_id_ix on delivery_route_stop (tenant_id, warehouse_id);
alter table delivery_route_stop add constraint delivery_route_stop_unload_id_fk foreign key (tenant_id, unload_id) references project_dept_unload (tenant_id, id);
create index delivery_route_stop_unload_id_ix on delivery_route_stop (tenant_id, unload_id);

-- Of one sender or site no weekday stands twice on the same days, whoever enters them at the same moment.
alter table delivery_calendar add constraint delivery_calendar_period_ex exclude using gist (
  tenant_id with =, calendar_type with =, (coalesce(out_org_id, 0)) with =, (coalesce(factory_warehouse_id, 0)) with =, (coalesce(out_warehouse_id, 0)) with =,
  (coalesce(project_dept_sys_id, 0)) with =, (coalesce(warehouse_id, 0)) with =, weekday with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);
-- One exception for a sender or site and day.
alter table delivery_calendar_exception add constraint delivery_calendar_exception_day_uq unique nulls not distinct
  (tenant_id, out_org_id, factory_warehouse_id, out_warehouse_id, project_dept_sys_id, warehouse_id, exception_date);
-- Stops change places in one statement: compared when it is done.
alter table delivery_route_stop add constraint delivery_route_stop_seq_uq unique (tenant_id, delivery_route_id, stop_seq) deferrable;
alter table delivery_route_stop add constraint delivery_route_stop_place_uq unique (tenant_id, delivery_route_id, project_dept_sys_id, warehouse_id) deferrable;

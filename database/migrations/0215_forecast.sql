-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table served_count (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_operation_dept_id bigint not null,
  meal_date date not null,
  meal_type text not null,
  dish_id bigint,
  portions numeric(20,6) not null,
  origin text not null default 'counted',
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint served_count_pk primary key (tenant_id, id),
  constraint served_count_portions_ck check (portions >= 0),
  constraint served_count_origin_ck check (origin in ('counted', 'till')),
  constraint served_count_meal_uq unique nulls not distinct (tenant_id, gear_operation_dept_id, meal_date, meal_type, dish_id)
);
create index served_count_recent_ix on served_count (tenant_id, create_time desc, id desc);
alter table served_count enable row level security;
alter table served_count force row level security;
create policy tenant on served_count using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table served_count alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on served_count to larder_app;
create table weather_day (
  tenant_id text not null,
  id bigint not null default new_id(),
  blade_project_dept_id bigint not null,
  weather_date date not null,
  weather text not null,
  high_temperature numeric(20,6),
  low_temperature numeric(20,6),
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint weather_day_pk primary key (tenant_id, id),
  constraint weather_day_weather_ck check (weather in ('fair', 'rain', 'storm', 'snow', 'heat')),
  constraint weather_day_blade_project_dept_id_weather_date_uq unique nulls distinct (tenant_id, blade_project_dept_id, weather_date)
);
create index weather_day_recent_ix on weather_day (tenant_id, create_time desc, id desc);
alter table weather_day enable row level security;
alter table weather_day force row level security;
create policy tenant on weather_day using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table weather_day alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on weather_day to larder_app;
create table meal_forecast (
  tenant_id text not null,
  id bigint not null default new_id(),
  gear_operation_dept_id bigint not null,
  meal_date date not null,
  meal_type text not null,
  basis text not null,
  portions numeric(20,6) not null,
  low_portions numeric(20,6) not null,
  high_portions numeric(20,6) not null,
  reasons jsonb not null,
  dishes jsonb not null,
  basis_days integer not null,
  method text not null,
  made_time timestamptz not null,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint meal_forecast_pk primary key (tenant_id, id),
  constraint meal_forecast_basis_ck check (basis in ('guests', 'portions')),
  constraint meal_forecast_gear_operation_dept_id_meal_date_meal_type_uq unique nulls distinct (tenant_id, gear_operation_dept_id, meal_date, meal_type)
);
create index meal_forecast_recent_ix on meal_forecast (tenant_id, create_time desc, id desc);
alter table meal_forecast enable row level security;
alter table meal_forecast force row level security;
create policy tenant on meal_forecast using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table meal_forecast alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on meal_forecast to larder_app;
alter table served_count add constraint served_count_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index served_count_gear_operation_dept_id_ix on served_count (tenant_id, gear_operation_dept_id);
alter table served_count add constraint served_count_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index served_count_dish_id_ix on served_count (tenant_id, dish_id);
alter table weather_day add constraint weather_day_blade_project_dept_id_fk foreign key (tenant_id, blade_project_dept_id) references dept (tenant_id, id);
create index weather_day_blade_project_dept_id_ix on weather_day (tenant_id, blade_project_dept_id);
alter table meal_forecast add constraint meal_forecast_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index meal_forecast_gear_operation_dept_id_ix on meal_forecast (tenant_id, gear_operation_dept_id);

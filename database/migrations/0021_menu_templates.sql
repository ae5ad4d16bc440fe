-- Menu templates: what those in use hold. A place has one template at a time for each meal, whoever puts two into use at the same moment.
create table menu_template_place (
  tenant_id text not null default current_setting('app.tenant', true),
  menu_template_id bigint not null,
  template_kind text not null,
  -- A restaurant or a stall, as the kind says.
  dept_id bigint not null,
  meal_type text not null,
  start_date date not null,
  end_date date,
  constraint menu_template_place_pk primary key (tenant_id, menu_template_id, dept_id, meal_type),
  constraint menu_template_place_template_fk foreign key (tenant_id, menu_template_id) references menu_template (tenant_id, id) on delete cascade,
  constraint menu_template_place_dept_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id),
  constraint menu_template_place_alone_ex exclude using gist (tenant_id with =, template_kind with =, dept_id with =, meal_type with =, daterange(start_date, end_date, '[]') with &&)
);
alter table menu_template_place enable row level security;
alter table menu_template_place force row level security;
create policy tenant on menu_template_place using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on menu_template_place to larder_app;

alter table menu_template add constraint menu_template_period_ck check (end_date >= start_date);
create index menu_template_restaurants_ix on menu_template using gin (use_restaurant_dept_ids);
create index menu_template_stalls_ix on menu_template using gin (gear_operation_dept_ids);

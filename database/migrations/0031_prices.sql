-- Prices: one of a department and a material on any day, joint ones of each partner; without a department it is the base price.
alter table settlement_price add constraint settlement_price_period_ex exclude using gist (
  tenant_id with =, material_id with =, (coalesce(dept_id, 0)) with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);
alter table joint_operation_price add constraint joint_operation_price_period_ex exclude using gist (
  tenant_id with =, material_id with =, (coalesce(dept_id, 0)) with =, (coalesce(enterprise_id, 0)) with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);

-- Price documents: approved versions of a series share no day, one version at a time is being made, and no two series of a company have one name.
-- A version that is voided gives its days back in the same act: there the day is looked at when it is over.
alter table management_price_plan add constraint management_price_plan_period_ex exclude using gist (tenant_id with =, price_series_id with =, daterange(start_date, end_date, '[]') with &&) where (status = 'approved') deferrable;
alter table operating_joint_venture_price_plan add constraint operating_joint_venture_price_plan_period_ex exclude using gist (tenant_id with =, price_series_id with =, daterange(start_date, end_date, '[]') with &&) where (status = 'approved') deferrable;
alter table assessment_price_maintenance add constraint assessment_price_maintenance_period_ex exclude using gist (tenant_id with =, price_series_id with =, daterange(start_date, end_date, '[]') with &&) where (status = 'approved') deferrable;
alter table price_scheme add constraint price_scheme_period_ex exclude using gist (tenant_id with =, price_series_id with =, daterange(start_date, end_date, '[]') with &&) where (status = 'approved') deferrable;

create unique index management_price_plan_open_uq on management_price_plan (tenant_id, price_series_id) where status in ('draft', 'pending', 'rejected');
create unique index operating_joint_venture_price_plan_open_uq on operating_joint_venture_price_plan (tenant_id, price_series_id) where status in ('draft', 'pending', 'rejected');
create unique index assessment_price_maintenance_open_uq on assessment_price_maintenance (tenant_id, price_series_id) where status in ('draft', 'pending', 'rejected');
create unique index price_scheme_open_uq on price_scheme (tenant_id, price_series_id) where status in ('draft', 'pending', 'rejected');

alter table management_price_plan add constraint management_price_plan_name_ex exclude using gist (tenant_id with =, company_dept_id with =, name with =, price_series_id with <>) where (status <> 'void');
alter table operating_joint_venture_price_plan add constraint operating_joint_venture_price_plan_name_ex exclude using gist (tenant_id with =, company_dept_id with =, name with =, price_series_id with <>) where (status <> 'void');
alter table assessment_price_maintenance add constraint assessment_price_maintenance_name_ex exclude using gist (tenant_id with =, company_dept_id with =, name with =, price_series_id with <>) where (status <> 'void');
alter table price_scheme add constraint price_scheme_name_ex exclude using gist (tenant_id with =, company_dept_id with =, name with =, price_series_id with <>) where (status <> 'void');

-- A company has one base price of a kind on any day.
alter table management_price_plan add constraint management_price_plan_default_ex exclude using gist (tenant_id with =, company_dept_id with =, daterange(start_date, end_date, '[]') with &&) where (status = 'approved' and is_default = 1) deferrable;
alter table assessment_price_maintenance add constraint assessment_price_maintenance_default_ex exclude using gist (tenant_id with =, company_dept_id with =, daterange(start_date, end_date, '[]') with &&) where (status = 'approved' and is_default = 1) deferrable;

-- A stall is in one joint-venture plan at a time.
create table joint_price_plan_stall (
  tenant_id text not null default current_setting('app.tenant', true),
  plan_id bigint not null,
  dept_id bigint not null,
  start_date date not null,
  end_date date,
  constraint joint_price_plan_stall_pk primary key (tenant_id, plan_id, dept_id),
  constraint joint_price_plan_stall_plan_fk foreign key (tenant_id, plan_id) references operating_joint_venture_price_plan (tenant_id, id) on delete cascade,
  constraint joint_price_plan_stall_dept_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id),
  constraint joint_price_plan_stall_alone_ex exclude using gist (tenant_id with =, dept_id with =, daterange(start_date, end_date, '[]') with &&)
);
alter table joint_price_plan_stall enable row level security;
alter table joint_price_plan_stall force row level security;
create policy tenant on joint_price_plan_stall using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on joint_price_plan_stall to larder_app;

-- A series is named by its first version.
create function price_series_of_first() returns trigger language plpgsql as $$ begin
  new.price_series_id := coalesce(new.price_series_id, new.id);
  return new;
end $$;
create trigger management_price_plan_series before insert on management_price_plan for each row execute function price_series_of_first();
create trigger operating_joint_venture_price_plan_series before insert on operating_joint_venture_price_plan for each row execute function price_series_of_first();
create trigger assessment_price_maintenance_series before insert on assessment_price_maintenance for each row execute function price_series_of_first();
create trigger price_scheme_series before insert on price_scheme for each row execute function price_series_of_first();

-- A department is charged, and measured, by one plan on any day; a role by one scheme of a kind.
alter table management_price_dept_relation add constraint management_price_dept_relation_period_ex exclude using gist (tenant_id with =, dept_id with =, daterange(start_date, end_date, '[]') with &&);
alter table assessment_price_relation add constraint assessment_price_relation_period_ex exclude using gist (tenant_id with =, dept_id with =, daterange(start_date, end_date, '[]') with &&);
alter table price_plan_role_relation add constraint price_plan_role_relation_period_ex exclude using gist (tenant_id with =, role_id with =, type with =, daterange(start_date, end_date, '[]') with &&);

-- Of one scope and kind of price one rule of early warning holds on any day; of one line at one moment one warning of a rule is open.
alter table price_early_warning add constraint price_early_warning_period_ex exclude using gist (
  tenant_id with =, (coalesce(company_dept_id, 0)) with =, (coalesce(material_id, 0)) with =, (coalesce(material_type_id, 0)) with =, price_type with =, daterange(start_date, end_date, '[]') with &&) where (frozen = 0);
create unique index price_warning_open_uq on price_warning (tenant_id, source_type, source_line_id, moment, kind, coalesce(rule_id, 0)) where status = 'open';

-- A source has each of its names once, and quotes each of them once a day.
create unique index market_product_name_uq on market_product (tenant_id, market_source_id, product_name, coalesce(origin_spec, ''), unit_text);
create unique index market_price_quote_uq on market_price (tenant_id, market_source_id, price_date, product_name, coalesce(origin_spec, ''), unit_text);
create index market_product_material_ix on market_product using gin (material_ids);

-- Nights on which formulas were asked what is new: each once, however many programs run.
create table price_run_night (
  tenant_id text not null default current_setting('app.tenant', true),
  night date not null,
  constraint price_run_night_pk primary key (tenant_id, night)
);
alter table price_run_night enable row level security;
alter table price_run_night force row level security;
create policy tenant on price_run_night using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert on price_run_night to larder_app;

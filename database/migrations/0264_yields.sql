-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table material_yield_test (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  supplier_id bigint,
  dept_id bigint,
  test_date date not null,
  operator_user_id bigint,
  gross_qty numeric(20,6) not null,
  net_qty numeric(20,6) not null,
  unit_id bigint not null,
  factor numeric(24,12),
  yield_rate numeric(14,6),
  accepted smallint not null default '1',
  pictures bigint[],
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint material_yield_test_pk primary key (tenant_id, id),
  constraint material_yield_test_gross_qty_ck check (gross_qty > 0),
  constraint material_yield_test_net_qty_ck check (net_qty > 0),
  constraint material_yield_test_accepted_ck check (accepted in (0, 1))
);
create index material_yield_test_material_id_test_date_ix on material_yield_test (tenant_id, material_id, test_date);
create index material_yield_test_recent_ix on material_yield_test (tenant_id, create_time desc, id desc);
alter table material_yield_test enable row level security;
alter table material_yield_test force row level security;
create policy tenant on material_yield_test using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table material_yield_test alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on material_yield_test to larder_app;
create table yield_decision (
  tenant_id text not null,
  id bigint not null default new_id(),
  material_id bigint not null,
  season text not null,
  decision text not null,
  used_yield numeric(14,6) not null,
  learned_yield numeric(14,6) not null,
  low_yield numeric(14,6),
  high_yield numeric(14,6),
  test_count integer not null,
  decide_user_id bigint,
  decide_time timestamptz not null,
  reason text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint yield_decision_pk primary key (tenant_id, id),
  constraint yield_decision_season_ck check (season in ('all', 'spring', 'summer', 'autumn', 'winter')),
  constraint yield_decision_decision_ck check (decision in ('accepted', 'declined', 'withdrawn'))
);
create index yield_decision_material_id_season_decide_time_ix on yield_decision (tenant_id, material_id, season, decide_time);
create index yield_decision_reason_order_ix on yield_decision (tenant_id, reason, id);
create index yield_decision_recent_ix on yield_decision (tenant_id, create_time desc, id desc);
alter table yield_decision enable row level security;
alter table yield_decision force row level security;
create policy tenant on yield_decision using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table yield_decision alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on yield_decision to larder_app;
alter table material_yield_test add constraint material_yield_test_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index material_yield_test_material_id_ix on material_yield_test (tenant_id, material_id);
alter table material_yield_test add constraint material_yield_test_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index material_yield_test_supplier_id_ix on material_yield_test (tenant_id, supplier_id);
alter table material_yield_test add constraint material_yield_test_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index material_yield_test_dept_id_ix on material_yield_test (tenant_id, dept_id);
alter table material_yield_test add constraint material_yield_test_operator_user_id_fk foreign key (tenant_id, operator_user_id) references app_user (tenant_id, id);
create index material_yield_test_operator_user_id_ix on material_yield_test (tenant_id, operator_user_id);
alter table material_yield_test add constraint material_yield_test_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index material_yield_test_unit_id_ix on material_yield_test (tenant_id, unit_id);
alter table yield_decision add constraint yield_decision_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index yield_decision_material_id_ix on yield_decision (tenant_id, material_id);
alter table yield_decision add constraint yield_decision_decide_user_id_fk foreign key (tenant_id, decide_user_id) references app_user (tenant_id, id);
create index yield_decision_decide_user_id_ix on yield_decision (tenant_id, decide_user_id);

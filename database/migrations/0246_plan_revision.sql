-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table sales_plan_revision (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  sales_plan_id bigint not null,
  gear_operation_dept_id bigint,
  change_reason text not null,
  base_plan_version integer not null default '1',
  portions_before numeric(20,6) not null default '0',
  portions_after numeric(20,6) not null default '0',
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint sales_plan_revision_pk primary key (tenant_id, id),
  constraint sales_plan_revision_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint sales_plan_revision_status_ck check (status in ('draft', 'pending', 'approved', 'done', 'rejected', 'void'))
);
create index sales_plan_revision_bill_code_part_ix on sales_plan_revision using gin (bill_code gin_trgm_ops);
create index sales_plan_revision_change_reason_order_ix on sales_plan_revision (tenant_id, change_reason, id);
create index sales_plan_revision_recent_ix on sales_plan_revision (tenant_id, create_time desc, id desc);
alter table sales_plan_revision enable row level security;
alter table sales_plan_revision force row level security;
create policy tenant on sales_plan_revision using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table sales_plan_revision alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on sales_plan_revision to larder_app;
create table sales_plan_revision_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  sales_plan_revision_id bigint not null,
  line_no integer not null,
  meal_date date not null,
  meal_type text not null,
  dish_id bigint not null,
  portion_group text not null default 'standard',
  old_portions numeric(20,6) not null default '0',
  new_portions numeric(20,6) not null,
  constraint sales_plan_revision_detail_pk primary key (tenant_id, id),
  constraint sales_plan_revision_detail_owner_fk foreign key (tenant_id, sales_plan_revision_id) references sales_plan_revision (tenant_id, id) on delete cascade,
  constraint sales_plan_revision_detail_new_portions_ck check (new_portions >= 0),
  constraint sales_plan_revision_detail_sales_plan_revision_id_me_moabs7 unique nulls distinct (tenant_id, sales_plan_revision_id, meal_date, meal_type, dish_id, portion_group)
);
create index sales_plan_revision_detail_owner_ix on sales_plan_revision_detail (tenant_id, sales_plan_revision_id, line_no);
alter table sales_plan_revision_detail enable row level security;
alter table sales_plan_revision_detail force row level security;
create policy tenant on sales_plan_revision_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table sales_plan_revision_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on sales_plan_revision_detail to larder_app;
alter table sales_plan_revision add constraint sales_plan_revision_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index sales_plan_revision_apply_user_id_ix on sales_plan_revision (tenant_id, apply_user_id);
alter table sales_plan_revision add constraint sales_plan_revision_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index sales_plan_revision_approve_user_id_ix on sales_plan_revision (tenant_id, approve_user_id);
alter table sales_plan_revision add constraint sales_plan_revision_sales_plan_id_fk foreign key (tenant_id, sales_plan_id) references sales_plan (tenant_id, id);
create index sales_plan_revision_sales_plan_id_ix on sales_plan_revision (tenant_id, sales_plan_id);
alter table sales_plan_revision add constraint sales_plan_revision_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index sales_plan_revision_gear_operation_dept_id_ix on sales_plan_revision (tenant_id, gear_operation_dept_id);
alter table sales_plan_revision_detail add constraint sales_plan_revision_detail_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index sales_plan_revision_detail_dish_id_ix on sales_plan_revision_detail (tenant_id, dish_id);

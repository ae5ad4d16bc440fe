-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table price_label (
  tenant_id text not null,
  id bigint not null default new_id(),
  label_code text not null,
  gear_operation_dept_id bigint not null,
  dish_id bigint not null,
  portion_group text not null default 'standard',
  label_kind text not null default 'paper',
  shown_price numeric(20,6),
  shown_sold_out smallint not null default '0',
  shown_time timestamptz,
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
  constraint price_label_pk primary key (tenant_id, id),
  constraint price_label_label_code_uq unique nulls distinct (tenant_id, label_code),
  constraint price_label_label_kind_ck check (label_kind in ('paper', 'electronic')),
  constraint price_label_shown_sold_out_ck check (shown_sold_out in (0, 1)),
  constraint price_label_frozen_ck check (frozen in (0, 1))
);
create index price_label_recent_ix on price_label (tenant_id, create_time desc, id desc);
create index price_label_search_ix on price_label using gin (search_text gin_trgm_ops);
alter table price_label enable row level security;
alter table price_label force row level security;
create policy tenant on price_label using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table price_label alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on price_label to larder_app;
alter table price_label add constraint price_label_gear_operation_dept_id_fk foreign key (tenant_id, gear_operation_dept_id) references dept (tenant_id, id);
create index price_label_gear_operation_dept_id_ix on price_label (tenant_id, gear_operation_dept_id);
alter table price_label add constraint price_label_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index price_label_dish_id_ix on price_label (tenant_id, dish_id);

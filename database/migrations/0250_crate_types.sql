-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table crate_type (
  tenant_id text not null,
  id bigint not null default new_id(),
  name text not null,
  tare_kg numeric(20,6) not null,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint crate_type_pk primary key (tenant_id, id),
  constraint crate_type_name_uq unique nulls distinct (tenant_id, name),
  constraint crate_type_tare_kg_ck check (tare_kg > 0)
);
create index crate_type_name_order_ix on crate_type (tenant_id, name collate pinyin, id);
create index crate_type_name_part_ix on crate_type using gin (name gin_trgm_ops);
create index crate_type_remark_order_ix on crate_type (tenant_id, remark, id);
create index crate_type_recent_ix on crate_type (tenant_id, create_time desc, id desc);
alter table crate_type enable row level security;
alter table crate_type force row level security;
create policy tenant on crate_type using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table crate_type alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on crate_type to larder_app;

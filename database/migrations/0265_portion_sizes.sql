-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table dish_portion (
  tenant_id text not null,
  id bigint not null default new_id(),
  dish_id bigint not null,
  portion_group text not null,
  ratio numeric(20,6) not null,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint dish_portion_pk primary key (tenant_id, id),
  constraint dish_portion_ratio_ck check (ratio > 0),
  constraint dish_portion_dish_id_portion_group_uq unique nulls distinct (tenant_id, dish_id, portion_group),
  constraint dish_portion_standard_ck check (portion_group <> 'standard')
);
create index dish_portion_recent_ix on dish_portion (tenant_id, create_time desc, id desc);
alter table dish_portion enable row level security;
alter table dish_portion force row level security;
create policy tenant on dish_portion using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table dish_portion alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on dish_portion to larder_app;
alter table dish_portion add constraint dish_portion_dish_id_fk foreign key (tenant_id, dish_id) references dish (tenant_id, id);
create index dish_portion_dish_id_ix on dish_portion (tenant_id, dish_id);

-- What other platforms keep of a person, as they gave it.
create table user_platform (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  user_id bigint not null,
  user_type text not null,
  user_ext text not null default '',
  update_user bigint,
  update_time timestamptz not null default now(),
  primary key (tenant_id, id),
  constraint user_platform_uq unique (tenant_id, user_id, user_type),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
alter table user_platform enable row level security;
alter table user_platform force row level security;
create policy tenant on user_platform using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on user_platform to larder_app;

-- Which roles hold which data and API scopes, by whom and since when.
create table role_data_scope (
  tenant_id text not null,
  role_id bigint not null,
  scope_id bigint not null,
  granted_by bigint,
  granted_time timestamptz not null default now(),
  primary key (tenant_id, role_id, scope_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references data_scope (tenant_id, id) on delete cascade
);
create table role_api_scope (
  tenant_id text not null,
  role_id bigint not null,
  scope_id bigint not null,
  granted_by bigint,
  granted_time timestamptz not null default now(),
  primary key (tenant_id, role_id, scope_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade,
  foreign key (tenant_id, scope_id) references api_scope (tenant_id, id) on delete cascade
);
do $$
declare each text;
begin
  foreach each in array array['role_data_scope', 'role_api_scope'] loop
    execute format('alter table %I enable row level security', each);
    execute format('alter table %I force row level security', each);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true)) with check (tenant_id = current_setting(''app.tenant'', true))', each);
    execute format('alter table %I alter column tenant_id set default current_setting(''app.tenant'', true)', each);
    execute format('create index %I on %I (tenant_id, scope_id)', each || '_scope_ix', each);
    execute format('grant select, insert, update, delete on %I to larder_app', each);
  end loop;
end $$;

-- Administration beyond what its declarations say: secrets of people, grants of roles, what sign-in looks up.

-- The application writes password hashes and compares them one at a time; it cannot list them.
create table user_secret (
  tenant_id text not null,
  user_id bigint not null,
  password_hash text not null check (password_hash like '$argon2id$%'),
  changed_time timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
alter table user_secret enable row level security;
alter table user_secret force row level security;
create policy tenant on user_secret using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table user_secret alter column tenant_id set default current_setting('app.tenant', true);
grant select (tenant_id, user_id, changed_time), insert, update on user_secret to larder_app;

create function password_hash_of(person bigint) returns text language sql stable security definer set search_path = public, pg_temp as $$
  select password_hash from user_secret where tenant_id = current_setting('app.tenant', true) and user_id = person
$$;
revoke execute on function password_hash_of(bigint) from public;
grant execute on function password_hash_of(bigint) to larder_app;

-- What the platform alone decides for all its tenants: no other tenant has a row of it, and nobody needs a second connection to read it.
-- The tenant is set within: only a superuser may bind such a setting to a function, and the owner of an outside database is none.
create function platform_parameter(name text) returns text language plpgsql set search_path = public, pg_temp as $$
declare
  before text := coalesce(current_setting('app.tenant', true), '');
  found_value text;
begin
  set local app.tenant = '000000';
  select param_value into found_value from param where param_key = name and name in ('oss.allowedHosts', 'sap.allowedHosts', 'social.allowedHosts');
  execute format('set local app.tenant = %L', before);
  return found_value;
end $$;
revoke execute on function platform_parameter(text) from public;
grant execute on function platform_parameter(text) to larder_app;

-- Accounts differ by more than case: Admin and admin are one.
create unique index app_user_account_uq on app_user (tenant_id, lower(account));
create index app_user_dept_ix on app_user using gin (dept_id);
create index app_user_role_ix on app_user using gin (role_id);

-- What a role holds: menus and buttons, exactly the ticked nodes.
create table role_menu (
  tenant_id text not null,
  role_id bigint not null,
  menu_id bigint not null references menu (id) on delete cascade,
  granted_by bigint,
  granted_time timestamptz not null default now(),
  primary key (tenant_id, role_id, menu_id),
  foreign key (tenant_id, role_id) references role (tenant_id, id) on delete cascade
);
create index role_menu_menu_ix on role_menu (menu_id);
create table top_menu_grant (
  tenant_id text not null,
  top_menu_id bigint not null,
  menu_id bigint not null references menu (id) on delete cascade,
  primary key (tenant_id, top_menu_id, menu_id),
  foreign key (tenant_id, top_menu_id) references top_menu (tenant_id, id) on delete cascade
);

-- Errors that browsers report about themselves.
create table client_error (
  tenant_id text not null,
  id bigint not null default new_id(),
  user_id bigint,
  kind text not null default '',
  url text not null default '',
  message text not null default '',
  stack text not null default '',
  info text not null default '',
  reported_time timestamptz not null default now(),
  primary key (tenant_id, id)
);

do $$
declare each text;
begin
  foreach each in array array['role_menu', 'top_menu_grant', 'client_error'] loop
    execute format('alter table %I enable row level security', each);
    execute format('alter table %I force row level security', each);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true)) with check (tenant_id = current_setting(''app.tenant'', true))', each);
    execute format('alter table %I alter column tenant_id set default current_setting(''app.tenant'', true)', each);
  end loop;
end $$;
grant select, insert, update, delete on role_menu, top_menu_grant to larder_app;
grant select, insert on client_error to larder_app;

create index menu_parent_ix on menu (parent_id, sort);
create index dept_parent_ix on dept (tenant_id, parent_id, sort);
create index session_recent_ix on session (tenant_id, started_time);

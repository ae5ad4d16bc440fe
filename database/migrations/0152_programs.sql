-- What the programs of one database have in common.

-- Scheduled work of the programs of this database, of no tenant: which of them is at it, and when it is due again.
create table scheduled_task (
  name text primary key,
  program text,
  round bigint not null default 0,
  started_time timestamptz not null default now(),
  due_time timestamptz not null default now()
);
grant select, insert, update on scheduled_task to larder_app;

-- Programs remember for two seconds who may what. Whatever changes it, by whichever program or hand, is announced to all of
-- them with the commit: the id of a session that ended or was locked, or `all` where it may concern anybody.
create function announce_rights() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' then
    perform pg_notify('larder_rights', new.id::text);
  else
    perform pg_notify('larder_rights', 'all');
  end if;
  return null;
end $$;

create trigger rights_changed after update of ended_time, locked_time on session
  for each row when (old.ended_time is distinct from new.ended_time or old.locked_time is distinct from new.locked_time)
  execute function announce_rights();
create trigger rights_changed after update of frozen, expire_time, package_id, time_zone on tenant
  for each statement execute function announce_rights();

do $$
declare each text;
begin
  foreach each in array array['app_user', 'role', 'role_menu', 'menu', 'dept', 'tenant_package', 'data_scope', 'role_data_scope', 'api_scope', 'role_api_scope'] loop
    execute format('create trigger rights_changed after update or delete on %I for each statement execute function announce_rights()', each);
  end loop;
  foreach each in array array['role_menu', 'role_data_scope', 'role_api_scope', 'menu', 'dept'] loop
    execute format('create trigger rights_granted after insert on %I for each statement execute function announce_rights()', each);
  end loop;
end $$;

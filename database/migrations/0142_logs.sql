-- What was called, kept aside from the calls. Read only for people; old rows go after the days of the tenant's parameters.
do $$
declare
  each text;
  shared text := 'tenant_id text not null default current_setting(''app.tenant'', true), id bigint not null default new_id(), service_id text not null default '''', method text not null default '''',
    request_uri text not null default '''', create_by bigint, remote_ip text, user_agent text, params text, server_host text, server_ip text, env text, request_id text, create_time timestamptz not null default now(), primary key (tenant_id, id)';
begin
  execute 'create table usual_log (' || shared || ', log_id text not null, log_level text not null, log_data text)';
  execute 'create table api_log (' || shared || ', title text not null, status_code integer not null, time integer not null, method_class text, method_name text)';
  execute 'create table error_log (' || shared || ', message text not null, exception_name text, count integer not null default 1, type text, url text, file_name text, line_number integer, stack text, stack_trace text, info text,
    fingerprint text not null, day date not null default current_date, time timestamptz not null default now(), constraint error_log_same_uq unique (tenant_id, day, fingerprint))';
  foreach each in array array['usual_log', 'api_log', 'error_log'] loop
    execute format('alter table %I enable row level security', each);
    execute format('alter table %I force row level security', each);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true)) with check (tenant_id = current_setting(''app.tenant'', true))', each);
    execute format('create index %I on %I (tenant_id, create_time desc, id desc)', each || '_recent_ix', each);
    execute format('create index %I on %I (tenant_id, request_uri, create_time)', each || '_uri_ix', each);
    execute format('grant select, insert, delete on %I to larder_app', each);
  end loop;
end $$;
grant update (count, time) on error_log to larder_app;
grant delete on client_error to larder_app;
create index client_error_time_ix on client_error (tenant_id, reported_time);

-- What the kernel stands on: ids, tenants, sessions, audit, numbers, idempotency, jobs, files.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- Row-level security lets only what is leakproof look into an index: otherwise the one search box reads every row of a list, of
-- all tenants. LIKE tells nothing but its answer as long as patterns end in no lone escape sign, which none of ours does. Only a
-- superuser may say so; elsewhere searching is right, but slow.
do $$ begin
  alter function pg_catalog.textlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'Searching in long lists would be faster after: alter function pg_catalog.textlike(text, text) leakproof (as a superuser)';
end $$;

-- Names in the order of their pinyin, after digits and Latin letters. A PostgreSQL that was built without ICU knows no pinyin: there
-- names stand in the order of their signs, and the program says so whenever it starts.
do $$ begin
  create collation pinyin (provider = icu, locale = 'zh-Hans-u-co-pinyin-kr-latn-hani');
exception when feature_not_supported then
  create collation pinyin from "C";
end $$;

-- 63-bit ids that sort by time: 41 bits of milliseconds since 2020, 22 bits of a running number.
create sequence id_running as bigint cache 32;
create function new_id() returns bigint language sql volatile parallel unsafe as $$
  select ((extract(epoch from clock_timestamp()) * 1000)::bigint - 1577836800000) << 22 | (nextval('id_running') & 4194303)
$$;

-- The application role owns nothing and bypasses nothing. Without set_config an injected SELECT cannot change its tenant.
revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
revoke create on schema public from public;
do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$;
grant usage on schema public to larder_app;
grant usage on sequence id_running to larder_app;

create table tenant (
  tenant_id text primary key check (tenant_id ~ '^[A-Za-z0-9]{1,12}$'),
  id bigint not null default new_id() unique,
  tenant_name text not null,
  linkman text not null default '',
  contact_number text not null default '',
  address text not null default '',
  domain_url text not null default '',
  background_url text not null default '',
  time_zone text not null default 'Asia/Shanghai',
  account_number integer not null default -1,
  expire_time timestamptz,
  frozen smallint not null default 0 check (frozen in (0, 1)),
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint, create_dept bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now()
);
grant select, insert, update on tenant to larder_app;

-- One row per sign-in. Refresh tokens rotate: each is used once, its successor is kept for the retry of a lost answer.
create table session (
  tenant_id text not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  client_id text not null,
  started_time timestamptz not null default now(),
  last_seen_time timestamptz not null default now(),
  ended_time timestamptz,
  end_reason text,
  ip text not null default '',
  user_agent text not null default '',
  primary key (tenant_id, id)
);
create index session_user_ix on session (tenant_id, user_id) where ended_time is null;
create table refresh_token (
  tenant_id text not null,
  token_hash text not null,
  session_id bigint not null,
  issued_time timestamptz not null default now(),
  expires_time timestamptz not null,
  used_time timestamptz,
  successor text,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, session_id) references session (tenant_id, id) on delete cascade
);
create table sign_in_failure (
  tenant_id text not null,
  subject text not null,
  failures integer not null default 0,
  first_time timestamptz not null default now(),
  locked_until timestamptz,
  primary key (tenant_id, subject)
);
create table captcha_challenge (
  key text primary key,
  answer_hash text not null,
  expires_time timestamptz not null
);
grant select, insert, delete on captcha_challenge to larder_app;

-- Who changed what, field by field. INSERT and SELECT only.
create table audit_log (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  resource text not null,
  record_id bigint not null,
  action text not null,
  title text not null default '',
  changes jsonb not null,
  user_id bigint,
  request_id text not null default '',
  time timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index audit_log_record_ix on audit_log (tenant_id, resource, record_id, id);
create index audit_log_time_ix on audit_log (tenant_id, time);

-- The timeline of documents: who did what, when, with which comment. INSERT and SELECT only.
create table document_log (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  resource text not null,
  record_id bigint not null,
  action text not null,
  from_state text,
  to_state text,
  comment text,
  user_id bigint,
  time timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index document_log_record_ix on document_log (tenant_id, resource, record_id, id);

-- One counter per prefix and day, locked until the transaction ends: no gaps, no doubles.
create table number_counter (
  tenant_id text not null default current_setting('app.tenant', true),
  counter text not null,
  day date not null,
  last integer not null,
  primary key (tenant_id, counter, day)
);

-- A repeated POST with the same key answers what the first one answered.
create table idempotency (
  tenant_id text not null default current_setting('app.tenant', true),
  user_id bigint not null,
  route text not null,
  key text not null,
  body_hash text not null,
  answer jsonb,
  created_time timestamptz not null default now(),
  primary key (tenant_id, user_id, route, key)
);

-- Long work a person waits for: exports, imports. The queue itself is graphile-worker's.
create table job (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  kind text not null,
  title text not null default '',
  user_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  progress integer not null default 0,
  total integer not null default 0,
  attempt integer not null default 0,
  input jsonb not null default '{}',
  result jsonb,
  error text,
  cancel_wanted smallint not null default 0,
  created_time timestamptz not null default now(),
  started_time timestamptz,
  ended_time timestamptz,
  primary key (tenant_id, id)
);
create index job_user_ix on job (tenant_id, user_id, id);

-- Uploaded and produced files; the bytes lie on disk under the id.
create table stored_file (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  name text not null,
  content_type text not null,
  size bigint not null,
  sha256 text not null,
  purpose text not null default '',
  create_user bigint,
  create_time timestamptz not null default now(),
  primary key (tenant_id, id)
);

do $$
declare each text;
begin
  foreach each in array array['session', 'refresh_token', 'sign_in_failure', 'audit_log', 'document_log', 'number_counter', 'idempotency', 'job', 'stored_file'] loop
    execute format('alter table %I enable row level security', each);
    execute format('alter table %I force row level security', each);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true)) with check (tenant_id = current_setting(''app.tenant'', true))', each);
    execute format('alter table %I alter column tenant_id set default current_setting(''app.tenant'', true)', each);
  end loop;
end $$;
grant select, insert on audit_log, document_log to larder_app;
grant select, insert, update, delete on session, refresh_token, sign_in_failure, number_counter, idempotency, job, stored_file to larder_app;

-- Who a person is at a sign-in provider. Without a user it is somebody who may ask for an account.
create table user_oauth (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  source text not null,
  issuer text not null,
  uuid text not null,
  oauth_name text not null default '',
  user_id bigint,
  create_time timestamptz not null default now(),
  linked_time timestamptz,
  last_used_time timestamptz,
  primary key (tenant_id, id),
  constraint user_oauth_uq unique (tenant_id, source, issuer, uuid),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index user_oauth_user_ix on user_oauth (tenant_id, user_id);
-- People on their way to a provider and back.
create table social_sign_in (
  tenant_id text not null default current_setting('app.tenant', true),
  state_hash text not null,
  binding_hash text not null,
  source text not null,
  user_id bigint,
  expires_time timestamptz not null,
  primary key (tenant_id, state_hash)
);
do $$
declare each text;
begin
  foreach each in array array['user_oauth', 'social_sign_in'] loop
    execute format('alter table %I enable row level security', each);
    execute format('alter table %I force row level security', each);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true)) with check (tenant_id = current_setting(''app.tenant'', true))', each);
    execute format('grant select, insert, update, delete on %I to larder_app', each);
  end loop;
end $$;

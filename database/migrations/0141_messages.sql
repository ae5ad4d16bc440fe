-- What one person was told. In two languages where the program speaks; a colleague writes in his own.
create table message (
  tenant_id text not null,
  id bigint not null default new_id(),
  user_id bigint not null,
  box text not null check (box in ('mail', 'message')),
  topic text not null,
  level text not null default 'info' check (level in ('info', 'warning', 'urgent')),
  title text not null,
  title_en text not null default '',
  content text not null default '',
  content_en text not null default '',
  sender_user_id bigint,
  resource text,
  record_id bigint,
  link text not null default '',
  action_label text not null default '',
  action_label_en text not null default '',
  due_time timestamptz,
  create_time timestamptz not null default now(),
  read_time timestamptz,
  dedupe_key text,
  primary key (tenant_id, id),
  constraint message_once_uq unique (tenant_id, user_id, dedupe_key),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);
create index message_recent_ix on message (tenant_id, user_id, create_time desc, id desc);
create index message_unread_ix on message (tenant_id, user_id, box) where read_time is null;

-- Who has read which notice.
create table notice_read (
  tenant_id text not null,
  notice_id bigint not null,
  user_id bigint not null,
  read_time timestamptz not null default now(),
  primary key (tenant_id, notice_id, user_id),
  foreign key (tenant_id, notice_id) references notice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade
);

do $$
declare each text;
begin
  foreach each in array array['message', 'notice_read'] loop
    execute format('alter table %I enable row level security', each);
    execute format('alter table %I force row level security', each);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true)) with check (tenant_id = current_setting(''app.tenant'', true))', each);
    execute format('alter table %I alter column tenant_id set default current_setting(''app.tenant'', true)', each);
  end loop;
end $$;
grant select, insert, delete on message, notice_read to larder_app;
grant update (read_time) on message to larder_app;

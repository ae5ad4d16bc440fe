-- An entry made on a device, perhaps without a network, is taken over once, however often it is sent.
create table device_entry (
  tenant_id text not null default current_setting('app.tenant', true),
  user_id bigint not null,
  key text not null,
  call text not null,
  -- What the clock of the device said when it was made and when it was sent; the time of business is worked out from both.
  made_time timestamptz,
  sent_time timestamptz,
  taken_time timestamptz not null default now(),
  primary key (tenant_id, user_id, key)
);
alter table device_entry enable row level security;
alter table device_entry force row level security;
create policy tenant on device_entry using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert on device_entry to larder_app;

-- The lots a merged one was made of, and how much of each. A lot that was split names the one it came of itself.
create table batch_merge (
  tenant_id text not null default current_setting('app.tenant', true),
  batch_id bigint not null,
  parent_batch_id bigint not null,
  qty numeric(20,6) not null,
  constraint batch_merge_pk primary key (tenant_id, batch_id, parent_batch_id),
  constraint batch_merge_qty_ck check (qty > 0 and parent_batch_id <> batch_id),
  constraint batch_merge_batch_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id),
  constraint batch_merge_parent_fk foreign key (tenant_id, parent_batch_id) references batch (tenant_id, id)
);
create index batch_merge_parent_ix on batch_merge (tenant_id, parent_batch_id);
alter table batch_merge enable row level security;
alter table batch_merge force row level security;
create policy tenant on batch_merge using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert on batch_merge to larder_app;

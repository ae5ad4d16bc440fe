-- When a night last replayed the moves of a place and found its balances right.
create table stock_proof (
  tenant_id text not null default current_setting('app.tenant', true),
  location_id bigint not null,
  proved_time timestamptz not null,
  constraint stock_proof_pk primary key (tenant_id, location_id),
  constraint stock_proof_location_fk foreign key (tenant_id, location_id) references stock_location (tenant_id, id) on delete cascade
);
alter table stock_proof enable row level security;
alter table stock_proof force row level security;
create policy tenant on stock_proof using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on stock_proof to larder_app;

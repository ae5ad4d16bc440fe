-- A pick bill filled from the plan keeps, for each line, what its meal needs, what of that lies at the stall or is on
-- its way there, and which dishes need it.
alter table pick_detail add column need_qty numeric(20,6);
alter table pick_detail add column hand_qty numeric(20,6);
alter table pick_detail add column coming_qty numeric(20,6);
create table pick_use (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  pick_id bigint not null,
  material_id bigint not null,
  dish_id bigint not null,
  portions numeric(20,6) not null,
  net_qty numeric(20,6) not null,
  yield_rate numeric(20,6) not null,
  qty numeric(20,6) not null,
  prep_time text not null,
  station text not null,
  constraint pick_use_pk primary key (tenant_id, id),
  constraint pick_use_owner_fk foreign key (tenant_id, pick_id) references pick (tenant_id, id) on delete cascade,
  constraint pick_use_qty_ck check (qty >= 0)
);
create index pick_use_owner_ix on pick_use (tenant_id, pick_id, material_id);
alter table pick_use enable row level security;
alter table pick_use force row level security;
create policy tenant on pick_use using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on pick_use to larder_app;

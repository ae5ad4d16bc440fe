-- What must never be of a line, whoever writes it.
alter table distribution_detail add constraint distribution_detail_sums_ck check (
  qty > 0 and base_qty > 0 and factor > 0 and distributed_qty + cancelled_qty <= qty
  and open_qty = qty - distributed_qty - cancelled_qty and need_qty >= 0 and net_qty >= 0 and net_qty <= need_qty);
create index distribution_detail_open_ix on distribution_detail (tenant_id, material_id) where open_qty > 0;
-- What bills need of a place and material is asked by every plan for it.
create index distribution_detail_need_ix on distribution_detail (tenant_id, material_id, need_date);

-- Why a line needs what it needs: what each line of a sales plan or special meal takes of it, and on which way. Written
-- with the line, never changed; one line of a meal gives its need of a material to one line of a bill.
create table distribution_pegging (
  tenant_id text not null default current_setting('app.tenant', true),
  distribution_id bigint not null,
  distribution_detail_id bigint not null,
  source_type text not null,
  source_id bigint not null,
  source_line_id bigint not null,
  source_version integer not null,
  stall_dept_id bigint not null,
  meal_date date not null,
  meal_type text not null,
  dish_id bigint,
  portions numeric(20,6) not null,
  material_id bigint not null,
  need_date date not null,
  nr integer not null,
  bom_id bigint,
  dish_ids bigint[] not null,
  net_per_portion numeric(30,12) not null,
  yield_rate numeric(24,12) not null,
  origin_material_id bigint,
  ratio numeric(24,12) not null default 1,
  qty numeric(20,6) not null,
  constraint distribution_pegging_pk primary key (tenant_id, distribution_id, source_line_id, material_id, need_date, nr),
  constraint distribution_pegging_line_fk foreign key (tenant_id, distribution_detail_id)
    references distribution_detail (tenant_id, id) on delete cascade,
  constraint distribution_pegging_qty_ck check (qty >= 0 and ratio > 0)
);
create index distribution_pegging_line_ix on distribution_pegging (tenant_id, distribution_detail_id);
alter table distribution_pegging enable row level security;
alter table distribution_pegging force row level security;
create policy tenant on distribution_pegging using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, delete on distribution_pegging to larder_app;

-- Claims go with their distribution, as they do with a plan.
create trigger distribution_claims before delete on distribution for each row execute function forget_claims();

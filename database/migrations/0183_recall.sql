-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table recall_case (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  apply_user_id bigint,
  apply_time timestamptz,
  approve_user_id bigint,
  approve_time timestamptz,
  reason text,
  batch_id bigint,
  supplier_batch_no text,
  supplier_id bigint,
  material_id bigint,
  cause text not null,
  drill smallint not null default '0',
  base_unit_id bigint,
  start_time timestamptz,
  done_time timestamptz,
  received_qty numeric(20,6),
  accounted_qty numeric(20,6),
  coverage numeric(14,6),
  minutes integer,
  visible_dept_ids bigint[],
  attachments bigint[],
  remark text,
  status text not null default 'draft',
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint recall_case_pk primary key (tenant_id, id),
  constraint recall_case_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint recall_case_drill_ck check (drill in (0, 1)),
  constraint recall_case_status_ck check (status in ('draft', 'running', 'done', 'void'))
);
create index recall_case_bill_code_part_ix on recall_case using gin (bill_code gin_trgm_ops);
create index recall_case_supplier_batch_no_order_ix on recall_case (tenant_id, supplier_batch_no, id);
create index recall_case_supplier_batch_no_part_ix on recall_case using gin (supplier_batch_no gin_trgm_ops);
create index recall_case_recent_ix on recall_case (tenant_id, create_time desc, id desc);
alter table recall_case enable row level security;
alter table recall_case force row level security;
create policy tenant on recall_case using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table recall_case alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on recall_case to larder_app;
create table recall_case_places (
  tenant_id text not null,
  id bigint not null default new_id(),
  recall_case_id bigint not null,
  line_no integer not null,
  location_id bigint not null,
  dept_id bigint not null,
  material_id bigint not null,
  base_unit_id bigint not null,
  received_qty numeric(20,6) not null,
  lying_qty numeric(20,6) not null,
  book_used_qty numeric(20,6) not null,
  book_destroyed_qty numeric(20,6) not null,
  book_returned_qty numeric(20,6) not null,
  found_qty numeric(20,6),
  used_qty numeric(20,6),
  destroyed_qty numeric(20,6),
  returned_qty numeric(20,6),
  accounted_qty numeric(20,6) not null default '0',
  coverage numeric(14,6) not null default '0',
  minutes integer,
  answer_time timestamptz,
  answer_user_id bigint,
  answer_no integer not null default '0',
  answer_remark text,
  constraint recall_case_places_pk primary key (tenant_id, id),
  constraint recall_case_places_owner_fk foreign key (tenant_id, recall_case_id) references recall_case (tenant_id, id) on delete cascade,
  constraint recall_case_places_recall_case_id_location_id_material_id_uq unique nulls distinct (tenant_id, recall_case_id, location_id, material_id)
);
create index recall_case_places_owner_ix on recall_case_places (tenant_id, recall_case_id, line_no);
alter table recall_case_places enable row level security;
alter table recall_case_places force row level security;
create policy tenant on recall_case_places using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table recall_case_places alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on recall_case_places to larder_app;
create table recall_case_lots (
  tenant_id text not null,
  id bigint not null default new_id(),
  recall_case_id bigint not null,
  line_no integer not null,
  batch_id bigint not null,
  material_id bigint not null,
  lot_state text not null,
  hold_reason text,
  held smallint not null default '0',
  constraint recall_case_lots_pk primary key (tenant_id, id),
  constraint recall_case_lots_owner_fk foreign key (tenant_id, recall_case_id) references recall_case (tenant_id, id) on delete cascade,
  constraint recall_case_lots_lot_state_ck check (lot_state in ('free', 'hold', 'provisional')),
  constraint recall_case_lots_held_ck check (held in (0, 1)),
  constraint recall_case_lots_recall_case_id_batch_id_uq unique nulls distinct (tenant_id, recall_case_id, batch_id)
);
create index recall_case_lots_owner_ix on recall_case_lots (tenant_id, recall_case_id, line_no);
alter table recall_case_lots enable row level security;
alter table recall_case_lots force row level security;
create policy tenant on recall_case_lots using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table recall_case_lots alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on recall_case_lots to larder_app;
alter table recall_case add constraint recall_case_apply_user_id_fk foreign key (tenant_id, apply_user_id) references app_user (tenant_id, id);
create index recall_case_apply_user_id_ix on recall_case (tenant_id, apply_user_id);
alter table recall_case add constraint recall_case_approve_user_id_fk foreign key (tenant_id, approve_user_id) references app_user (tenant_id, id);
create index recall_case_approve_user_id_ix on recall_case (tenant_id, approve_user_id);
alter table recall_case add constraint recall_case_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index recall_case_batch_id_ix on recall_case (tenant_id, batch_id);
alter table recall_case add constraint recall_case_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index recall_case_supplier_id_ix on recall_case (tenant_id, supplier_id);
alter table recall_case add constraint recall_case_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index recall_case_material_id_ix on recall_case (tenant_id, material_id);
alter table recall_case add constraint recall_case_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index recall_case_base_unit_id_ix on recall_case (tenant_id, base_unit_id);
alter table recall_case_places add constraint recall_case_places_location_id_fk foreign key (tenant_id, location_id) references stock_location (tenant_id, id);
create index recall_case_places_location_id_ix on recall_case_places (tenant_id, location_id);
alter table recall_case_places add constraint recall_case_places_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index recall_case_places_dept_id_ix on recall_case_places (tenant_id, dept_id);
alter table recall_case_places add constraint recall_case_places_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index recall_case_places_material_id_ix on recall_case_places (tenant_id, material_id);
alter table recall_case_places add constraint recall_case_places_base_unit_id_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id);
create index recall_case_places_base_unit_id_ix on recall_case_places (tenant_id, base_unit_id);
alter table recall_case_places add constraint recall_case_places_answer_user_id_fk foreign key (tenant_id, answer_user_id) references app_user (tenant_id, id);
create index recall_case_places_answer_user_id_ix on recall_case_places (tenant_id, answer_user_id);
alter table recall_case_lots add constraint recall_case_lots_batch_id_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id);
create index recall_case_lots_batch_id_ix on recall_case_lots (tenant_id, batch_id);
alter table recall_case_lots add constraint recall_case_lots_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index recall_case_lots_material_id_ix on recall_case_lots (tenant_id, material_id);

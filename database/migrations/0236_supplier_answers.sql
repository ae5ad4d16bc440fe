-- Drafted from the declarations by `npm run migrate:draft`; read and completed before it is committed.
create table supplier_certificate (
  tenant_id text not null,
  id bigint not null default new_id(),
  supplier_id bigint not null,
  line_no integer not null,
  certificate_kind text not null,
  certificate_no text not null,
  issuer text,
  valid_from date,
  valid_to date,
  pictures bigint[],
  check_state text not null default 'waiting',
  check_remark text,
  check_user_id bigint,
  check_time timestamptz,
  constraint supplier_certificate_pk primary key (tenant_id, id),
  constraint supplier_certificate_owner_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete cascade,
  constraint supplier_certificate_check_state_ck check (check_state in ('waiting', 'passed', 'refused'))
);
create index supplier_certificate_owner_ix on supplier_certificate (tenant_id, supplier_id, line_no);
alter table supplier_certificate enable row level security;
alter table supplier_certificate force row level security;
create policy tenant on supplier_certificate using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table supplier_certificate alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on supplier_certificate to larder_app;
create table purchase_ship_note (
  tenant_id text not null,
  id bigint not null default new_id(),
  bill_code text not null,
  purchase_order_id bigint not null,
  supplier_id bigint not null,
  note_no text not null,
  ship_time timestamptz,
  arrive_time timestamptz,
  plate_no text,
  driver text,
  phone text,
  attachments bigint[],
  note_status text not null default 'shipped',
  status smallint not null default 1,
  version integer not null default 1,
  create_user bigint,
  create_dept bigint,
  create_time timestamptz not null default now(),
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint purchase_ship_note_pk primary key (tenant_id, id),
  constraint purchase_ship_note_bill_code_uq unique nulls distinct (tenant_id, bill_code),
  constraint purchase_ship_note_note_status_ck check (note_status in ('shipped', 'received', 'cancelled')),
  constraint purchase_ship_note_supplier_id_note_no_uq unique nulls distinct (tenant_id, supplier_id, note_no)
);
create index purchase_ship_note_recent_ix on purchase_ship_note (tenant_id, create_time desc, id desc);
alter table purchase_ship_note enable row level security;
alter table purchase_ship_note force row level security;
create policy tenant on purchase_ship_note using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_ship_note alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_ship_note to larder_app;
create table purchase_ship_note_detail (
  tenant_id text not null,
  id bigint not null default new_id(),
  purchase_ship_note_id bigint not null,
  line_no integer not null,
  order_detail_id bigint not null,
  ship_qty numeric(20,6) not null,
  supplier_batch_no text,
  production_date date,
  expiry_date date,
  material_id bigint not null,
  unit_id bigint not null,
  papers bigint[],
  lot_id text not null,
  constraint purchase_ship_note_detail_pk primary key (tenant_id, id),
  constraint purchase_ship_note_detail_owner_fk foreign key (tenant_id, purchase_ship_note_id) references purchase_ship_note (tenant_id, id) on delete cascade,
  constraint purchase_ship_note_detail_ship_qty_ck check (ship_qty > 0)
);
create index purchase_ship_note_detail_owner_ix on purchase_ship_note_detail (tenant_id, purchase_ship_note_id, line_no);
alter table purchase_ship_note_detail enable row level security;
alter table purchase_ship_note_detail force row level security;
create policy tenant on purchase_ship_note_detail using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
alter table purchase_ship_note_detail alter column tenant_id set default current_setting('app.tenant', true);
grant select, insert, update, delete on purchase_ship_note_detail to larder_app;
alter table purchase_order add column supplier_remark text;
alter table purchase_order add column supplier_status text not null default 'none'::text;
alter table purchase_order add column supplier_time timestamp with time zone;
alter table purchase_order_detail add column promised_date date;
alter table purchase_order_detail add column promised_qty numeric(20,6);
alter table purchase_order_detail add column shipped_qty numeric(20,6) not null default '0'::numeric;
alter table supplier add column emergency_reason text;
alter table supplier add column emergency_until date;
alter table supplier add column emergency_user_id bigint;
alter table purchase_order add constraint purchase_order_supplier_status_ck CHECK (supplier_status = ANY (ARRAY['none'::text, 'confirmed'::text, 'partial'::text, 'declined'::text]));
alter table purchase_order_detail add constraint purchase_order_detail_promised_qty_ck CHECK (promised_qty >= 0::numeric);
alter table purchase_order_detail add constraint purchase_order_detail_shipped_qty_ck CHECK (shipped_qty >= 0::numeric);
alter table supplier add constraint supplier_emergency_user_id_fk FOREIGN KEY (tenant_id, emergency_user_id) REFERENCES app_user(tenant_id, id);
alter table supplier_certificate add constraint supplier_certificate_check_user_id_fk foreign key (tenant_id, check_user_id) references app_user (tenant_id, id);
create index supplier_certificate_check_user_id_ix on supplier_certificate (tenant_id, check_user_id);
alter table purchase_ship_note add constraint purchase_ship_note_purchase_order_id_fk foreign key (tenant_id, purchase_order_id) references purchase_order (tenant_id, id);
create index purchase_ship_note_purchase_order_id_ix on purchase_ship_note (tenant_id, purchase_order_id);
alter table purchase_ship_note add constraint purchase_ship_note_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_ship_note_supplier_id_ix on purchase_ship_note (tenant_id, supplier_id);
alter table purchase_ship_note_detail add constraint purchase_ship_note_detail_order_detail_id_fk foreign key (tenant_id, order_detail_id) references purchase_order_detail (tenant_id, id);
create index purchase_ship_note_detail_order_detail_id_ix on purchase_ship_note_detail (tenant_id, order_detail_id);
alter table purchase_ship_note_detail add constraint purchase_ship_note_detail_material_id_fk foreign key (tenant_id, material_id) references material (tenant_id, id);
create index purchase_ship_note_detail_material_id_ix on purchase_ship_note_detail (tenant_id, material_id);
alter table purchase_ship_note_detail add constraint purchase_ship_note_detail_unit_id_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id);
create index purchase_ship_note_detail_unit_id_ix on purchase_ship_note_detail (tenant_id, unit_id);
create index supplier_emergency_user_id_ix on supplier USING btree (tenant_id, emergency_user_id);

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
create index supplier_certificate_end_ix on supplier_certificate (tenant_id, valid_to) where check_state = 'passed';
alter table purchase_ship_note_detail add constraint purchase_ship_note_detail_lot_id_uq unique (tenant_id, lot_id);
-- Links to an order for a supplier without an account: of the token only its hash is kept.
create table supplier_ticket (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  token_hash text not null,
  purchase_order_id bigint not null,
  supplier_id bigint not null,
  channel text not null,
  sent_to text,
  made_time timestamptz not null,
  expires_time timestamptz not null,
  opened_time timestamptz,
  answered_time timestamptz,
  revoked_time timestamptz,
  files bigint[] not null default '{}',
  create_user bigint,
  create_time timestamptz not null default now(),
  constraint supplier_ticket_pk primary key (tenant_id, id),
  constraint supplier_ticket_token_uq unique (tenant_id, token_hash),
  constraint supplier_ticket_channel_ck check (channel in ('portal', 'sms', 'mail', 'print')),
  constraint supplier_ticket_order_fk foreign key (tenant_id, purchase_order_id) references purchase_order (tenant_id, id),
  constraint supplier_ticket_supplier_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id)
);
create index supplier_ticket_order_ix on supplier_ticket (tenant_id, purchase_order_id, made_time desc);
create index supplier_ticket_supplier_ix on supplier_ticket (tenant_id, supplier_id);
alter table supplier_ticket enable row level security;
alter table supplier_ticket force row level security;
create policy tenant on supplier_ticket using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on supplier_ticket to larder_app;
-- Each answer of a supplier with the time it took; insert only.
create table supplier_answer (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  purchase_order_id bigint not null,
  supplier_id bigint not null,
  answer_kind text not null,
  asked_time timestamptz not null,
  answer_time timestamptz not null,
  by_ticket bigint,
  by_user bigint,
  remark text,
  create_time timestamptz not null default now(),
  constraint supplier_answer_pk primary key (tenant_id, id),
  constraint supplier_answer_kind_ck check (answer_kind in ('confirmed', 'partial', 'declined', 'shipped', 'paper')),
  constraint supplier_answer_who_ck check (num_nonnulls(by_ticket, by_user) = 1),
  constraint supplier_answer_order_fk foreign key (tenant_id, purchase_order_id) references purchase_order (tenant_id, id),
  constraint supplier_answer_supplier_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id),
  constraint supplier_answer_ticket_fk foreign key (tenant_id, by_ticket) references supplier_ticket (tenant_id, id),
  constraint supplier_answer_user_fk foreign key (tenant_id, by_user) references app_user (tenant_id, id)
);
create index supplier_answer_order_ix on supplier_answer (tenant_id, purchase_order_id, answer_time);
create index supplier_answer_supplier_ix on supplier_answer (tenant_id, supplier_id, answer_time);
create index supplier_answer_ticket_ix on supplier_answer (tenant_id, by_ticket);
create index supplier_answer_user_ix on supplier_answer (tenant_id, by_user);
alter table supplier_answer enable row level security;
alter table supplier_answer force row level security;
create policy tenant on supplier_answer using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert on supplier_answer to larder_app;

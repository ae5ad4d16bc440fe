-- Links to orders and answers to them, and what looks papers and lots up.
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

-- What each party owes of each posted line, written beside its move. Never changed: what is taken back is an opposite.
create table settlement_entry (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  party_kind text not null,
  party_id bigint not null,
  entry_kind text not null,
  biz_date date not null,
  bill_type text not null,
  bill_id bigint not null,
  bill_code text not null,
  dept_id bigint,
  company_dept_id bigint,
  line_id bigint not null,
  move_id bigint,
  material_id bigint not null,
  qty numeric(20,6) not null,
  unit_id bigint not null,
  price numeric(20,6) not null,
  tax_rate numeric(14,6) not null,
  amount numeric(20,2) not null,
  amount_no_tax numeric(20,2) not null,
  tax_amount numeric(20,2) not null,
  reverses_entry_id bigint,
  statement_id bigint,
  create_user bigint,
  create_time timestamptz not null default now(),
  constraint settlement_entry_pk primary key (tenant_id, id),
  -- A move owes each kind of party once; what moves nothing owes it once a line.
  constraint settlement_entry_once_uq unique (tenant_id, move_id, party_kind),
  constraint settlement_entry_reversed_once_uq unique (tenant_id, reverses_entry_id),
  constraint settlement_entry_party_ck check (party_kind in ('supplier', 'site', 'stall', 'client', 'company')),
  constraint settlement_entry_kind_ck check (entry_kind in ('purchase', 'charge', 'return', 'difference', 'correction')),
  constraint settlement_entry_tax_ck check (amount = amount_no_tax + tax_amount),
  constraint settlement_entry_move_fk foreign key (tenant_id, move_id) references stock_move (tenant_id, id),
  constraint settlement_entry_material_fk foreign key (tenant_id, material_id) references material (tenant_id, id),
  constraint settlement_entry_unit_fk foreign key (tenant_id, unit_id) references material_unit (tenant_id, id),
  constraint settlement_entry_reverses_fk foreign key (tenant_id, reverses_entry_id) references settlement_entry (tenant_id, id)
);
create unique index settlement_entry_unmoved_uq on settlement_entry (tenant_id, bill_type, bill_id, line_id, party_kind)
  where move_id is null and reverses_entry_id is null;
create index settlement_entry_bill_ix on settlement_entry (tenant_id, bill_type, bill_id);
create index settlement_entry_code_ix on settlement_entry (tenant_id, bill_code);
create index settlement_entry_party_ix on settlement_entry (tenant_id, party_kind, party_id, biz_date);
create index settlement_entry_recent_ix on settlement_entry (tenant_id, biz_date desc, id desc);
create index settlement_entry_material_ix on settlement_entry (tenant_id, material_id, biz_date);
create trigger settlement_entry_append_only before update or delete or truncate on settlement_entry for each statement execute function refuse_change();
alter table settlement_entry enable row level security;
alter table settlement_entry force row level security;
create policy tenant on settlement_entry using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert on settlement_entry to larder_app;

-- What a company is charged without its tax needs the rate the management price was published with.
alter table allocation_detail add column management_tax_rate numeric(14,6);

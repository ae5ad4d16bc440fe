-- The stock ledger: moves that are never changed, and the balances that always equal their sums.
-- Places and lots (stock_location, batch) are declared and stand in 0002; what is written by postings alone stands here.
-- Order in which rows are locked: modules/stock/ledger/locks.server.ts.

-- Places ---------------------------------------------------------------------------------------------------------

create unique index stock_location_transit_uq on stock_location (tenant_id, transit_for_id) where transit_for_id is not null;
create unique index stock_location_pass_through_uq on stock_location (tenant_id, company_dept_id) where kind = 'pass-through';
alter table stock_location add constraint stock_location_transit_ck check ((kind = 'in-transit') = (transit_for_id is not null));

-- A place is made with its owner and shares its id, whoever writes the owner: every foreign key to a place can rely on it.
-- With it come the in-transit place of what is on its way there, and the company's pass-through place of direct deliveries.
create function keep_location(tenant text, owner bigint, owner_kind text, owner_name text, company bigint, dept bigint) returns void language plpgsql as $$
begin
  insert into stock_location (tenant_id, id, kind, name, company_dept_id, dept_id) values (tenant, owner, owner_kind, owner_name, company, dept)
  on conflict (tenant_id, id) do update set name = excluded.name, dept_id = excluded.dept_id, update_time = now();
  insert into stock_location (tenant_id, kind, name, company_dept_id, dept_id, transit_for_id) values (tenant, 'in-transit', '在途 → ' || owner_name, company, dept, owner)
  on conflict (tenant_id, transit_for_id) where transit_for_id is not null do update set name = excluded.name, dept_id = excluded.dept_id, update_time = now();
  insert into stock_location (tenant_id, kind, name, company_dept_id, dept_id) values (tenant, 'pass-through', '直配过账', company, company)
  on conflict (tenant_id, company_dept_id) where kind = 'pass-through' do nothing;
end $$;

create function warehouse_is_location() returns trigger language plpgsql as $$
begin
  perform keep_location(new.tenant_id, new.id, 'warehouse', new.name, new.company_dept_id, new.project_group_dept_id);
  return null;
end $$;
create trigger warehouse_location after insert or update of name, project_group_dept_id on warehouse for each row execute function warehouse_is_location();

-- A stall (category 4) keeps stall stock, a restaurant (category 3) a shared store of the same kind.
create function dept_is_location() returns trigger language plpgsql as $$
declare company bigint;
begin
  if new.dept_category::text not in ('3', '4') then return null; end if;
  with recursive up as (
    select d.id, d.parent_id, d.dept_category::text as category, 0 as steps from dept d where d.tenant_id = new.tenant_id and d.id = new.id
    union all
    select d.id, d.parent_id, d.dept_category::text, up.steps + 1 from dept d join up on d.id = up.parent_id where d.tenant_id = new.tenant_id and up.steps < 10
  ) select id into company from up where category = '1' order by steps limit 1;
  perform keep_location(new.tenant_id, new.id, 'stall', new.dept_name, coalesce(company, new.id), new.id);
  return null;
end $$;
create trigger dept_location after insert or update of dept_name, dept_category, parent_id on dept for each row execute function dept_is_location();

-- Lots -----------------------------------------------------------------------------------------------------------

create index batch_supplier_expiry_ix on batch (tenant_id, supplier_id, material_id);
create index batch_material_expiry_ix on batch (tenant_id, material_id, expiry_date);

-- Moves: the truth -----------------------------------------------------------------------------------------------

-- Numbered in the order of posting: a place and material is locked from before its number is drawn until the commit.
create sequence stock_move_seq as bigint;
grant usage on sequence stock_move_seq to larder_app;

create table stock_move (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  seq bigint not null default nextval('stock_move_seq'),
  location_id bigint not null,
  material_id bigint not null,
  batch_id bigint not null,
  qty numeric(20,6) not null,
  aux_qty numeric(20,6) not null default 0,
  base_unit_id bigint not null,
  unit_cost numeric(20,6) not null,
  amount numeric(20,2) not null,
  reason text not null,
  reason_detail text,
  counter_location_id bigint,
  counter_party jsonb,
  bill_type text not null,
  bill_id bigint not null,
  bill_code text not null,
  line_id bigint not null,
  business_time timestamptz not null,
  posted_time timestamptz not null default now(),
  operator_id bigint,
  settlement_price numeric(20,6),
  settlement_amount numeric(20,2),
  reverses_move_id bigint,
  constraint stock_move_pk primary key (tenant_id, id),
  constraint stock_move_seq_uq unique (tenant_id, seq),
  -- A bill posts a line, a reason, a place and a lot once: double posting is impossible, not unlikely.
  constraint stock_move_once_uq unique (tenant_id, bill_type, bill_id, line_id, reason, location_id, batch_id),
  constraint stock_move_reversed_once_uq unique (tenant_id, reverses_move_id),
  constraint stock_move_qty_ck check (qty <> 0 or reason in ('count.zero', 'cost.residue', 'cost.adjust', 'reverse.cost.adjust')),
  constraint stock_move_amount_ck check (qty = 0 or amount = 0 or sign(qty) = sign(amount)),
  constraint stock_move_time_ck check (business_time <= posted_time),
  constraint stock_move_location_fk foreign key (tenant_id, location_id) references stock_location (tenant_id, id),
  constraint stock_move_counter_fk foreign key (tenant_id, counter_location_id) references stock_location (tenant_id, id),
  constraint stock_move_material_fk foreign key (tenant_id, material_id) references material (tenant_id, id),
  constraint stock_move_batch_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id),
  constraint stock_move_unit_fk foreign key (tenant_id, base_unit_id) references material_unit (tenant_id, id),
  constraint stock_move_reverses_fk foreign key (tenant_id, reverses_move_id) references stock_move (tenant_id, id)
);
create index stock_move_key_ix on stock_move (tenant_id, location_id, material_id, business_time, seq);
create index stock_move_batch_ix on stock_move (tenant_id, batch_id, business_time);
create index stock_move_bill_ix on stock_move (tenant_id, bill_type, bill_id);
create index stock_move_reason_ix on stock_move (tenant_id, reason, business_time);

-- A posted move is never changed or deleted, not even by the owner; a correction is a reversing document.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger stock_move_append_only before update or delete or truncate on stock_move for each statement execute function refuse_change();

-- Nothing posts into a closed period, whichever program writes.
create function refuse_closed_period() returns trigger language plpgsql as $$
declare found record;
begin
  select l.name, l.closed_through into found from new_moves n
  join stock_location l on l.tenant_id = n.tenant_id and l.id = n.location_id
  where n.business_time < (l.closed_through + 1)::timestamptz limit 1;
  if found is not null then
    raise exception '% is closed through %', found.name, found.closed_through using errcode = 'check_violation', constraint = 'stock_move_period_ck', table = 'stock_move';
  end if;
  return null;
end $$;
create trigger stock_move_open_period after insert on stock_move referencing new table as new_moves for each statement execute function refuse_closed_period();

-- What people note beside a move, and the moving average as a projection of the moves.
create table stock_move_note (
  tenant_id text not null default current_setting('app.tenant', true),
  move_id bigint not null,
  remark text not null,
  user_id bigint,
  time timestamptz not null default now(),
  constraint stock_move_note_pk primary key (tenant_id, move_id),
  constraint stock_move_note_move_fk foreign key (tenant_id, move_id) references stock_move (tenant_id, id)
);
create table stock_move_cost (
  tenant_id text not null default current_setting('app.tenant', true),
  move_id bigint not null,
  -- Not rounded to the six places people see: issues are reckoned with it.
  avg_unit_cost numeric not null,
  avg_amount numeric(20,2) not null,
  running_qty numeric(20,6) not null,
  running_value numeric(20,2) not null,
  residue numeric(20,2) not null default 0,
  -- What the same document took from other lots just before; their values are rounded together.
  taken_before numeric(20,6) not null default 0,
  -- The move was taken back, or takes one back: neither counts in the running figures.
  undone boolean not null default false,
  constraint stock_move_cost_pk primary key (tenant_id, move_id),
  constraint stock_move_cost_move_fk foreign key (tenant_id, move_id) references stock_move (tenant_id, id)
);

-- Balances: kept in the transaction of the moves -----------------------------------------------------------------

create table stock (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  location_id bigint not null,
  material_id bigint not null,
  qty numeric(20,6) not null default 0,
  aux_qty numeric(20,6) not null default 0,
  reserved_qty numeric(20,6) not null default 0,
  amount numeric(20,2) not null default 0,
  avg_cost numeric not null default 0,
  avg_amount numeric(20,2) not null default 0,
  last_cost numeric(20,6) not null default 0,
  safety_stock_threshold numeric(20,6) not null default 0,
  max_stock numeric(20,6),
  storage_place text,
  remark text,
  last_in_time timestamptz,
  last_out_time timestamptz,
  last_check_time timestamptz,
  -- When a move was posted here last: whoever posts after it is not before it.
  last_move_time timestamptz,
  version integer not null default 1,
  create_user bigint, create_time timestamptz not null default now(),
  update_user bigint, update_time timestamptz not null default now(),
  constraint stock_pk primary key (tenant_id, id),
  constraint stock_location_material_uq unique (tenant_id, location_id, material_id),
  constraint stock_qty_ck check (qty >= 0 and aux_qty >= 0),
  constraint stock_reserved_ck check (reserved_qty >= 0 and reserved_qty <= qty),
  constraint stock_amount_ck check (amount >= 0 and avg_amount >= 0),
  constraint stock_zero_ck check (qty > 0 or (amount = 0 and avg_amount = 0 and aux_qty = 0)),
  constraint stock_safety_ck check (safety_stock_threshold >= 0),
  constraint stock_max_ck check (max_stock is null or max_stock >= safety_stock_threshold),
  constraint stock_location_fk foreign key (tenant_id, location_id) references stock_location (tenant_id, id),
  constraint stock_material_fk foreign key (tenant_id, material_id) references material (tenant_id, id)
) with (fillfactor = 80);
create index stock_material_ix on stock (tenant_id, material_id);
-- Not by quantity: an index that names it would be written with every posting.
create index stock_safety_ix on stock (tenant_id, location_id) where safety_stock_threshold > 0;

create table stock_batch (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  location_id bigint not null,
  material_id bigint not null,
  batch_id bigint not null,
  qty numeric(20,6) not null default 0,
  aux_qty numeric(20,6) not null default 0,
  reserved_qty numeric(20,6) not null default 0,
  unit_cost numeric not null default 0,
  amount numeric(20,2) not null default 0,
  first_in_time timestamptz,
  last_move_time timestamptz,
  constraint stock_batch_pk primary key (tenant_id, id),
  constraint stock_batch_key_uq unique (tenant_id, location_id, batch_id),
  constraint stock_batch_qty_ck check (qty >= 0 and aux_qty >= 0),
  constraint stock_batch_reserved_ck check (reserved_qty >= 0 and reserved_qty <= qty),
  constraint stock_batch_amount_ck check (amount >= 0),
  constraint stock_batch_zero_ck check (qty > 0 or (amount = 0 and aux_qty = 0)),
  constraint stock_batch_stock_fk foreign key (tenant_id, location_id, material_id) references stock (tenant_id, location_id, material_id),
  constraint stock_batch_batch_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id)
);
create index stock_batch_lots_ix on stock_batch (tenant_id, location_id, material_id) where qty > 0;
create index stock_batch_batch_ix on stock_batch (tenant_id, batch_id);

-- What approved outgoing documents hold, per place and material, per lot where a person named one.
create table stock_reservation (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  location_id bigint not null,
  material_id bigint not null,
  batch_id bigint,
  want_qty numeric(20,6) not null,
  qty numeric(20,6) not null,
  -- Pieces, where goods of catch weight were promised by the piece.
  aux_qty numeric(20,6) not null default 0,
  bill_type text not null,
  bill_id bigint not null,
  bill_code text not null,
  line_id bigint not null,
  need_date date not null,
  state text not null default 'open',
  create_time timestamptz not null default clock_timestamp(),
  constraint stock_reservation_pk primary key (tenant_id, id),
  constraint stock_reservation_line_uq unique nulls not distinct (tenant_id, bill_type, line_id, material_id, batch_id),
  constraint stock_reservation_qty_ck check (qty >= 0 and qty <= want_qty),
  constraint stock_reservation_state_ck check (state in ('open', 'used', 'released', 'short') and (state in ('open', 'short') or qty = 0)),
  constraint stock_reservation_stock_fk foreign key (tenant_id, location_id, material_id) references stock (tenant_id, location_id, material_id),
  constraint stock_reservation_batch_fk foreign key (tenant_id, batch_id) references batch (tenant_id, id)
);
create index stock_reservation_key_ix on stock_reservation (tenant_id, location_id, material_id) where qty > 0;
create index stock_reservation_bill_ix on stock_reservation (tenant_id, bill_type, bill_id);

-- What is on order, by place, material and day; purchasing and receiving keep it in their own transactions.
create table expected_receipt (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  location_id bigint not null,
  material_id bigint not null,
  due_date date not null,
  bill_type text not null,
  bill_id bigint not null,
  bill_code text not null,
  line_id bigint not null,
  open_qty numeric(20,6) not null,
  update_time timestamptz not null default now(),
  constraint expected_receipt_pk primary key (tenant_id, id),
  constraint expected_receipt_line_uq unique (tenant_id, bill_type, line_id),
  constraint expected_receipt_qty_ck check (open_qty >= 0),
  constraint expected_receipt_location_fk foreign key (tenant_id, location_id) references stock_location (tenant_id, id),
  constraint expected_receipt_material_fk foreign key (tenant_id, material_id) references material (tenant_id, id)
);
create index expected_receipt_due_ix on expected_receipt (tenant_id, location_id, material_id, due_date) where open_qty > 0;
create index expected_receipt_bill_ix on expected_receipt (tenant_id, bill_type, bill_id);

-- Opening and closing balances of a closed month.
create table stock_period_balance (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  period_id bigint not null,
  location_id bigint not null,
  material_id bigint not null,
  batch_id bigint not null,
  open_qty numeric(20,6) not null,
  open_amount numeric(20,2) not null,
  in_qty numeric(20,6) not null,
  in_amount numeric(20,2) not null,
  out_qty numeric(20,6) not null,
  out_amount numeric(20,2) not null,
  close_qty numeric(20,6) not null,
  close_amount numeric(20,2) not null,
  constraint stock_period_balance_pk primary key (tenant_id, id),
  constraint stock_period_balance_lot_uq unique (tenant_id, period_id, location_id, batch_id),
  constraint stock_period_balance_sum_ck check (open_qty + in_qty - out_qty = close_qty and open_amount + in_amount - out_amount = close_amount),
  constraint stock_period_balance_period_fk foreign key (tenant_id, period_id) references stock_period (tenant_id, id)
);
create trigger stock_period_balance_append_only before update or delete or truncate on stock_period_balance for each statement execute function refuse_change();

do $$
declare each text;
begin
  foreach each in array array['stock_move', 'stock_move_note', 'stock_move_cost', 'stock', 'stock_batch', 'stock_reservation', 'expected_receipt', 'stock_period_balance'] loop
    execute format('alter table %I enable row level security', each);
    execute format('alter table %I force row level security', each);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true)) with check (tenant_id = current_setting(''app.tenant'', true))', each);
  end loop;
end $$;
grant select, insert on stock_move, stock_period_balance to larder_app;
grant select, insert, update, delete on stock, stock_batch, stock_reservation, expected_receipt, stock_move_cost, stock_move_note to larder_app;

-- A place goes with its owner while nothing ever lay there.
create function forget_location() returns trigger language plpgsql as $$
begin
  delete from stock_location where tenant_id = old.tenant_id and transit_for_id = old.id;
  delete from stock_location where tenant_id = old.tenant_id and (id = old.id or (kind = 'pass-through' and dept_id = old.id));
  return old;
end $$;
create trigger warehouse_forget_location before delete on warehouse for each row execute function forget_location();
create trigger dept_forget_location before delete on dept for each row execute function forget_location();

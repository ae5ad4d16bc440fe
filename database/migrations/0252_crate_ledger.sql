-- Crates: what each partner holds of each type, with every movement that made it so; what leaves on a shipment.
alter table crate_type add column deposit numeric(20,2) constraint crate_type_deposit_ck check (deposit > 0);
alter table crate_type add column tax_rate numeric(14,6) constraint crate_type_tax_rate_ck check (tax_rate >= 0);

create table crate_movement (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  code text not null,
  biz_date date not null,
  owner_dept_id bigint not null,
  warehouse_id bigint,
  supplier_id bigint,
  crate_type_id bigint not null,
  movement_kind text not null,
  -- What it changes of what the partner holds.
  qty integer not null,
  bill_type text,
  bill_id bigint,
  bill_code text,
  reason text,
  op_key text,
  reverses_movement_id bigint,
  visible_dept_ids bigint[] not null,
  create_user bigint,
  create_time timestamptz not null default now(),
  constraint crate_movement_pk primary key (tenant_id, id),
  constraint crate_movement_reversed_once_uq unique (tenant_id, reverses_movement_id),
  constraint crate_movement_kind_ck check (movement_kind in ('out', 'back', 'count', 'loss')),
  constraint crate_movement_partner_ck check (num_nonnulls(warehouse_id, supplier_id) = 1),
  constraint crate_movement_qty_ck check (qty <> 0),
  constraint crate_movement_sign_ck check (reverses_movement_id is not null or movement_kind = 'count' or (movement_kind = 'out') = (qty > 0)),
  constraint crate_movement_bill_ck check (num_nonnulls(bill_type, bill_id, bill_code) in (0, 3)),
  constraint crate_movement_owner_fk foreign key (tenant_id, owner_dept_id) references dept (tenant_id, id),
  constraint crate_movement_warehouse_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  constraint crate_movement_supplier_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id),
  constraint crate_movement_type_fk foreign key (tenant_id, crate_type_id) references crate_type (tenant_id, id),
  constraint crate_movement_reverses_fk foreign key (tenant_id, reverses_movement_id) references crate_movement (tenant_id, id)
);
create unique index crate_movement_op_uq on crate_movement (tenant_id, op_key, crate_type_id, movement_kind) where op_key is not null;
create index crate_movement_recent_ix on crate_movement (tenant_id, biz_date desc, id desc);
create index crate_movement_warehouse_ix on crate_movement (tenant_id, warehouse_id, crate_type_id);
create index crate_movement_supplier_ix on crate_movement (tenant_id, supplier_id, crate_type_id);
create index crate_movement_owner_ix on crate_movement (tenant_id, owner_dept_id);
create index crate_movement_type_ix on crate_movement (tenant_id, crate_type_id);
create index crate_movement_bill_ix on crate_movement (tenant_id, bill_type, bill_id);
create trigger crate_movement_append_only before update or delete or truncate on crate_movement for each statement execute function refuse_change();

create table crate_balance (
  tenant_id text not null default current_setting('app.tenant', true),
  id bigint not null default new_id(),
  owner_dept_id bigint not null,
  warehouse_id bigint,
  supplier_id bigint,
  crate_type_id bigint not null,
  qty integer not null default 0,
  moved_time timestamptz not null default now(),
  visible_dept_ids bigint[] not null,
  constraint crate_balance_pk primary key (tenant_id, id),
  constraint crate_balance_uq unique nulls not distinct (tenant_id, owner_dept_id, warehouse_id, supplier_id, crate_type_id),
  constraint crate_balance_partner_ck check (num_nonnulls(warehouse_id, supplier_id) = 1),
  constraint crate_balance_owner_fk foreign key (tenant_id, owner_dept_id) references dept (tenant_id, id),
  constraint crate_balance_warehouse_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id),
  constraint crate_balance_supplier_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id),
  constraint crate_balance_type_fk foreign key (tenant_id, crate_type_id) references crate_type (tenant_id, id)
);
create index crate_balance_warehouse_ix on crate_balance (tenant_id, warehouse_id);
create index crate_balance_supplier_ix on crate_balance (tenant_id, supplier_id);
create index crate_balance_type_ix on crate_balance (tenant_id, crate_type_id);

-- Crates made ready for an order that has not left; leaving, they become movements.
create table packed_crate (
  tenant_id text not null default current_setting('app.tenant', true),
  factory_order_id bigint not null,
  crate_type_id bigint not null,
  qty integer not null,
  update_user bigint,
  update_time timestamptz not null default now(),
  constraint packed_crate_pk primary key (tenant_id, factory_order_id, crate_type_id),
  constraint packed_crate_qty_ck check (qty > 0),
  constraint packed_crate_order_fk foreign key (tenant_id, factory_order_id) references factory_order (tenant_id, id),
  constraint packed_crate_type_fk foreign key (tenant_id, crate_type_id) references crate_type (tenant_id, id)
);
create index packed_crate_type_ix on packed_crate (tenant_id, crate_type_id);

alter table crate_movement enable row level security;
alter table crate_movement force row level security;
create policy tenant on crate_movement using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert on crate_movement to larder_app;
alter table crate_balance enable row level security;
alter table crate_balance force row level security;
create policy tenant on crate_balance using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update on crate_balance to larder_app;
alter table packed_crate enable row level security;
alter table packed_crate force row level security;
create policy tenant on packed_crate using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert, update, delete on packed_crate to larder_app;

-- A crate that is lost is owed for as goods are; it is no material and has no unit.
alter table settlement_entry alter column material_id drop not null;
alter table settlement_entry alter column unit_id drop not null;
alter table settlement_entry add column crate_type_id bigint;
alter table settlement_entry add constraint settlement_entry_crate_type_fk foreign key (tenant_id, crate_type_id) references crate_type (tenant_id, id);
alter table settlement_entry add constraint settlement_entry_of_ck check ((material_id is null) = (crate_type_id is not null) and (material_id is null) = (unit_id is null));
alter table settlement_entry drop constraint settlement_entry_kind_ck;
alter table settlement_entry add constraint settlement_entry_kind_ck check (entry_kind in ('purchase', 'charge', 'return', 'difference', 'correction', 'crate'));
create index settlement_entry_crate_type_ix on settlement_entry (tenant_id, crate_type_id) where crate_type_id is not null;

-- What a requirement plan was made from: the claimed demand, the way of every gram, the facts it was netted with.
-- The plan and its lines are declared and stand in 0002.

-- One claimed line of a sales plan or special meal, as it stood when it was claimed. A source line has one live claim at most:
-- two plans made at the same moment cannot both order for the same guests.
create table plan_claim (
  tenant_id text not null default current_setting('app.tenant', true),
  requirement_plan_id bigint not null,
  -- Pegs name the claim by its number within the plan.
  nr integer not null,
  source_type text not null,
  source_id bigint not null,
  source_line_id bigint not null,
  source_version integer not null,
  stall_dept_id bigint not null,
  meal_date date not null,
  meal_type text not null,
  dish_id bigint,
  -- Goods a special meal asks for as they are, portions then in base unit.
  material_id bigint,
  portions numeric(20,6) not null,
  released_time timestamptz,
  constraint plan_claim_what_ck check ((dish_id is null) <> (material_id is null)),
  constraint plan_claim_pk primary key (tenant_id, requirement_plan_id, nr)
);
create unique index plan_claim_live_uq on plan_claim (tenant_id, source_type, source_id, source_line_id) where released_time is null;

-- Claims go with their plan. A foreign key would ask for the plan once a row, 200,000 times for one large plan; they are
-- written by one statement in the transaction that makes the plan, and this takes them away with it.
create function forget_claims() returns trigger language plpgsql as $$
begin
  delete from plan_claim where tenant_id = old.tenant_id and requirement_plan_id = old.id;
  return old;
end $$;
create trigger requirement_plan_claims before delete on requirement_plan for each row execute function forget_claims();

-- How a material comes into a dish: shared by all pegs of a plan that go this way.
create table requirement_route (
  tenant_id text not null default current_setting('app.tenant', true),
  requirement_plan_id bigint not null,
  nr integer not null,
  material_id bigint not null,
  -- None for goods that are asked for as they are.
  bom_id bigint,
  -- The dish, then the semi-finished dishes down to the material.
  dish_ids bigint[] not null,
  net_per_portion numeric(30,12) not null,
  -- All yields of the way multiplied, in percent points.
  yield_rate numeric(24,12) not null,
  origin_material_id bigint,
  ratio numeric(24,12) not null default 1,
  constraint requirement_route_pk primary key (tenant_id, requirement_plan_id, nr),
  constraint requirement_route_plan_fk foreign key (tenant_id, requirement_plan_id) references requirement_plan (tenant_id, id) on delete cascade
);

-- Why a line needs what it needs. One row a line, its pegs as columns: entry i says that claim claim_nr[i] takes
-- qty[i] millionths of base unit by route route_nr[i]. A week of 500 stalls has two million pegs, and this holds them.
create table requirement_pegging (
  tenant_id text not null default current_setting('app.tenant', true),
  plan_detail_id bigint not null,
  requirement_plan_id bigint not null,
  claim_nr integer[] not null,
  route_nr integer[] not null,
  qty bigint[] not null,
  constraint requirement_pegging_pk primary key (tenant_id, plan_detail_id),
  constraint requirement_pegging_size_ck check (cardinality(claim_nr) = cardinality(route_nr) and cardinality(claim_nr) = cardinality(qty)),
  constraint requirement_pegging_line_fk foreign key (tenant_id, plan_detail_id) references requirement_plan_detail (tenant_id, id) on delete cascade,
  constraint requirement_pegging_plan_fk foreign key (tenant_id, requirement_plan_id) references requirement_plan (tenant_id, id) on delete cascade
);
create index requirement_pegging_plan_ix on requirement_pegging (tenant_id, requirement_plan_id);

-- Stock and orders as they stood when the plan was made: edits and what-if are reckoned with the same facts.
create table requirement_stock (
  tenant_id text not null default current_setting('app.tenant', true),
  requirement_plan_id bigint not null,
  warehouse_id bigint not null,
  material_id bigint not null,
  -- on hand by lot, reserved, due with its bill, safety; and the units to order in.
  facts jsonb not null,
  constraint requirement_stock_pk primary key (tenant_id, requirement_plan_id, warehouse_id, material_id),
  constraint requirement_stock_plan_fk foreign key (tenant_id, requirement_plan_id) references requirement_plan (tenant_id, id) on delete cascade
);

-- What approved plans need of a place and material is asked by every plan for it.
create index requirement_plan_detail_need_ix on requirement_plan_detail (tenant_id, warehouse_id, material_id, need_date);

-- The walk from one need date to the next, every term in the row. closing is the opening of the next date.
create table requirement_netting (
  tenant_id text not null default current_setting('app.tenant', true),
  requirement_plan_id bigint not null,
  warehouse_id bigint not null,
  material_id bigint not null,
  date date not null,
  opening_qty numeric(20,6) not null,
  receipt_qty numeric(20,6) not null,
  expire_qty numeric(20,6) not null,
  -- Taken by other plans since the date before; and what has to be left for them until the next.
  other_qty numeric(20,6) not null,
  later_qty numeric(20,6) not null,
  gross_qty numeric(20,6) not null,
  manual_qty numeric(20,6) not null,
  safety_qty numeric(20,6) not null,
  net_qty numeric(20,6) not null,
  plan_qty numeric(20,6) not null,
  closing_qty numeric(20,6) not null,
  terms jsonb not null,
  constraint requirement_netting_pk primary key (tenant_id, requirement_plan_id, warehouse_id, material_id, date),
  constraint requirement_netting_walk_ck check (closing_qty = opening_qty + receipt_qty - expire_qty - other_qty + plan_qty - gross_qty),
  constraint requirement_netting_plan_fk foreign key (tenant_id, requirement_plan_id) references requirement_plan (tenant_id, id) on delete cascade
);

do $$
declare each text;
begin
  foreach each in array array['plan_claim', 'requirement_route', 'requirement_pegging', 'requirement_stock', 'requirement_netting'] loop
    execute format('alter table %I enable row level security', each);
    execute format('alter table %I force row level security', each);
    execute format('create policy tenant on %I using (tenant_id = current_setting(''app.tenant'', true)) with check (tenant_id = current_setting(''app.tenant'', true))', each);
    execute format('grant select, insert, update, delete on %I to larder_app', each);
  end loop;
end $$;

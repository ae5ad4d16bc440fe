-- Receiving: what must hold of in-store bills whichever program writes. The tables stand in 0002.

-- One bill per source and place, but for void ones.
create unique index in_store_source_uq on in_store (tenant_id, source_bill_type, source_bill_id, location_id) where status <> 'void';
-- A line has one waiting case of a type.
create unique index in_store_difference_waiting_uq on in_store_difference (tenant_id, detail_id, difference_type) where status <> 'confirmed' and require_side <> 'none';
create index in_store_difference_detail_ix2 on in_store_difference (tenant_id, instore_id, detail_id);

-- Sent = received + settled + open, on every line at every moment; and never more than the limit.
alter table in_store_detail add constraint in_store_detail_identity_ck check (qty = received_qty + settled_qty + open_qty);
alter table in_store_detail add constraint in_store_detail_limit_ck check (received_qty <= limit_qty);
-- A line of a delivery took something in or turned something away.
alter table in_store_receiving_detail add constraint in_store_receiving_detail_came_ck check (accepted_qty + refused_qty > 0);
-- A case settles once, and no more than it claims.
alter table in_store_difference add constraint in_store_difference_settled_ck check (settled_qty = 0 or (status = 'confirmed' or confirm_time is not null));
alter table in_store_difference add constraint in_store_difference_claim_ck check (sign(settled_qty) in (0, sign(difference_qty)) and abs(settled_qty) + arrived_qty <= abs(difference_qty));

-- What lines call settled is the sum of their cases, proved at every commit that touches either.
create function settled_is_sum_of_cases() returns trigger language plpgsql as $$
declare line bigint; difference numeric;
begin
  if tg_table_name = 'in_store_detail' then line := new.id; else line := new.detail_id; end if;
  if line is null then return null; end if;
  select d.settled_qty - coalesce((select sum(c.settled_qty) from in_store_difference c where c.tenant_id = d.tenant_id and c.detail_id = d.id), 0) into difference
  from in_store_detail d where d.tenant_id = new.tenant_id and d.id = line;
  if difference <> 0 then
    raise exception 'line % calls % more settled than its cases', line, difference using errcode = 'check_violation', constraint = 'in_store_detail_cases_ck', table = 'in_store_detail';
  end if;
  return null;
end $$;
create constraint trigger in_store_detail_cases after update on in_store_detail deferrable initially deferred
  for each row when (old.settled_qty is distinct from new.settled_qty) execute function settled_is_sum_of_cases();
create constraint trigger in_store_difference_made after insert on in_store_difference deferrable initially deferred
  for each row when (new.settled_qty <> 0) execute function settled_is_sum_of_cases();
create constraint trigger in_store_difference_cases after update on in_store_difference deferrable initially deferred
  for each row when (old.settled_qty is distinct from new.settled_qty) execute function settled_is_sum_of_cases();

-- What pieces of a material weighed in the newest receipts of a supplier is read from here alone.
create index in_store_receiving_detail_piece_ix on in_store_receiving_detail (tenant_id, supplier_id, material_id, unit_id, id desc) include (piece_weight) where piece_weight is not null;
-- What was paid and charged lately for a material in a company is read from these alone, however much came before.
create index in_store_receiving_detail_paid_ix on in_store_receiving_detail (tenant_id, material_id, company_dept_id, arrive_time desc, id desc)
  where paid_price is not null;
create index in_store_receiving_detail_charged_ix on in_store_receiving_detail (tenant_id, material_id, company_dept_id, arrive_time desc, id desc)
  where settled_price is not null;

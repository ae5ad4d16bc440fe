-- Moves sealed in the order of posting: each seal is the SHA-256 of its moves and of the seal before it.
create table stock_move_seal (
  tenant_id text not null default current_setting('app.tenant', true),
  to_seq bigint not null,
  -- The seal before it ends here; 0 before the first.
  from_seq bigint not null,
  moves integer not null,
  hash text not null,
  sealed_time timestamptz not null default now(),
  constraint stock_move_seal_pk primary key (tenant_id, to_seq),
  constraint stock_move_seal_from_uq unique (tenant_id, from_seq),
  constraint stock_move_seal_ck check (to_seq > from_seq and moves > 0 and hash ~ '^[0-9a-f]{64}$')
);
create trigger stock_move_seal_append_only before update or delete or truncate on stock_move_seal for each statement execute function refuse_change();
alter table stock_move_seal enable row level security;
alter table stock_move_seal force row level security;
create policy tenant on stock_move_seal using (tenant_id = current_setting('app.tenant', true)) with check (tenant_id = current_setting('app.tenant', true));
grant select, insert on stock_move_seal to larder_app;

-- What a move says, field by field, the same whatever the time zone of whoever asks. Version 1: it never changes.
create function sealed_move(m stock_move) returns text language sql stable parallel safe as $$
  select jsonb_build_array(m.seq, m.id, m.location_id, m.material_id, m.batch_id, trim_scale(m.qty)::text,
    trim_scale(m.aux_qty)::text, m.base_unit_id, trim_scale(m.unit_cost)::text, trim_scale(m.amount)::text, m.reason,
    m.reason_detail, m.counter_location_id, m.counter_party, m.bill_type, m.bill_id, m.bill_code, m.line_id,
    extract(epoch from m.business_time)::text, extract(epoch from m.posted_time)::text, m.operator_id,
    trim_scale(m.settlement_price)::text, trim_scale(m.settlement_amount)::text, m.reverses_move_id)::text
$$;

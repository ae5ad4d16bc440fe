-- Picks are found by the line they serve, and never count for less than was received and settled of them.
create index out_store_picks_detail_ix on out_store_picks (tenant_id, out_store_id, detail_id);
alter table out_store_picks add constraint out_store_picks_conserved_ck
  check (settled_base_qty >= 0 and (received_base_qty is null or (received_base_qty >= 0 and received_base_qty + settled_base_qty <= base_qty)));
create index pick_need_ix on pick (tenant_id, warehouse_id, need_time) where status in ('approved', 'done');
create index out_store_open_ix on out_store (tenant_id, warehouse_id, need_time) where status in ('to-pick', 'picking');

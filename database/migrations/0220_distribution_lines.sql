-- What must never be of a line, whoever writes it; and what its lists look for.
alter table distribution_bill_detail add constraint distribution_bill_detail_sums_ck check (
  qty > 0 and base_qty > 0 and factor > 0 and ratio > 0 and need_base_qty >= 0
  and documented_qty + cancelled_qty <= qty and (price is null or price > 0));
alter table distribution_bill_detail add constraint distribution_bill_detail_sender_ck check (
  case when source_kind = 'direct' then num_nonnulls(out_warehouse_id, out_factory_warehouse_id) = 0 and supply_mode is null
    else num_nonnulls(out_warehouse_id, out_factory_warehouse_id) = 1 and supply_mode is not null end);
create index distribution_bill_detail_due_ix on distribution_bill_detail (tenant_id, order_before, id) where line_status = 'open';
alter table distribution_bill add constraint distribution_bill_sender_ck check (
  kind <> 'straight' or num_nonnulls(out_org_id, type) = 0);

-- What an act reads stays the same however long the past is.

-- The price a supplier last delivered a material at is read from here, from the newest on.
create index in_store_receiving_detail_delivered_ix on in_store_receiving_detail (tenant_id, supplier_id, material_id, id desc)
  where delivered_price is not null;
-- What plans still want of a material in the days to come, wherever.
create index requirement_plan_detail_wanted_ix on requirement_plan_detail (tenant_id, material_id, need_date) where line_status <> 'closed';
-- Orders of the month, of which agreed shares are kept.
create index purchase_order_day_ix on purchase_order (tenant_id, order_date);
-- Deliveries of some days, for the correction of their prices.
create index in_store_receiving_arrived_ix on in_store_receiving (tenant_id, arrive_time);
-- What corrected a line before, and so bars its correction from being voided.
create index price_correction_detail_corrects_ix on price_correction_detail (tenant_id, corrects_line_id) where corrects_line_id is not null;
-- Leaves of a person that are not over on a day.
create index leave_person_ix on leave (tenant_id, create_user, end_time);

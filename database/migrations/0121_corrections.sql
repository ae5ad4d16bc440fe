-- Corrections of prices: what must hold whichever program writes. The tables stand in 0002.

-- A delivered line has one price in effect: one live correction at a time.
create unique index price_correction_detail_live_uq on price_correction_detail (tenant_id, source_line_id) where line_state = 'live';
-- A document corrects a line once.
create unique index price_correction_detail_source_uq on price_correction_detail (tenant_id, price_correction_id, source_line_id);
-- What we owe changes by as much as stock, variance and tax together.
alter table price_correction_detail add constraint price_correction_detail_legs_ck check (diff_amount = stock_amount + variance_amount + tax_amount);

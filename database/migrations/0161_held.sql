-- What lay at the place after each move, by when it happened: stock as of a moment is read from the last move before it,
-- however long the past is.
alter table stock_move_cost add column held_qty numeric(20,6);
alter table stock_move_cost add column held_aux_qty numeric(20,6);
alter table stock_move_cost add column held_amount numeric(20,2);
alter table stock_move_cost no force row level security;
alter table stock_move no force row level security;
update stock_move_cost c set held_qty = h.qty, held_aux_qty = h.aux_qty, held_amount = h.amount
from (
  select m.tenant_id, m.id, sum(m.qty) over following as qty, sum(m.aux_qty) over following as aux_qty,
    sum(m.amount) over following as amount
  from stock_move m
  window following as (partition by m.tenant_id, m.location_id, m.material_id order by m.business_time, m.seq)) h
where c.tenant_id = h.tenant_id and c.move_id = h.id;
alter table stock_move_cost force row level security;
alter table stock_move force row level security;
alter table stock_move_cost alter column held_qty set not null;
alter table stock_move_cost alter column held_aux_qty set not null;
alter table stock_move_cost alter column held_amount set not null;
-- Moves that were posted after they happened: few, and what differs between the two times.
create index stock_move_late_ix on stock_move (tenant_id, location_id, material_id, posted_time) where business_time < posted_time;

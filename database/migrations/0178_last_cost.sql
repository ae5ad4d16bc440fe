-- A gift says nothing of what its material last cost: where one had set it to nothing, the last goods at a cost say it.
alter table stock no force row level security;
alter table stock_move no force row level security;
update stock s set last_cost = found.cost
from (
  select distinct on (m.tenant_id, m.location_id, m.material_id) m.tenant_id, m.location_id, m.material_id, coalesce((
    select a.unit_cost from stock_move a where a.tenant_id = m.tenant_id and a.batch_id = m.batch_id
      and a.location_id = m.location_id and a.reason = 'cost.adjust' and a.unit_cost > 0 and a.seq > m.seq
      and not exists (select 1 from stock_move r where r.tenant_id = a.tenant_id and r.reverses_move_id = a.id)
    order by a.seq desc limit 1), m.unit_cost) as cost
  from stock_move m
  join stock z on z.tenant_id = m.tenant_id and z.location_id = m.location_id and z.material_id = m.material_id
    and z.last_cost = 0
  where m.qty > 0 and m.unit_cost > 0 and m.reason not in ('count.gain', 'batch.open') and m.reason not like 'reverse.%'
    and not exists (select 1 from stock_move r where r.tenant_id = m.tenant_id and r.reverses_move_id = m.id)
  order by m.tenant_id, m.location_id, m.material_id, m.business_time desc, m.seq desc) found
where s.tenant_id = found.tenant_id and s.location_id = found.location_id and s.material_id = found.material_id
  and s.last_cost = 0;
alter table stock force row level security;
alter table stock_move force row level security;

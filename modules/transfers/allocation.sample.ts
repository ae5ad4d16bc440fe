import { sample } from '../../tests/support/sample.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { allocation } from './allocation.document.ts';

/** A little of what the one warehouse has, for the other, tomorrow. */
export const allocationSample = sample(allocation, {
  values: ({ today }) => ({ needTime: `${dayPlus(today, 1)} 08:00:00` }),
  columns: { out_state: 'none', outstore_id: null },
  complete: [
    `update allocation a set in_location_id = w.id from (select w.id from allocation a join warehouse w
      on w.tenant_id = a.tenant_id and w.id <> a.out_location_id where a.id = $1 order by w.id limit 1) w
    where a.id = $1`,
    `update allocation_detail d set material_id = s.material_id, unit_id = s.base_unit_id,
      base_unit_id = s.base_unit_id, factor = 1, qty = 0.01, base_qty = 0.01, batch_id = null
    from (select s.material_id, m.base_unit_id from allocation a join stock s on s.location_id = a.out_location_id
      join material m on m.id = s.material_id where a.id = $1 and s.qty - s.reserved_qty > 20 and m.catch_weight = 0
      order by s.material_id limit 1) s where d.allocation_id = $1`,
  ],
});

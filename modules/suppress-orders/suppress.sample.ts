import { sample } from '../../tests/support/sample.ts';
import { factorySuppressOrder } from './suppress-order.document.ts';

/** A little of what the factory has, for a site that knows what it is charged for it. */
export const suppressOrderSample = sample(factorySuppressOrder, {
  values: ({ today }) => ({ arriveDate: today, shipMode: 'at-once' }),
  columns: { ship_mode: 'at-once', out_state: 'held' },
  lineColumns: { details: { taken_out_reason: null, received_qty: 0, refused_qty: 0, settled_qty: 0 } },
  complete: [
    `update factory_suppress_order o set factory_warehouse_id = s.location_id, arrive_date = now()::date
    from (select s.location_id from stock s join factory_warehouse f on f.id = s.location_id and f.frozen = 0
      where s.qty - s.reserved_qty > 1 order by s.qty desc limit 1) s where o.id = $1`,
    `update factory_suppress_order_detail d set warehouse_id = w.id, site_dept_id = w.project_group_dept_id,
      material_id = s.material_id, unit_id = s.base_unit_id, base_unit_id = s.base_unit_id, factor = 1, qty = 0.01,
      base_qty = 0.01, batch_id = null, settlement_price = 1, tax_rate = 9, settlement_amount = 0.01
    from (select w.id, w.project_group_dept_id from warehouse w where w.frozen = 0
        and w.warehouse_type is distinct from 'central' order by w.id limit 1) w,
      (select s.material_id, m.base_unit_id from factory_suppress_order o join stock s
        on s.location_id = o.factory_warehouse_id join material m on m.id = s.material_id and m.catch_weight = 0
      where o.id = $1 and s.qty - s.reserved_qty > 1 order by s.qty desc limit 1) s
    where d.factory_suppress_order_id = $1`,
  ],
});

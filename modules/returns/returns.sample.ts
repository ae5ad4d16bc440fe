import { sample } from '../../tests/support/sample.ts';
import { purchaseReturn } from './purchase-return.document.ts';

/** A little of a lot that came from the supplier and lies at the warehouse. */
export const purchaseReturnSample = sample(purchaseReturn, {
  values: ({ today }) => ({ billDate: today }),
  columns: { return_outstore_id: null, purchase_order_id: null },
  complete: [
    `update purchase_return p set supplier_id = s.supplier_id, warehouse_id = s.location_id
    from (select b.supplier_id, sb.location_id from stock_batch sb join batch b on b.id = sb.batch_id
      join stock s on s.location_id = sb.location_id and s.material_id = sb.material_id
      join warehouse w on w.id = sb.location_id join material m on m.id = sb.material_id
      where b.supplier_id is not null and sb.qty - sb.reserved_qty > 1 and s.qty - s.reserved_qty > 1
        and m.catch_weight = 0 order by b.id limit 1) s where p.id = $1`,
    `update purchase_return_detail d set material_id = s.material_id, batch_id = s.batch_id, unit_id = s.base_unit_id,
      base_unit_id = s.base_unit_id, factor = 1, qty = 0.01, base_qty = 0.01
    from (select sb.material_id, sb.batch_id, m.base_unit_id from purchase_return p
      join stock_batch sb on sb.location_id = p.warehouse_id join batch b on b.id = sb.batch_id
        and b.supplier_id = p.supplier_id join stock s on s.location_id = sb.location_id
        and s.material_id = sb.material_id join material m on m.id = sb.material_id
      where p.id = $1 and sb.qty - sb.reserved_qty > 1 and s.qty - s.reserved_qty > 1 and m.catch_weight = 0
      order by sb.batch_id limit 1) s where d.purchase_return_id = $1`,
  ],
});

import { sample } from '../../tests/support/sample.ts';
import { otherInStore } from './other-in-store.document.ts';
import { otherOutStore } from './other-out-store.document.ts';

/** No reversal, and of the day it is. */
const NO_REVERSAL = { reversal: 'none', reversible: 0, reversal_of_id: null, bill_date: null };

export const otherInStoreSample = sample(otherInStore, {
  values: ({ today }) => ({ billDate: today }),
  columns: NO_REVERSAL,
  lineColumns: { details: { expiry_date: null, production_date: null, price: 1 } },
});

/** A little of what the warehouse has. */
export const otherOutStoreSample = sample(otherOutStore, {
  values: ({ today }) => ({ billDate: today }),
  columns: NO_REVERSAL,
  complete: [
    `update other_out_store_detail d set material_id = s.material_id, unit_id = s.base_unit_id,
      base_unit_id = s.base_unit_id, factor = 1, qty = 0.01, base_qty = 0.01, batch_id = null
    from (select s.material_id, m.base_unit_id from other_out_store o join stock s on s.location_id = o.warehouse_id
      join material m on m.id = s.material_id where o.id = $1 and s.qty - s.reserved_qty > 20 and m.catch_weight = 0
      order by s.material_id limit 1) s where d.other_out_store_id = $1`,
  ],
});

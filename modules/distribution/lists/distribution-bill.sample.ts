import { sample } from '../../../tests/support/sample.ts';
import { distributionBill } from './distribution-bill.document.ts';

/** One kilogram that a supplier brings, of which nothing stands on a document. */
const details = {
  qty: 1,
  base_qty: 1,
  need_base_qty: 1,
  factor: 1,
  ratio: 1,
  documented_qty: 0,
  ordered_qty: 0,
  shipped_qty: 0,
  received_qty: 0,
  cancelled_qty: 0,
  price: null,
  source_kind: 'direct',
  supply_mode: null,
  out_warehouse_id: null,
  out_factory_warehouse_id: null,
  line_status: 'open',
};

export const distributionBillSample = sample(distributionBill, {
  columns: { out_org_id: null, type: null },
  lineColumns: { details },
});
export const distributionUniformSample = sample({ name: 'distributionuniform' }, { lineColumns: { details } });

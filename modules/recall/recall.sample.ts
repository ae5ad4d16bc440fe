import { sample } from '../../tests/support/sample.ts';
import { stockBatch } from '../stock/lots/stock-batch.resource.ts';
import { recallCase } from './recall.document.ts';

/** A recall of a lot that lies somewhere, named by itself: its number may be that of several materials. */
export const recallCaseSample = sample(recallCase, {
  values: async (maker) => {
    const lot = (await maker.rows(stockBatch)).find(({ lotState }) => lotState === 'free')!;
    return { batchId: lot['batchId'], supplierBatchNo: null, supplierId: null, materialId: null };
  },
  columns: { supplier_batch_no: null },
  complete: [
    `update recall_case r set batch_id = s.batch_id, material_id = s.material_id, base_unit_id = s.base_unit_id
    from (select sb.batch_id, sb.material_id, m.base_unit_id from stock_batch sb join material m on m.id = sb.material_id
      where sb.qty > 1 order by sb.batch_id limit 1) s where r.id = $1`,
    `update recall_case set start_time = coalesce(start_time, now()) where id = $1`,
  ],
});

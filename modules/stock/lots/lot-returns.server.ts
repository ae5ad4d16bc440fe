/**
 * What of a lot may go back to whom it came from. A lot that was opened or repacked stands for the one it came of: its
 * supplier, its cost, and how much was received and went back already of all its parts together.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';

/** A lot as it was received. Quantities and costs in base unit. */
export interface LotReceived {
  readonly batchId: Id;
  /** The lot it came of, itself where it was never split. */
  readonly rootId: Id;
  readonly batchCode: string;
  readonly materialId: Id;
  readonly supplierId: Id | null;
  readonly sourceBillCode: string;
  readonly receivedQty: DecimalText;
  /** What went back of it, and what approved returns hold of it. */
  readonly returnedQty: DecimalText;
  readonly originUnitCost: DecimalText;
  readonly taxRate: DecimalText | null;
}

/** Each of these lots as it was received, and what of it went back since. One statement. */
export async function lotsReceived(context: Context, batchIds: readonly Id[]): Promise<Map<Id, LotReceived>> {
  const rows = await context.tx.rows<LotReceived>(sql`
    with recursive up(lot, id, parent_batch_id) as (
      select b.id, b.id, b.parent_batch_id from batch b where b.id = any(${[...new Set(batchIds)]}::bigint[])
      union select u.lot, p.id, p.parent_batch_id from up u join batch p on p.id = u.parent_batch_id),
    roots as (select u.lot, u.id as root from up u where u.parent_batch_id is null),
    parts(root, id) as (
      select r.root, r.root from roots r
      union select p.root, c.id from parts p join batch c on c.parent_batch_id = p.id),
    sent as (
      select p.root, -sum(m.qty) as qty from parts p join stock_move m on m.batch_id = p.id
        and m.reason in ('purchase-return.ship', 'reverse.purchase-return.ship') group by p.root),
    held as (
      select p.root, sum(r.qty) as qty from parts p join stock_reservation r on r.batch_id = p.id
        and r.bill_type = 'purchasereturn' and r.qty > 0 group by p.root)
    select r.lot as batch_id, r.root as root_id, l.batch_code, l.material_id, b.supplier_id, b.source_bill_code,
      b.origin_qty as received_qty, coalesce(s.qty, 0) + coalesce(h.qty, 0) as returned_qty, b.origin_unit_cost,
      b.tax_rate
    from roots r join batch l on l.id = r.lot join batch b on b.id = r.root left join sent s on s.root = r.root
    left join held h on h.root = r.root`);
  return new Map(rows.map((row) => [row.batchId, row]));
}

/** Lots whose returns are decided on: whoever else would return of them waits. */
export async function holdReturns(context: Context, rootIds: readonly Id[]): Promise<void> {
  await context.tx.run(sql`
    select 1 from batch b where b.id = any(${[...new Set(rootIds)]}::bigint[]) order by b.id for no key update`);
}

/**
 * Lots a supplier said are on their way, for the dock: what to expect of a line, and which lot a label already names.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';

export interface ShippedLot {
  readonly orderDetailId: Id;
  readonly lotId: Id;
  readonly noteNo: string;
  readonly plateNo: string;
  readonly shipQty: string;
  readonly supplierBatchNo: string;
  readonly productionDate: string;
  readonly expiryDate: string;
}

/** Of these order lines, the lots of ship notes that have not come yet, in the order they were sent. */
export async function announcedLots(
  context: Pick<Context, 'tx'>,
  orderDetailIds: readonly Id[],
): Promise<readonly ShippedLot[]> {
  const sent = await context.tx.rows<ShippedLot>(sql`
    select l.order_detail_id, l.lot_id, n.note_no, coalesce(n.plate_no, '') as plate_no,
      trim_scale(l.ship_qty)::text as ship_qty, coalesce(l.supplier_batch_no, '') as supplier_batch_no,
      coalesce(l.production_date::text, '') as production_date, coalesce(l.expiry_date::text, '') as expiry_date
    from purchase_ship_note_detail l join purchase_ship_note n on n.id = l.purchase_ship_note_id
    where l.order_detail_id = any(${[...orderDetailIds]}::bigint[]) and n.note_status <> 'cancelled'
    order by n.create_time, l.line_no`);
  if (sent.length === 0) return sent;
  const came = await context.tx.rows<{ id: Id }>(
    sql`select id from batch where id = any(${sent.map(({ lotId }) => lotId)}::bigint[])`,
  );
  const isHere = new Set(came.map(({ id }) => id));
  return sent.filter(({ lotId }) => !isHere.has(lotId));
}

/** A lot whose label was printed by its supplier and which has not come yet. */
export const shippedLotOf = (context: Pick<Context, 'tx'>, lotId: Id) =>
  context.tx.row<{ id: Id; title: string; materialId: Id; materialName: string }>(sql`
    select l.lot_id as id, coalesce(nullif(l.supplier_batch_no, ''), n.note_no) as title, l.material_id,
      m.called as material_name
    from purchase_ship_note_detail l join purchase_ship_note n on n.id = l.purchase_ship_note_id
    join material m on m.id = l.material_id where l.lot_id = ${lotId}`);

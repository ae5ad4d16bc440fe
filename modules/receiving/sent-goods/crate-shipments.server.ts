/** In-stores as shipments of crates: between two places of ours, or with a supplier. */
import type { Id } from '../../../kernel/core/field.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { crateShipments, type CrateShipment } from '../../crates/crate-shipments.port.server.ts';
import { faceOf, ledgerTypeOf, type InstoreType } from '../in-store-faces.server.ts';

const KINDS: readonly InstoreType[] = ['site', 'factory', 'suppress'];

interface Row {
  readonly code: string;
  readonly supplierId: Id | null;
  readonly warehouseId: Id | null;
  /** Who sent it, and who receives it. */
  readonly senderDeptId: Id | null;
  readonly ownDeptId: Id;
}

/** What a sender of ours brings comes in his crates; a supplier is handed those of who receives. */
function shipmentIn({ code, supplierId, warehouseId, senderDeptId, ownDeptId }: Row): CrateShipment | undefined {
  if (supplierId !== null) return { code, ownerDeptId: ownDeptId, warehouseId: null, supplierId };
  if (senderDeptId !== null && warehouseId !== null)
    return { code, ownerDeptId: senderDeptId, warehouseId, supplierId: null };
  return undefined;
}

export const receiptShipments = crateShipments.by({
  billTypes: KINDS.map(ledgerTypeOf),
  async shipment(context, billType, billId) {
    const kind = KINDS.find((each) => ledgerTypeOf(each) === billType)!;
    const row = await context.tx.row<Row>(sql`
      select t.bill_code as code, t.supplier_id, t.warehouse_id, s.dept_id as sender_dept_id, o.dept_id as own_dept_id
      from in_store t join stock_location o on o.id = t.location_id
      left join stock_location s on s.id = t.from_location_id
      where ${join([sql`t.id = ${billId}::bigint`, ...scopeCondition(faceOf(context, kind), context)], ' and ')}`);
    return row === undefined ? undefined : shipmentIn(row);
  },
});

/** Links of lines that were split, replaced or moved: what one has of its source line is taken back and given anew. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { linking } from '../../../kernel/server/links.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { distributionBill } from './distribution-bill.document.ts';

/** Signed: so much more, or less, of what stands behind a line goes to this one. */
interface Relink {
  /** A line that has links, and the bill they name. */
  readonly ofBillId: Id;
  readonly ofLineId: Id;
  readonly billId: Id;
  readonly lineId: Id;
  readonly needBaseQty: DecimalText;
  readonly baseQty: DecimalText;
}

/** One statement however many; what a source line gives in all stays as it was. */
export async function relink(context: Context, moves: readonly Relink[], reason: string): Promise<void> {
  if (moves.length === 0) return;
  await context.tx.run(
    linking(
      context,
      sql`
      select 'distribute' as kind, s.from_type, s.from_bill_id, s.from_line_id,
        ${distributionBill.name}::text as to_type, g."billId" as to_bill_id, g."lineId" as to_line_id,
        g."needBaseQty" as from_qty, g."baseQty" as to_qty
      from json_to_recordset(${JSON.stringify(moves)}::json) as g("ofBillId" bigint, "ofLineId" bigint,
        "billId" bigint, "lineId" bigint, "needBaseQty" numeric, "baseQty" numeric)
      cross join lateral (select l.from_type, l.from_bill_id, l.from_line_id from bill_link l
        where l.to_type = ${distributionBill.name} and l.to_bill_id = g."ofBillId" and l.to_line_id = g."ofLineId"
        limit 1) s`,
      reason,
    ),
  );
}

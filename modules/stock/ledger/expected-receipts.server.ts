/** What is on order, by place, material and day. Purchasing and receiving keep it; planning and stock read it. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import type { Bill } from './posting.server.ts';

interface ExpectedReceipt {
  readonly bill: Bill;
  readonly lineId: Id;
  readonly locationId: Id;
  readonly materialId: Id;
  readonly dueDate: string;
  /** Still to come, in base unit. */
  readonly openQty: DecimalText;
}

/**
 * Says what is to come by line, over what was said of the line before: a new due date, place or quantity takes the same
 * call.
 */
export async function expectReceipts(context: Context, receipts: readonly ExpectedReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const rows = receipts.map(({ bill, lineId, locationId, materialId, dueDate, openQty }) => ({
    bill_type: bill.type,
    bill_id: bill.id,
    bill_code: bill.code,
    line: lineId,
    location: locationId,
    material: materialId,
    due: dueDate,
    qty: openQty,
  }));
  await context.tx.run(
    expecting(sql`
    select g.location as location_id, g.material as material_id, g.due as due_date, g.bill_type, g.bill_id,
      g.bill_code, g.line as line_id, g.qty as open_qty
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(bill_type text, bill_id bigint, bill_code text,
      line bigint, location bigint, material bigint, due date, qty numeric)`),
  );
}

/**
 * The same as a statement, for lines that stand in the database: a query of `location_id`, `material_id`, `due_date`,
 * `bill_type`, `bill_id`, `bill_code`, `line_id` and `open_qty`.
 */
export const expecting = (lines: Sql): Sql => sql`
    insert into expected_receipt (location_id, material_id, due_date, bill_type, bill_id, bill_code, line_id, open_qty)
    select g.location_id, g.material_id, g.due_date, g.bill_type, g.bill_id, g.bill_code, g.line_id, g.open_qty
    from (${lines}) g order by g.bill_type, g.line_id
    on conflict (tenant_id, bill_type, line_id) do update set location_id = excluded.location_id,
    material_id = excluded.material_id, due_date = excluded.due_date,
      bill_id = excluded.bill_id, bill_code = excluded.bill_code, open_qty = excluded.open_qty, update_time = now()`;

/** Nothing more will come: for all lines of the documents (void, completed), or for the lines given. */
export async function closeExpected(
  context: Context,
  billType: string,
  which: { readonly billIds: readonly Id[] } | { readonly lineIds: readonly Id[] },
): Promise<void> {
  const chosen =
    'billIds' in which
      ? sql`bill_id = any(${which.billIds}::bigint[])`
      : sql`line_id = any(${which.lineIds}::bigint[])`;
  await context.tx.run(
    sql`update expected_receipt set open_qty = 0, update_time = now()
      where bill_type = ${billType} and open_qty > 0 and ${chosen}`,
  );
}

/** Part of a lot that is not fit for use becomes a lot of its own, on hold from the beginning. */
import type { Id } from '../../../kernel/core/field.ts';
import { audit } from '../../../kernel/server/audit.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { batch } from './batch.resource.ts';

/** Part of a lot, by whatever its caller knows it by. */
interface UnfitPart {
  readonly key: string;
  readonly parentId: Id;
  readonly qty: string;
  readonly reason: string;
}

/**
 * Makes the lots and answers them by key; the posting that brings the goods names them. The stock of the goods is held.
 * A child has everything of its parent but its number, how much of it there is, and that it is held.
 */
export async function splitLotsOnHold(context: Context, parts: readonly UnfitPart[]): Promise<ReadonlyMap<string, Id>> {
  if (parts.length === 0) return new Map();
  const ids = await newIds(context, parts.length);
  const codes = await nextBillCodes(context, 'PC', parts.length);
  const me = sql`${context.user.userId}::bigint`;
  const rows = parts.map(({ parentId, qty, reason }, at) => ({ id: ids[at], code: codes[at], parentId, qty, reason }));
  const parents = await context.tx.rows<{ id: Id; batchCode: string }>(sql`
    insert into batch (id, batch_code, material_id, supplier_id, supplier_batch_no, production_date, expiry_date,
      use_by, received_date, origin_unit_cost, origin_qty, tax_rate, source_bill_type, source_bill_id, source_bill_code,
      source_line_id, parent_batch_id, lot_state, hold_reason, hold_user_id, hold_time, opened_time, thawed_time,
      origin_place, papers, paper_kinds, missing_papers, residue_result, create_user, create_dept, update_user)
    select g.id, g.code, b.material_id, b.supplier_id, b.supplier_batch_no, b.production_date, b.expiry_date,
      b.use_by, b.received_date, b.origin_unit_cost, g.qty, b.tax_rate, b.source_bill_type, b.source_bill_id,
      b.source_bill_code, b.source_line_id, b.id, 'hold', g.reason, ${me}, ${context.now}::timestamptz, b.opened_time,
      b.thawed_time, b.origin_place, b.papers, b.paper_kinds, b.missing_papers, b.residue_result, ${me},
      ${context.user.deptId || null}::bigint, ${me}
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, code text, "parentId" bigint, qty numeric,
      reason text) join batch b on b.id = g."parentId" order by g.id
    returning id, (select p.batch_code from batch p where p.id = parent_batch_id) as batch_code`);
  const codeOf = new Map(parents.map(({ id, batchCode }) => [id, batchCode]));
  await audit(
    context,
    parts.map(({ reason }, at) => ({
      resource: batch.name,
      recordId: ids[at]!,
      action: 'hold',
      title: codes[at]!,
      changes: { parentBatchId: [null, codeOf.get(ids[at]!)!] as const, holdReason: [null, reason] as const },
    })),
  );
  return new Map(parts.map(({ key }, at) => [key, ids[at]!]));
}

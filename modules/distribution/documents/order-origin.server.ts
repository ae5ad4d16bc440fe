/** What becomes of documents when their orders are void, removed as drafts, or received. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { link, linking } from '../../../kernel/server/links.ts';
import { actingOf, moveState } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { OrderOrigin } from '../../purchasing/order-origin.port.server.ts';
import { wantedOf } from '../../purchasing/order-progress.server.ts';
import { bookOrdered, carryArrivals, expectDocuments, giveBack, type ReleaseTo } from './document-progress.server.ts';
import { purchaseDocument } from './purchase-document.document.ts';

/** Whoever ends an order need not be among those who see its document. */
const everywhere = { ...purchaseDocument, scope: null };

const documentsOf = (context: Context, orderIds: readonly Id[]): Promise<{ orderId: Id; documentId: Id }[]> =>
  context.tx.rows(sql`
    select o.id as order_id, o.purchase_document_id::bigint as document_id from purchase_order o
    where o.id = any(${orderIds as Id[]}::bigint[]) and o.purchase_document_id is not null`);

export const documentOrigin: OrderOrigin = {
  async gone(context, orderIds, how, releaseTo) {
    const ids = (await documentsOf(context, orderIds)).map(({ documentId }) => documentId);
    if (ids.length === 0) return;
    if (how === 'remove') await reopenDocuments(context, ids, orderIds);
    else await releaseDocuments(context, ids, releaseTo as ReleaseTo | null);
  },
  async changed(context, orderId, releaseTo) {
    const ids = (await documentsOf(context, [orderId])).map(({ documentId }) => documentId);
    if (ids.length > 0) await releaseLowered(context, orderId, releaseTo as ReleaseTo | null);
  },
  async received(context, orderId) {
    const ids = (await documentsOf(context, [orderId])).map(({ documentId }) => documentId);
    if (ids.length > 0) await carryArrivals(context, ids);
  },
};

/** The draft is gone: the document waits to be completed again. */
async function reopenDocuments(context: Context, ids: readonly Id[], orderIds: readonly Id[]): Promise<void> {
  await unlinkOrders(context, ids, 'remove');
  await context.tx.run(sql`
    update purchase_order set purchase_document_id = null where id = any(${orderIds as Id[]}::bigint[])`);
  await context.tx.run(sql`
    update purchase_document_detail set ordered_qty = 0 where purchase_document_id = any(${ids as Id[]}::bigint[])`);
  const documents = (await lockRows(everywhere, context, ids)).map(actingOf);
  await moveState(
    everywhere,
    context,
    documents,
    'reopen',
    { to: 'open' },
    null,
    sql`order_id = null, order_code = null, complete_user = null, complete_time = null, late_flag = 0,
      late_reason = null`,
  );
  await bookOrdered(context, ids);
  await expectDocuments(context, ids);
}

/** The order is void: what it would have brought goes where a person said, and its document with it. */
export async function releaseDocuments(
  context: Context,
  ids: readonly Id[],
  releaseTo: ReleaseTo | null,
): Promise<void> {
  if (releaseTo === null) throw new Refused(refuse('documents.release-to', {}, { field: 'releaseTo' }));
  await unlinkOrders(context, ids, 'void');
  const documents = (await lockRows(everywhere, context, ids)).map(actingOf);
  const lines = await context.tx.rows<{ documentId: Id; documentLineId: Id }>(sql`
    update purchase_document_detail d set ordered_qty = 0, cancelled_qty = d.qty
    where d.purchase_document_id = any(${ids as Id[]}::bigint[])
    returning d.purchase_document_id as document_id, d.id as document_line_id`);
  await giveBack(
    context,
    lines.map((line) => ({ ...line, baseQty: null, isOrdered: true })),
    releaseTo,
    'void',
  );
  await moveState(everywhere, context, documents, 'void', { to: 'void' }, null);
}

/** The order asks for less than its document gave it: what is beyond goes where a person said. */
async function releaseLowered(context: Context, orderId: Id, releaseTo: ReleaseTo | null): Promise<void> {
  const lines = await context.tx.rows<Lowered>(sql`
    select l.kind, l.from_bill_id as document_id, l.from_line_id as document_line_id, d.id as order_line_id,
      sum(l.from_qty) - ${wantedOf(sql`d`)} as base_qty
    from purchase_order_detail d join bill_link l on l.to_type = 'purchaseOrder' and l.to_bill_id = ${orderId}::bigint
      and l.to_line_id = d.id and l.from_type = ${purchaseDocument.name}
    where d.purchase_order_id = ${orderId}::bigint group by l.kind, l.from_bill_id, l.from_line_id, d.id,
      d.base_qty, d.cancelled_qty, d.factor having sum(l.from_qty) > ${wantedOf(sql`d`)} order by d.id`);
  if (lines.length === 0) return;
  if (releaseTo === null) throw new Refused(refuse('documents.release-to', {}, { field: 'releaseTo' }));
  await link(
    context,
    lines.map(({ kind, documentId, documentLineId, orderLineId, baseQty }) => ({
      kind,
      fromType: purchaseDocument.name,
      fromBillId: documentId,
      fromLineId: documentLineId,
      toType: 'purchaseOrder',
      toBillId: orderId,
      toLineId: orderLineId,
      fromQty: `-${baseQty}`,
      toQty: `-${baseQty}`,
    })),
    'change',
  );
  await context.tx.run(sql`
    update purchase_document_detail d set ordered_qty = greatest(0, d.ordered_qty - g.qty),
      cancelled_qty = least(d.qty, d.cancelled_qty + g.qty)
    from (select x."documentLineId" as id, round(x."baseQty" / p.factor, 6) as qty
      from json_to_recordset(${JSON.stringify(lines)}::json) as x("documentLineId" bigint, "baseQty" numeric)
      join purchase_document_detail p on p.id = x."documentLineId") g where d.id = g.id`);
  await giveBack(
    context,
    lines.map(({ documentId, documentLineId, baseQty }) => ({
      documentId,
      documentLineId,
      baseQty: Decimal.of(baseQty),
      isOrdered: true,
    })),
    releaseTo,
    'change',
  );
}
interface Lowered {
  readonly kind: string;
  readonly documentId: Id;
  readonly documentLineId: Id;
  readonly orderLineId: Id;
  readonly baseQty: DecimalText;
}

/** Orders have nothing of these documents any more: every link to one is taken back. */
const unlinkOrders = (context: Context, ids: readonly Id[], reason: string): Promise<unknown> =>
  context.tx.run(
    linking(
      context,
      sql`
      select l.kind, l.from_type, l.from_bill_id, l.from_line_id, l.to_type, l.to_bill_id, l.to_line_id,
        -sum(l.from_qty) as from_qty, -sum(l.to_qty) as to_qty
      from bill_link l where l.from_type = ${purchaseDocument.name}
        and l.from_bill_id = any(${ids as Id[]}::bigint[])
      group by 1, 2, 3, 4, 5, 6, 7 having sum(l.from_qty) <> 0`,
      reason,
    ),
  );

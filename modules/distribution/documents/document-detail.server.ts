/** What is beside a document: the lines of sites it stands for, and what its supplier would rather deliver. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { WholeRecord } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { deliveryBook } from '../../sourcing/delivery-rows.server.ts';
import { orderingAdvice } from '../../suppliers/ordering-terms.rules.ts';
import { orderingTerms, packedLines } from '../../suppliers/ordering-terms.server.ts';
import { distributionBill } from '../lists/distribution-bill.document.ts';
import { isLate } from './completion.rules.ts';
import { purchaseDocument } from './purchase-document.document.ts';

/** A line of a work list behind a line of the document, in its own unit. */
export const sitesBehind = (context: Context, id: Id): Promise<Record<string, unknown>[]> =>
  context.tx.rows(sql`
    with links as (
      select l.to_line_id as document_line_id, l.from_line_id as line_id, sum(l.from_qty) as base from bill_link l
      where l.to_type = ${purchaseDocument.name} and l.to_bill_id = ${id}::bigint
        and l.from_type = ${distributionBill.name} group by 1, 2 having sum(l.from_qty) > 0)
    select k.document_line_id as detail_id, d.id, d.source_code, b.id as bill_id, b.bill_code, b.kind,
      p.dept_name as site_name, w.name as warehouse_name, d.need_date, d.delivery_date,
      trim_scale(round(k.base / d.factor, 6))::text as qty, u.called as unit_name,
      trim_scale(d.received_qty)::text as received_qty, d.line_status
    from links k join distribution_bill_detail d on d.id = k.line_id
    join distribution_bill b on b.id = d.distribution_bill_id join dept p on p.id = d.blade_project_dept_id
    join warehouse w on w.id = d.warehouse_id join material_unit u on u.id = d.unit_id
    order by k.document_line_id, p.sort, p.dept_name, d.need_date, d.id`);

/** Sentences in the reader's language; none of them stops anything. */
export async function adviceFor(
  context: Context,
  document: WholeRecord<typeof purchaseDocument>,
): Promise<{ sentence: string }[]> {
  const found: Refusal[] = [];
  if (isLate({ orderBefore: document.orderBefore || null }, context.now))
    found.push(refuse('documents.past-cut-off', { before: String(document.orderBefore).slice(0, 16) }));
  if (document.docType !== 'delivery' && document.supplierId) {
    found.push(...(await calendarAdvice(context, document)), ...(await termsAdvice(context, document)));
  }
  return found.map((each) => ({ sentence: sentenceOf(each, context.language) }));
}

async function calendarAdvice(context: Context, document: WholeRecord<typeof purchaseDocument>): Promise<Refusal[]> {
  const supplier = String(document.supplierName ?? '');
  const deptIds = [document.bladeProjectDeptId, document.companyDeptId].flatMap((id) => id || []);
  const delivery = (await deliveryBook(context, [document.supplierId!], deptIds)).deliveryOf({
    supplierId: document.supplierId!,
    deptIds,
    needDate: document.deliveryDate,
    leadDays: 0,
    material: supplier,
  });
  return delivery.ok && delivery.deliveryDate === document.deliveryDate
    ? []
    : [refuse('documents.not-delivered', { supplier, date: document.deliveryDate })];
}

/** Packs, amounts and carriage, with other documents to the supplier that wait. */
async function termsAdvice(context: Context, document: WholeRecord<typeof purchaseDocument>): Promise<Refusal[]> {
  const asked = {
    supplierId: document.supplierId!,
    bladeProjectDeptId: document.bladeProjectDeptId || null,
    deliveryDate: document.deliveryDate,
  };
  const seesAmounts = context.allowed('purchasedocument_view_cost') && document.amount != null;
  const [terms, lines, others] = await Promise.all([
    orderingTerms(context, asked),
    packedLines(
      context,
      asked,
      document.details.map(({ materialId, unitId, materialName, unitName, qty }) => ({
        materialId,
        unitId,
        material: materialName,
        unit: unitName,
        qty: Decimal.of(qty),
      })),
    ),
    context.tx.rows<{ billCode: string; amount: DecimalText }>(sql`
      select o.bill_code, coalesce(o.amount, 0) as amount from purchase_document o
      where o.supplier_id = ${document.supplierId}::bigint and o.status = 'open' and o.id <> ${document.id}::bigint
        and o.warehouse_id is not distinct from ${document.warehouseId || null}::bigint
      order by o.delivery_date, o.id limit 3`),
  ]);
  return orderingAdvice({
    amount: seesAmounts ? Decimal.of(document.amount!) : null,
    terms,
    lines,
    others: others.map(({ billCode, amount }) => ({ billCode, amount: Decimal.of(amount) })),
    needs: [],
  });
}

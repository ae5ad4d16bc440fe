/** Purchase documents: looked at with who is behind each line, completed, priced anew, void. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, type Acting } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { ownPlantFilters } from '../../operations/sites/site-filters.server.ts';
import { closeExpected } from '../../stock/ledger/expected-receipts.server.ts';
import { adviceFor, sitesBehind } from './document-detail.server.ts';
import { giveBack } from './document-progress.server.ts';
import { complete, linesOf, mayComplete, pricesNow } from './complete-documents.server.ts';
import { siteSettlements } from './site-settlements.server.ts';
import { purchaseDocument } from './purchase-document.document.ts';
import './documents.refusals.ts';

type Document = Acting<typeof purchaseDocument>;

/** What was not ordered goes back to the work lists. */
async function voidDocuments(context: Context, documents: readonly Document[]): Promise<void> {
  const ids = documents.map(({ id }) => id);
  await closeExpected(context, purchaseDocument.name, { billIds: ids });
  const lines = await linesOf(context, ids);
  await giveBack(
    context,
    lines.map(({ documentId, lineId }) => ({
      documentId,
      documentLineId: lineId,
      baseQty: null,
      isOrdered: false,
    })),
    'redistribute',
    'void',
  );
}

/** Prices as they are now, in place of those the document was made with. */
async function takePricesAnew(context: Context, documents: readonly Document[]): Promise<readonly Refusal[] | void> {
  const lines = await linesOf(
    context,
    documents.map(({ id }) => id),
  );
  const bought = await pricesNow(context, documents, lines);
  const settled = await settledNow(context, documents, lines);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const refusals: Refusal[] = [];
  const rows = lines.map(({ documentId, lineId, material, qty }) => {
    const { billCode, row } = byId.get(documentId)!;
    const price = bought.get(lineId) ?? null;
    const settlement = settled.get(lineId) ?? null;
    if (row.docType !== 'delivery' && !price?.isPositive())
      refusals.push(
        refuse('documents.no-longer-priced', {
          billCode,
          material,
          supplier: String((row as Readonly<Record<string, unknown>>)['supplierName'] ?? ''),
          date: row.deliveryDate,
        }),
      );
    const times = (each: Decimal | null) => (each === null ? null : Decimal.of(qty).times(each).toFixed(2));
    return {
      id: lineId,
      price: price?.toString() ?? null,
      amount: times(price),
      settlement: settlement?.price.toString() ?? null,
      tax: settlement?.taxRate.toString() ?? null,
      settled: times(settlement?.price ?? null),
    };
  });
  if (refusals.length > 0) throw new Refused(...refusals);
  await context.tx.run(sql`
    with lines as (
      update purchase_document_detail d set price = g.price, amount = g.amount, settlement_price = g.settlement,
        settlement_tax_rate = g.tax, settlement_amount = g.settled
      from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, price numeric, amount numeric,
        settlement numeric, tax numeric, settled numeric)
      where d.id = g.id returning d.purchase_document_id as id, g.amount, g.settled)
    update purchase_document o set amount = s.amount, settlement_amount = s.settled, version = o.version + 1,
      update_time = now()
    from (select l.id, sum(l.amount) as amount, sum(l.settled) as settled from lines l group by 1) s
    where o.id = s.id`);
  return undefined;
}

/** What sites are charged by now for what is brought to them, by line. */
async function settledNow(
  context: Context,
  documents: readonly Document[],
  lines: Awaited<ReturnType<typeof linesOf>>,
) {
  const brought = new Map(
    documents.flatMap(({ id, row }) =>
      row.docType === 'delivery' && row.bladeProjectDeptId !== null ? [[id, row] as const] : [],
    ),
  );
  return siteSettlements(
    context,
    lines.flatMap(({ documentId, lineId, materialId, unitId, factor }) => {
      const row = brought.get(documentId);
      return row === undefined
        ? []
        : [
            {
              lineId,
              materialId,
              unitId,
              factor: Decimal.of(factor),
              siteId: row.bladeProjectDeptId!,
              date: row.deliveryDate,
            },
          ];
    }),
  );
}

export const purchaseDocumentBehaviour = behaviour(purchaseDocument, {
  filters: {
    ...ownPlantFilters,
    factoryWarehouseId: (id) => sql`t.out_factory_warehouse_id::text = ${id}`,
    orderNo: (code) => sql`t.order_code = ${code}`,
    materialId: (id) => sql`exists (select 1 from purchase_document_detail d
      where d.purchase_document_id = t.id and d.material_id::text = ${id})`,
  },
  guards: { completePurchaseDocument: mayComplete },
  actions: { completePurchaseDocument: complete, refresh: takePricesAnew, void: voidDocuments },
  detail: async (context, document) => ({
    sites: await sitesBehind(context, document.id),
    warnings: document.status === 'open' ? await adviceFor(context, document) : [],
  }),
});

/** Open lines of requests and distributions that a site buys itself become drafts of self-purchases. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { referencesFor } from '../../self-purchase/reference-prices.server.ts';
import { selfPurchaseOrder } from '../../self-purchase/self-purchase-order.document.ts';
import { expectForNeeds } from '../../self-purchase/self-purchase-source.server.ts';
import type { OpenNeed } from '../need-source.server.ts';
import { bookTakings, openNeeds } from '../open-needs.server.ts';
import { BOUGHT } from './follow-bought.server.ts';
import { buyNeeds } from './self-buying.calls.ts';
import './self-buying.refusals.ts';

type Asked = InputOf<typeof buyNeeds.input>;

export const buyNeedsCall = serve(buyNeeds, async (context, input) => {
  const needs = await chosenNeeds(context, readIds({ ids: input.detailIds }));
  const made: { id: Id; billCode: string }[] = [];
  for (const [warehouseId, own] of Map.groupBy(needs, (need) => need.warehouseId))
    made.push(await draftOf(context, warehouseId, own, input));
  return made;
});

/** These lines, locked with their bills; refuses what is closed, and what is to come from elsewhere. */
async function chosenNeeds(context: Context, lineIds: readonly Id[]): Promise<readonly OpenNeed[]> {
  const bills = await context.tx.rows<{ id: Id }>(sql`
    select distinct purchase_request_id as id from purchase_request_detail where id = any(${[...lineIds]}::bigint[])
    union select distinct distribution_id from distribution_detail where id = any(${[...lineIds]}::bigint[])`);
  const open = await openNeeds(
    context,
    bills.map(({ id }) => id),
  );
  const chosen = open.filter(({ lineId }) => lineIds.includes(lineId));
  if (chosen.length < lineIds.length)
    throw new Refused(refuse('self-buying.closed', { count: lineIds.length - chosen.length }, { field: 'detailIds' }));
  const others = chosen.filter(({ sourceKind }) => sourceKind !== 'self');
  if (others.length > 0) {
    const called = await namesOf(context, others);
    throw new Refused(
      ...others.map(({ billCode, lineNo, materialId }) =>
        refuse('self-buying.other-source', { billCode, line: lineNo, material: called.get(materialId) ?? '' }),
      ),
    );
  }
  return chosen;
}

/** A draft of what one warehouse needs, a line for each need, which from here on stands on the draft. */
async function draftOf(
  context: Context,
  warehouseId: Id,
  needs: readonly OpenNeed[],
  input: Asked,
): Promise<{ id: Id; billCode: string }> {
  const purchaseDate = input.purchaseDate ?? context.today;
  const prices = await pricesOf(context, needs, purchaseDate, input);
  const id = await saveRecord(selfPurchaseOrder, context, {
    warehouseId,
    purchaseDate,
    purchaseReason: input.purchaseReason,
    ...(input.vendorName === null ? {} : { vendorName: input.vendorName }),
    ...(input.supplierId === null ? {} : { supplierId: input.supplierId }),
    remark: [...new Set(needs.map(({ billCode }) => billCode))].join('、').slice(0, 500),
    details: needs.map(({ materialId, unitId, openQty }, index) => ({
      materialId,
      unitId,
      orderQty: openQty.toString(),
      price: prices[index],
    })),
  });
  const lines = await context.tx.rows<{ id: Id; billCode: string }>(sql`
    select d.id, o.bill_code from self_purchase_order o
    join self_purchase_order_detail d on d.self_purchase_order_id = o.id
    where o.id = ${id}::bigint order by d.line_no`);
  await bookTakings(
    context,
    needs.map(({ sourceType, billId, lineId, openBaseQty }, index) => ({
      sourceType,
      billId,
      lineId,
      toBillId: id,
      toLineId: lines[index]!.id,
      fromQty: openBaseQty.toString(),
      toQty: openBaseQty.toString(),
    })),
    '',
    BOUGHT,
  );
  await expectForNeeds(
    context,
    lines.map((line) => line.id),
  );
  return { id, billCode: lines[0]!.billCode };
}

/** As it was given, else what the goods are known to cost, in the unit of each line. */
async function pricesOf(
  context: Context,
  needs: readonly OpenNeed[],
  date: string,
  { prices }: Asked,
): Promise<readonly string[]> {
  const given = new Map((prices ?? []).map((row) => [row.detailId, row.price]));
  const { bladeProjectDeptId: siteId, companyDeptId } = needs[0]!;
  const [known, called] = await Promise.all([
    referencesFor(
      context,
      needs.map(({ materialId }) => materialId),
      { siteId, companyDeptId, date },
    ),
    namesOf(context, needs),
  ]);
  const found = needs.map(({ lineId, materialId, factor }) => {
    const reference = known.get(materialId)?.basePrice.times(factor).rounded(2);
    return given.get(lineId) ?? (reference?.isPositive() === true ? reference.toString() : undefined);
  });
  const unknown = needs.filter((_, index) => found[index] === undefined);
  if (unknown.length > 0)
    throw new Refused(
      ...unknown.map(({ billCode, lineNo, materialId }) =>
        refuse(
          'self-buying.no-price',
          { billCode, line: lineNo, material: called.get(materialId) ?? '' },
          { field: 'prices' },
        ),
      ),
    );
  return found.map((price) => price!);
}

async function namesOf(context: Context, needs: readonly OpenNeed[]): Promise<ReadonlyMap<Id, string>> {
  const rows = await context.tx.rows<{ id: Id; called: string }>(sql`
    select m.id, m.called from material m where m.id = any(${needs.map(({ materialId }) => materialId)}::bigint[])`);
  return new Map(rows.map(({ id, called }) => [id, called]));
}

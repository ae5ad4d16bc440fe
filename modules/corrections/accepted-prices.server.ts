/**
 * A price accepted as it was delivered is the price of that day, and what came at it is corrected: a draft for that
 * delivery waits to be sent.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { link } from '../../kernel/server/links.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import type { AcceptedPrice } from '../prices/warnings/accepted-price.port.server.ts';
import { excludeAllBut } from './correction-lines.server.ts';
import { postedPurchases } from './posted-purchases.server.ts';
import { differencesOf, type NewPrice } from './price-correction.rules.ts';
import { isRefused, publishPrices } from './publish-prices.server.ts';
import { priceCorrection } from './price-correction.document.ts';

const OTHER_DELIVERY = label('不在所接受价格的收货内', 'Not of the delivery whose price was accepted');

/** The day and pack of each delivered line that still stands. */
const deliveries = async (
  context: Context,
  lineIds: readonly Id[],
): Promise<Map<Id, { day: string; factor: DecimalText }>> =>
  new Map(
    (
      await context.tx.rows<{ id: Id; day: string; factor: DecimalText }>(sql`
  select l.id, r.arrive_time::date as day, l.factor from in_store_receiving_detail l
  join in_store_receiving r on r.id = l.in_store_receiving_id and r.state = 'posted'
  where l.id = any(${[...lineIds]}::bigint[])`)
    ).map((row) => [row.id, row]),
  );

/** Writes a draft of correction for each delivery whose price was accepted. */
export async function followAccepted(context: Context, accepted: readonly AcceptedPrice[]): Promise<void> {
  if (accepted.length === 0) return;
  const delivered = await deliveries(
    context,
    accepted.map((each) => each.lineId),
  );
  for (const each of accepted) {
    const delivery = delivered.get(each.lineId);
    if (delivery !== undefined)
      await follow(context, each, {
        materialId: each.materialId,
        unitId: each.unitId,
        factor: delivery.factor,
        newPrice: each.price,
        startDate: delivery.day,
        endDate: delivery.day,
      });
  }
}

async function follow(
  context: Context,
  { warningId, lineId, supplierId, companyDeptId, reason }: AcceptedPrice,
  price: NewPrice,
): Promise<void> {
  const published = await publishPrices(context, supplierId, [price]);
  const { startDate, endDate, materialId, unitId, newPrice } = price;
  const posted = await postedPurchases(context, {
    supplierId,
    companyDeptId,
    startDate,
    endDate,
    materialIds: [materialId],
  });
  if (
    differencesOf(
      posted.filter((line) => line.sourceLineId === lineId),
      [price],
    ).length === 0
  )
    return;
  // Where an agreement or SAP holds the day's price, the draft says so.
  const remark = isRefused(published)
    ? published.map((refusal) => sentenceOf(refusal, context.language)).join('\n')
    : null;
  const id = await saveRecord(priceCorrection, context, {
    supplierId,
    companyDeptId,
    startDate,
    endDate,
    correctionReason: reason,
    publishes: 0,
    remark,
    prices: [{ materialId, unitId, newPrice }],
  });
  await excludeAllBut(context, id, lineId, OTHER_DELIVERY[context.language]);
  await link(context, [
    {
      kind: 'correct',
      fromType: 'priceWarning',
      fromBillId: warningId,
      fromLineId: warningId,
      toType: 'priceCorrection',
      toBillId: id,
      toLineId: id,
      fromQty: '1',
      toQty: '1',
    },
  ]);
}

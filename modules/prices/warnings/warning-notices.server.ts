/** Open warnings of records as people read them, and as they keep documents from being approved. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { refuse, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { PriceMoment, PriceNotice } from '../../suppliers/watched-price.port.server.ts';
import { SEES } from '../price-book/price.resource.ts';
import { MEASURED } from './price-warning.document.ts';
import type { WarnedType } from './price-watch.rules.ts';

/** The right to see prices of a kind. */
export const seesOf = (kind: WarnedType): string => (kind === 'purchase' ? 'purchaseprice_see' : SEES[kind]);

interface Notable {
  readonly id: Id;
  readonly billCode: string;
  readonly level: 'warn' | 'block';
  readonly kind: 'deviation' | 'delivered';
  readonly priceType: WarnedType;
  readonly moment: PriceMoment | 'save';
  readonly status: string;
  readonly sourceId: Id;
  readonly sourceLineNo: number | null;
  readonly materialName: string;
  readonly basePrice: DecimalText;
  readonly referencePrice: DecimalText;
  readonly referenceKind: (typeof MEASURED)[number][0];
  readonly deviationPercent: DecimalText;
  readonly blockPercent: DecimalText | null;
  readonly stakeAmount: DecimalText;
  readonly reason: string | null;
}
const notable = (context: Context, billType: string, billIds: readonly Id[]): Promise<Notable[]> =>
  context.tx.rows<Notable>(sql`
  select w.id, w.bill_code, w.level, w.kind, w.price_type, w.moment, w.status, w.source_id, w.source_line_no,
    m.called as material_name, w.base_price, w.reference_price, w.reference_kind, w.deviation_percent, w.block_percent,
    w.stake_amount, w.reason
  from price_warning w join material m on m.id = w.material_id
  where w.source_type = ${billType} and w.source_id = any(${[...billIds]}::text[]) and w.status in ('open', 'refused')
  order by w.level, w.stake_amount desc, w.id`);

/** The open warnings of a record as sentences; without figures where the person may not see them. */
export async function noticesOf(context: Context, billType: string, billId: Id): Promise<PriceNotice[]> {
  return (await notable(context, billType, [billId])).map((each) => ({
    id: each.id,
    billCode: each.billCode,
    level: each.level,
    status: each.status,
    lineNo: each.sourceLineNo,
    materialName: each.materialName,
    sentence: sentenceOf(noticeOf(context, each), context.language),
  }));
}
function noticeOf(context: Context, each: Notable): Refusal {
  const material = each.materialName;
  const deviation = Decimal.of(each.deviationPercent).rounded(2);
  const named = { material, deviation: deviation.toString() };
  // Quotes and single prices are approved by nobody.
  const code =
    each.level !== 'block' ? 'prices.notice' : each.moment === 'order' ? 'prices.notice-block' : 'prices.notice-beyond';
  if (!context.allowed(seesOf(each.priceType))) return refuse(`${code}-unseen`, named);
  const [, zh, en] = MEASURED.find(([kind]) => kind === each.referenceKind)!;
  return refuse(code, {
    ...named,
    price: Decimal.of(each.basePrice).toString(),
    base: Decimal.of(each.referencePrice).toString(),
    measured: label(zh, en),
    stake: Decimal.of(each.stakeAmount).toFixed(2),
  });
}

/** What keeps these documents from being approved: prices beyond the block line, and prices somebody has refused. */
export async function blockedPrices(
  context: Context,
  billType: string,
  documents: readonly Acting[],
): Promise<Refusal[]> {
  const found = await notable(
    context,
    billType,
    documents.map(({ id }) => id),
  );
  return found
    .filter((each) => each.level === 'block' || each.status === 'refused')
    .map((each) => {
      const at = each.sourceLineNo === null ? {} : { line: each.sourceLineNo };
      const where = { line: each.sourceLineNo ?? '', material: each.materialName };
      if (each.status === 'refused') return refuse('prices.refused', { ...where, reason: each.reason ?? '' }, at);
      return refuse(
        'prices.blocked',
        {
          ...where,
          base: Decimal.of(each.referencePrice).toString(),
          deviation: Decimal.of(each.deviationPercent).rounded(2).toString(),
          blockPercent: Decimal.of(each.blockPercent ?? '0').toString(),
        },
        at,
      );
    });
}

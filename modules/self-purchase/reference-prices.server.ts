/** What goods are known to cost: as agreed for the site, else as paid last, else on average of all companies. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { paidPrices } from '../prices/price-book/paid-prices.port.server.ts';
import { firstOffers } from '../suppliers/offers.server.ts';
import type { REFERENCES } from './self-purchase-order.document.ts';

const LAST_WITHIN_DAYS = 365;
const AVERAGE_DAYS = 30;
const MOST_SAMPLES = 200;

interface Reference {
  readonly kind: (typeof REFERENCES)[number][0];
  /** With tax, per base unit. */
  readonly basePrice: Decimal;
}

/** Reference prices by material; a fixed number of statements however many are asked about. */
export async function referencesFor(
  context: Context,
  materialIds: readonly Id[],
  {
    siteId,
    companyDeptId,
    date,
  }: { readonly siteId: Id | null; readonly companyDeptId: Id | null; readonly date: string },
): Promise<ReadonlyMap<Id, Reference>> {
  const ids = [...new Set(materialIds)];
  const where = (companyId: Id | null) => ids.map((materialId) => ({ materialId, companyDeptId: companyId }));
  const [offers, last, lately] = await Promise.all([
    firstOffers(context, ids, date, siteId === null ? [] : [siteId], { priced: true }),
    paidPrices(context, where(companyDeptId), dayPlus(date, -LAST_WITHIN_DAYS), 1),
    paidPrices(context, where(null), dayPlus(date, -AVERAGE_DAYS), MOST_SAMPLES),
  ]);
  const newest = new Map(last.map((each) => [ids[each.nr]!, Decimal.of(each.price)]));
  const samples = Map.groupBy(lately, (each) => ids[each.nr]!);
  return new Map(
    ids.flatMap((id): (readonly [Id, Reference])[] => {
      const agreed = offers.get(id)?.basePrice ?? null;
      if (agreed !== null) return [[id, { kind: 'agreed', basePrice: Decimal.of(agreed) }]];
      const paid = newest.get(id);
      if (paid !== undefined) return [[id, { kind: 'last', basePrice: paid }]];
      const average = averageOf(samples.get(id) ?? []);
      return average === null ? [] : [[id, { kind: 'average', basePrice: average }]];
    }),
  );
}

function averageOf(paid: readonly { readonly price: string; readonly qty: string }[]): Decimal | null {
  const qty = Decimal.sum(paid.map((each) => Decimal.of(each.qty)));
  if (!qty.isPositive()) return null;
  return Decimal.sum(paid.map((each) => Decimal.of(each.price).times(Decimal.of(each.qty))))
    .dividedBy(qty)
    .rounded(6);
}

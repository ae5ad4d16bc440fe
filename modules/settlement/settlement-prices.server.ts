/** Prices that parties are charged at, as entries need them: in the unit of the line. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { pricesAt } from '../prices/price-book/price-resolver.server.ts';
import type { EntryPrice } from './settlement-entry.rules.ts';

/** A line that is about to be charged. */
interface ChargedLine {
  readonly materialId: Id;
  readonly unitId: Id;
  /** Base units in its unit. */
  readonly factor: Decimal;
}

/** What a site is charged for each line on a day; null where no settlement price is published for it. */
export async function settlementPrices(
  context: Context,
  siteId: Id,
  date: string,
  lines: readonly ChargedLine[],
): Promise<(EntryPrice | null)[]> {
  const priced = await pricesAt(
    context,
    'settlement',
    siteId,
    date,
    lines.map(({ materialId }) => ({ materialId })),
    { roles: [], ladders: new Map() },
  );
  return priced.map(({ answer, unitId }, index) => {
    if (!answer.found) return null;
    const line = lines[index]!;
    const price =
      unitId === line.unitId ? answer.figures.price : answer.figures.basePrice.times(line.factor).rounded(PRICE_PLACES);
    return { price, taxRate: answer.entry.taxRate };
  });
}
const PRICE_PLACES = 6;

/** What a site was charged for a lot. */
interface LotCharge extends EntryPrice {
  readonly siteId: Id;
  readonly unitId: Id;
  /** Base units in the unit it was charged in. */
  readonly factor: Decimal;
}
/** What sites were charged for lots as they came; lots nobody was charged for are left out. */
export async function chargesOfLots(context: Context, batchIds: readonly Id[]): Promise<Map<Id, LotCharge>> {
  const rows = await context.tx.rows<{
    batchId: Id;
    siteId: Id;
    unitId: Id;
    price: DecimalText;
    taxRate: DecimalText;
    factor: DecimalText;
  }>(sql`
    select m.batch_id, e.party_id as site_id, e.unit_id, e.price, e.tax_rate, m.qty / e.qty as factor
    from stock_move m join settlement_entry e on e.tenant_id = m.tenant_id and e.move_id = m.id
      and e.party_kind = 'site' and e.entry_kind = 'charge'
    where m.batch_id = any(${[...new Set(batchIds)]}::bigint[]) and m.qty > 0`);
  return new Map(
    rows.map(({ batchId, price, taxRate, factor, ...row }) => [
      batchId,
      { ...row, price: Decimal.of(price), taxRate: Decimal.of(taxRate), factor: Decimal.of(factor) },
    ]),
  );
}

/** What a site was charged for a lot, last, in base unit. */
interface SiteCharge {
  readonly basePrice: Decimal;
  readonly taxRate: Decimal;
}
/**
 * By site and lot, a space between. A lot that was opened or repacked stands for the one it came of; what was taken
 * back counts for nothing.
 */
export async function chargesOfSites(
  context: Context,
  asked: readonly { readonly siteId: Id; readonly batchId: Id }[],
): Promise<ReadonlyMap<string, SiteCharge>> {
  const rows = await context.tx.rows<{ siteId: Id; batchId: Id; basePrice: DecimalText; taxRate: DecimalText }>(sql`
    with recursive up(lot, id) as (
      select b.id, b.id from batch b where b.id = any(${[...new Set(asked.map(({ batchId }) => batchId))]}::bigint[])
      union select u.lot, b.parent_batch_id from up u join batch b on b.id = u.id and b.parent_batch_id is not null)
    select distinct on (e.party_id, u.lot) e.party_id as site_id, u.lot as batch_id,
      round(e.price * e.qty / m.qty, 6) as base_price, e.tax_rate
    from up u join stock_move m on m.batch_id = u.id and m.qty > 0
    join settlement_entry e on e.tenant_id = m.tenant_id and e.move_id = m.id and e.party_kind = 'site'
      and e.entry_kind = 'charge' and e.qty > 0
    where e.party_id = any(${[...new Set(asked.map(({ siteId }) => siteId))]}::bigint[])
      and not exists (select 1 from settlement_entry r where r.reverses_entry_id = e.id)
    order by e.party_id, u.lot, e.id desc`);
  return new Map(
    rows.map(({ siteId, batchId, basePrice, taxRate }) => [
      `${siteId} ${batchId}`,
      { basePrice: Decimal.of(basePrice), taxRate: Decimal.of(taxRate) },
    ]),
  );
}

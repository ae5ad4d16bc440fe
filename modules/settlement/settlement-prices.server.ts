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

/** The prices formulas go by: of purchase, last receipt, settlement, management and markets. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { firstOffers, type Offer } from '../../suppliers/offers.server.ts';
import { paidPrices } from '../price-book/paid-prices.port.server.ts';
import { PLAN, publishedLines } from '../price-book/published-lines.server.ts';
import { marketQuotes } from './market.server.ts';
import type { Quoted } from './price-formula.rules.ts';
import type { StoredFormula } from './stored-formulas.server.ts';

/** Quotes older than this are not read, not even to be called too old. */
const LOOK_BACK_DAYS = 400;

/** A price with what it was found in: a supplier, a bill, a price plan or a market. */
export interface SourcedPrice extends Quoted {
  readonly evidence: string;
}
interface CodedPrice {
  readonly materialId: Id;
  readonly code: string;
  readonly basePrice: DecimalText;
}

const settlementPricesOn = (ids: readonly Id[], date: string): Sql => sql`
  select material_id, code, base_price
  from settlement_price
  where frozen = 0 and dept_id is null and material_id = any(${[...ids]}::bigint[]) and start_date <= ${date}::date
    and (end_date is null or end_date >= ${date}::date)`;

const managementPricesOn = (ids: readonly Id[], companyDeptId: Id | null, date: string): Sql => sql`
  select distinct on (p.material_id) p.material_id, p.code, round(p.price / p.factor, 6) as base_price
  from (${publishedLines(PLAN.management!)}) p
  where p.is_default = 1 and p.company_dept_id = ${companyDeptId}::bigint and p.material_id = any(${[...ids]}::bigint[])
    and p.start_date <= ${date}::date and (p.end_date is null or p.end_date >= ${date}::date)
  order by p.material_id, p.start_date desc, p.id`;

/**
 * The prices that formulas go by, of these goods on a day; a fixed number of statements. `companyDeptId`: whose
 * management prices count.
 */
export async function referencePrices(
  context: Context,
  formulas: readonly StoredFormula[],
  ids: readonly Id[],
  { date, companyDeptId }: { readonly date: string; readonly companyDeptId: Id | null },
): Promise<(formula: StoredFormula, materialId: Id) => readonly SourcedPrice[]> {
  const kinds = new Set(formulas.map((each) => each.reference));
  const markets = formulas.filter((each) => each.reference.startsWith('market'));
  const since = dayPlus(date, -LOOK_BACK_DAYS);
  const [offers, paid, settlement, management, quotes] = await Promise.all([
    kinds.has('purchase') ? firstOffers(context, ids, date, []) : new Map<Id, Offer>(),
    kinds.has('last-receipt')
      ? paidPrices(
          context,
          ids.map((materialId) => ({ materialId, companyDeptId: null })),
          since,
          1,
        )
      : [],
    kinds.has('settlement') ? context.tx.rows<CodedPrice>(settlementPricesOn(ids, date)) : [],
    kinds.has('management') ? context.tx.rows<CodedPrice>(managementPricesOn(ids, companyDeptId, date)) : [],
    markets.length > 0 ? marketQuotes(context, ids, since, date) : [],
  ]);
  const bought = new Map(
    [...offers].flatMap(([materialId, { basePrice, supplierName }]) =>
      basePrice === null
        ? []
        : [[materialId, [{ date, price: Decimal.of(basePrice), evidence: supplierName }]] as const],
    ),
  );
  const received = new Map(
    paid.map((each) => [ids[each.nr]!, [{ date: each.date, price: Decimal.of(each.price), evidence: each.billCode }]]),
  );
  const asOf = (rows: readonly CodedPrice[]) =>
    new Map(rows.map((each) => [each.materialId, [{ date, price: Decimal.of(each.basePrice), evidence: each.code }]]));
  const [charged, planned] = [asOf(settlement), asOf(management)];
  const quoted = Map.groupBy(quotes, (each) => `${each.sourceId} ${each.materialId}`);
  return (formula, materialId) => {
    switch (formula.reference) {
      case 'purchase':
        return bought.get(materialId) ?? [];
      case 'last-receipt':
        return received.get(materialId) ?? [];
      case 'settlement':
        return charged.get(materialId) ?? [];
      case 'management':
        return planned.get(materialId) ?? [];
      default: {
        const side = ({ 'market-avg': 'average', 'market-low': 'low', 'market-high': 'high' } as const)[
          formula.reference
        ];
        return (quoted.get(`${formula.marketSourceId ?? ''} ${materialId}`) ?? []).map((each) => ({
          date: each.date,
          price: Decimal.of(each[side]),
          evidence: `${each.sourceName} ${each.productName}`,
        }));
      }
    }
  };
}

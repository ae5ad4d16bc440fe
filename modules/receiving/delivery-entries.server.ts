/** What a delivery makes its parties owe: the supplier, and the site that took it. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { receiptEntries, returnEntries, type Entry, type EntryPrice } from '../settlement/settlement-entry.rules.ts';
import { settlementPrices } from '../settlement/settlement-prices.server.ts';
import type { ReceivedLot } from '../stock/lots/lots.server.ts';
import { ledgerBillOf, type Bill } from './bill.server.ts';
import type { StoredLine } from './bill-lines.server.ts';

/** A line of a delivery, in the unit of the bill; its price is the one agreed, or paid at the door. */
interface AcceptedLine {
  readonly line: StoredLine;
  readonly accepted: Decimal;
}
/** What the site is charged for it. */
export interface Charge extends EntryPrice {
  readonly basePrice: Decimal;
  readonly amount: Decimal;
}

/**
 * Who is charged for what comes: the site whose warehouse it is, or to which it came directly; nobody for what a
 * central warehouse keeps. What a site gave back is credited to it.
 */
export async function siteOf(
  context: Context,
  bill: Bill,
  { warehouseType }: { readonly warehouseType: string | null },
): Promise<Id | null> {
  if (bill.source?.sent?.site === 'credited') return givingSite(context, bill);
  return bill.channel === 'direct' || (warehouseType !== null && warehouseType !== 'central')
    ? bill.row.bladeProjectDeptId
    : null;
}
const givingSite = async ({ tx }: Context, { row }: Bill): Promise<Id | null> =>
  (
    await tx.row<{ siteId: Id }>(
      sql`select l.dept_id as site_id from stock_location l where l.id = ${row.fromLocationId}::bigint`,
    )
  )?.siteId ?? null;

/**
 * What the site is charged for each line, by the settlement price of the day it came; null where it is not charged or
 * no price is published.
 */
export async function chargesFor(
  context: Context,
  bill: Bill,
  site: Id | null,
  date: string,
  lines: readonly AcceptedLine[],
): Promise<(Charge | null)[]> {
  if (site === null) return lines.map(() => null);
  const isCredit = bill.source?.sent?.site === 'credited';
  const prices = isCredit
    ? []
    : await settlementPrices(
        context,
        site,
        date,
        lines.map(({ line }) => line),
      );
  return lines.map(({ line, accepted }, index) => {
    const found = prices[index] ?? agreedBefore(line);
    if (found === null || !accepted.isPositive()) return null;
    const amount = accepted.times(found.price).rounded(2);
    return {
      ...found,
      basePrice: found.price.dividedBy(line.factor).rounded(6),
      amount: isCredit ? amount.negated() : amount,
    };
  });
}

/** What its document says it is charged, or was. */
const agreedBefore = ({ settlementPrice, taxRate }: StoredLine): EntryPrice | null =>
  settlementPrice === null ? null : { price: Decimal.of(settlementPrice), taxRate };

/** The entries of a delivery, beside the moves its lots made. */
export const entriesOf = (
  bill: Bill,
  site: Id | null,
  date: string,
  lines: readonly AcceptedLine[],
  charges: readonly (Charge | null)[],
  lotOf: (index: number) => ReceivedLot | undefined,
): Entry[] => {
  const about = {
    ...ledgerBillOf(bill),
    bizDate: date,
    deptId: bill.row.bladeProjectDeptId ?? bill.row.companyDeptId,
    companyDeptId: bill.row.companyDeptId,
  };
  if (bill.source?.sent?.site === 'credited') return site === null ? [] : creditsOf(about, site, lines, charges, lotOf);
  return receiptEntries(
    about,
    bill.supplierId,
    site,
    lines.flatMap(({ line, accepted }, index) => {
      const lot = lotOf(index);
      if (lot === undefined) return [];
      const came = lot.moves.filter((move) => !move.qty.startsWith('-'));
      // Of a direct delivery the purchase comes first, then what the site takes; else one move is both.
      const [bought, taken] = [came.at(0)!, came.at(-1)!];
      const charge = charges[index] ?? null;
      return [
        {
          lineId: lot.lineId,
          materialId: line.materialId,
          unitId: line.unitId,
          qty: accepted,
          agreed: line.price === null ? null : { price: line.price, taxRate: line.taxRate },
          boughtMoveId: bought.id,
          charge:
            charge === null
              ? null
              : {
                  price: charge.price,
                  taxRate: charge.taxRate,
                  moveId: taken.id,
                },
        },
      ];
    }),
  );
};

/** A site is owed back what it was charged for the goods that came back. */
const creditsOf = (
  about: Parameters<typeof returnEntries>[0],
  siteId: Id,
  lines: readonly AcceptedLine[],
  charges: readonly (Charge | null)[],
  lotOf: (index: number) => ReceivedLot | undefined,
): Entry[] =>
  returnEntries(
    { ...about, deptId: siteId },
    lines.flatMap(({ line, accepted }, index) => {
      const [lot, charge] = [lotOf(index), charges[index] ?? null];
      if (lot === undefined || charge === null) return [];
      return [
        {
          lineId: lot.lineId,
          materialId: line.materialId,
          unitId: line.unitId,
          qty: accepted,
          credit: null,
          supplierId: null,
          moveId: lot.moves.find((move) => !move.qty.startsWith('-'))!.id,
          charged: { siteId, unitId: line.unitId, qty: accepted, price: charge.price, taxRate: charge.taxRate },
        },
      ];
    }),
  );

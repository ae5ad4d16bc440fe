/**
 * Lines of orders as they are kept: in base unit, at the agreed price where none was typed, with tolerances and
 * amounts.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { inBoth } from '../../kernel/core/label.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { convertPurchaseLines, pricesFor, type PurchasePrice } from '../suppliers/purchase-price.server.ts';
import { lineAmounts, type LineAmounts } from './order-amounts.rules.ts';

/** A line as somebody asks for it. */
interface OrderedGoods {
  readonly materialId: Id;
  readonly unitId: Id;
  readonly orderQty: DecimalText;
  readonly deliveryDate: string;
  /** Left out: what is agreed. */
  readonly price?: DecimalText | null | undefined;
  readonly taxRate?: DecimalText | null | undefined;
}

/** Whatever follows from goods, supplier and day, in the order of the lines. */
export async function completedLines(context: Context, supplierId: Id, lines: readonly OrderedGoods[]) {
  const requested = lines.map(({ materialId, unitId, orderQty, deliveryDate }) => ({
    supplierId,
    materialId,
    unitId,
    qty: orderQty,
    date: deliveryDate,
  }));
  const [agreed, traits] = await Promise.all([
    pricesFor(context, requested),
    materialTraits(
      context,
      requested.map((line) => line.materialId),
    ),
  ]);
  // A contract's price is for a contract's pack.
  const converted = await convertPurchaseLines(
    context,
    requested.map((line, index) => ({ ...line, ...agreementOf(agreed[index]!) })),
  );
  return lines.map((line, index) => {
    const answer = agreed[index]!;
    const offer = answer.found ? { price: agreedPrice(answer)!, taxRate: answer.taxRate, reason: answer.reason } : null;
    const typed = line.price ?? null;
    const price = typed ?? offer?.price ?? null;
    const trait = traits.get(line.materialId);
    const taxRate = line.taxRate ?? offer?.taxRate ?? trait?.taxRate ?? '0';
    const amounts: LineAmounts = lineAmounts({
      qty: Decimal.of(line.orderQty),
      price: price === null ? null : Decimal.of(price),
      taxRate: Decimal.of(taxRate),
    });
    return {
      amounts,
      values: {
        ...converted[index]!,
        price,
        taxRate,
        priceNoTax: amounts.priceNoTax.toString(),
        amount: amounts.amount.toFixed(2),
        priceReason:
          typed === null || (offer !== null && Decimal.of(typed).equals(Decimal.of(offer.price)))
            ? offer && inBoth(offer.reason)
            : null,
        overRate: trait?.overRate ?? '0',
        underRate: trait?.underRate ?? '0',
      },
    };
  });
}

/** What is agreed, to the cent as an order says it; null while nothing is. */
export const agreedPrice = (price: PurchasePrice): string | null =>
  price.found ? Decimal.of(price.price).toFixed(2) : null;
const agreementOf = (price: PurchasePrice): { agreementNo?: string } =>
  price.found && price.agreementNo !== '' ? { agreementNo: price.agreementNo } : {};

interface Traits {
  readonly id: string;
  readonly taxRate: string | null;
  readonly overRate: string | null;
  readonly underRate: string | null;
}
async function materialTraits(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Traits>> {
  const rows = await context.tx.rows<Traits>(
    sql`select id, tax_rate, over_rate, under_rate from material where id = any(${[...new Set(ids)]}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

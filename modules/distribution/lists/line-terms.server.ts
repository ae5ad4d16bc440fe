/** When lines come, until when they are ordered and what they cost: a handful of statements however many lines. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { inBoth } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { lineAmounts } from '../../purchasing/order-amounts.rules.ts';
import { agreedPrice } from '../../purchasing/completed-lines.server.ts';
import type { DeliveryBook } from '../../sourcing/delivery-book.server.ts';
import { deliveryBook } from '../../sourcing/delivery-rows.server.ts';
import { pricesFor, type PriceQuestion, type PurchasePrice } from '../../suppliers/purchase-price.server.ts';

/** A line whose supplier, or sender and supply, are decided. */
interface DecidedLine {
  readonly materialId: Id;
  readonly materialName: string;
  readonly unitId: Id;
  readonly qty: Decimal;
  /** The day it is to be there. */
  readonly needDate: string;
  readonly supplierId: Id | null;
  /** Days ahead it is ordered: of the supplier's offer, else of the material. */
  readonly leadDays: number;
  /** Departments of the place that receives, nearest first. */
  readonly deptIds: readonly Id[];
  /** Where a centre sends: the centre, and how it comes by the goods. */
  readonly outOrgId: Id | null;
  readonly supplyMode: 'stock' | 'produce' | 'purchase' | null;
}
export interface LineTerms {
  readonly deliveryDate: string;
  readonly orderBefore: string | null;
  readonly arriveDate: string | null;
  readonly price: DecimalText | null;
  readonly taxRate: DecimalText | null;
  readonly priceNoTax: DecimalText | null;
  readonly amount: DecimalText | null;
  readonly priceReason: string | null;
}

/** The terms of each line, in order. */
export async function termsOf(context: Context, lines: readonly DecidedLine[]): Promise<LineTerms[]> {
  const book = await deliveryBook(
    context,
    lines.flatMap((line) => line.supplierId ?? []),
    lines.flatMap((line) => line.deptIds),
  );
  const dated = lines.map((line) => datesOf(book, line, context.today));
  const asked = new Map<string, PriceQuestion>();
  const keys = lines.map(({ supplierId, materialId, unitId }, at) => {
    if (supplierId === null) return null;
    const date = dated[at]!.arriveDate ?? dated[at]!.deliveryDate;
    const key = `${supplierId} ${materialId} ${unitId} ${date}`;
    asked.set(key, { supplierId, materialId, unitId, date });
    return key;
  });
  const prices = await pricesFor(context, [...asked.values()]);
  const priceOf = new Map([...asked.keys()].map((key, at) => [key, prices[at]!]));
  return lines.map((line, at) => ({ ...dated[at]!, ...costOf(line, priceOf.get(keys[at] ?? '')) }));
}

type Dates = Pick<LineTerms, 'deliveryDate' | 'orderBefore' | 'arriveDate'>;

/**
 * The last day on or before the need on which it can come, and the last moment to order; where none is, the first day
 * after it.
 */
function datesOf(book: DeliveryBook, line: DecidedLine, today: string): Dates {
  const needDate = line.needDate < today ? today : line.needDate;
  const { materialName: material, supplierId, leadDays, deptIds, outOrgId, supplyMode } = line;
  const ask = (from: Id | null, at: readonly Id[], day: string): { day: string; orderBefore: string | null } => {
    const question = { supplierId: from, deptIds: at, leadDays, material };
    const found = book.deliveryOf({ ...question, needDate: day });
    if (found.ok) return { day: found.deliveryDate, orderBefore: found.orderBefore };
    if (found.deliveryDate === null) return { day, orderBefore: null };
    const later = book.deliveryOf({ ...question, needDate: found.deliveryDate });
    return later.ok
      ? { day: later.deliveryDate, orderBefore: later.orderBefore }
      : { day: found.deliveryDate, orderBefore: null };
  };
  if (outOrgId === null) {
    const own = ask(supplierId, deptIds, needDate);
    return { deliveryDate: own.day, orderBefore: supplierId === null ? null : own.orderBefore, arriveDate: null };
  }
  const sent = ask(null, deptIds, needDate);
  if (supplyMode !== 'purchase') return { deliveryDate: sent.day, orderBefore: sent.orderBefore, arriveDate: null };
  if (supplierId === null) return { deliveryDate: sent.day, orderBefore: null, arriveDate: sent.day };
  // What is bought for a centre is there on the day it is sent on, at the latest.
  const bought = ask(supplierId, [outOrgId], sent.day);
  return {
    deliveryDate: bought.day > sent.day ? bought.day : sent.day,
    orderBefore: bought.orderBefore,
    arriveDate: bought.day,
  };
}

const NO_COST = { price: null, taxRate: null, priceNoTax: null, amount: null, priceReason: null };

function costOf(line: DecidedLine, price: PurchasePrice | undefined): Omit<LineTerms, keyof Dates> {
  const agreed = price === undefined ? null : agreedPrice(price);
  if (price?.found !== true || agreed === null || !Decimal.of(agreed).isPositive()) return NO_COST;
  const { amount, priceNoTax } = lineAmounts({
    qty: line.qty,
    price: Decimal.of(agreed),
    taxRate: Decimal.of(price.taxRate),
  });
  return {
    price: agreed,
    taxRate: price.taxRate,
    priceNoTax: priceNoTax.toString(),
    amount: amount.toFixed(2),
    priceReason: inBoth(price.reason, 190),
  };
}

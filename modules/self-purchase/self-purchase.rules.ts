/** What a site may buy itself: its limits, and prices beside those that are known. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';

/** How far a price lies from its reference, in percent points to 2 places; null where there is none. */
export function deviationOf(price: Decimal, reference: Decimal | null): Decimal | null {
  if (reference === null || !reference.isPositive()) return null;
  return price.minus(reference).times(Decimal.hundred).dividedBy(reference).rounded(2);
}

/** Above its reference by more than `percent`: compared without rounding, and exactly that much is allowed. */
export const isTooDear = (price: Decimal, reference: Decimal | null, percent: Decimal): boolean =>
  reference !== null &&
  reference.isPositive() &&
  price.times(Decimal.hundred).isAbove(reference.times(Decimal.hundred.plus(percent)));

interface Vendor {
  readonly supplierId: Id | null;
  /** As it was written, or the name of the supplier. */
  readonly vendorName: string | null;
}
const nameOf = ({ vendorName }: Vendor): string =>
  (vendorName ?? '').normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
/** By the supplier's record, or by the name without spaces, width and case: whoever is once chosen and once written too. */
export const isOneVendor = (one: Vendor, other: Vendor): boolean =>
  (one.supplierId !== null && one.supplierId === other.supplierId) ||
  (nameOf(one) !== '' && nameOf(one) === nameOf(other));

/** An order as limits are reckoned with it. */
export interface Bought extends Vendor {
  readonly id: Id;
  readonly billCode: string;
  readonly siteId: Id;
  readonly date: string;
  readonly amount: Decimal;
  readonly overrideReason: string | null;
}
export interface Limits {
  readonly order: Decimal;
  readonly month: Decimal;
}

const monthOf = ({ date }: Bought): string => date.slice(0, 7);
const sumOf = (orders: readonly Bought[]): Decimal => Decimal.sum(orders.map(({ amount }) => amount));

/**
 * What speaks against sending these orders. `others`: those of their sites and months that were sent before and still
 * stand. Orders of one vendor and day count as one: split in two they pass no limit.
 */
export function limitRefusals(sent: readonly Bought[], others: readonly Bought[], limits: Limits): Refusal[] {
  const all = [...others, ...sent];
  return sent.flatMap((order): Refusal[] => {
    const ofSite = all.filter(({ siteId }) => siteId === order.siteId);
    const beside = ofSite.filter(
      (each) => each.id !== order.id && each.date === order.date && isOneVendor(each, order),
    );
    const ofMonth = sumOf(ofSite.filter((each) => monthOf(each) === monthOf(order)));
    const { billCode, amount } = order;
    const found: Refusal[] = [];
    const together = sumOf(beside).plus(amount);
    if (amount.isAbove(limits.order))
      found.push(refuse('self-purchase.order-limit', { billCode, amount, limit: limits.order }, { field: 'amount' }));
    else if (together.isAbove(limits.order))
      found.push(
        refuse(
          'self-purchase.split',
          { billCode, others: beside.map((each) => each.billCode).join(', '), together, limit: limits.order },
          { field: 'amount' },
        ),
      );
    if (ofMonth.isAbove(limits.month))
      found.push(
        refuse('self-purchase.month-limit', { billCode, month: ofMonth, limit: limits.month }, { field: 'amount' }),
      );
    return found;
  });
}

interface ReceivedFigures {
  readonly received: Decimal;
  readonly refused: Decimal;
  readonly open: Decimal;
}
/** How far an order has come in; `all` once its bill is completed. */
export function receiveStatusOf(lines: readonly ReceivedFigures[]): 'none' | 'partial' | 'difference' {
  if (lines.some(({ refused, open }) => refused.isPositive() && open.isPositive())) return 'difference';
  return lines.some(({ received, refused }) => received.isPositive() || refused.isPositive()) ? 'partial' : 'none';
}

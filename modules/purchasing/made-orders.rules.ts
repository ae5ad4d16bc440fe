/** Orders that were just made, by supplier: what each is to get, for how much, and by when. */
import { Decimal } from '../../kernel/core/decimal.ts';

/** An order as its list answers it, and the last moment to send it. */
export interface MadeOrder {
  readonly id: string;
  readonly billCode: string;
  readonly supplierId: string;
  readonly supplierName: string;
  readonly lineCount: number;
  /** Null for who sees none. */
  readonly amount: string | null;
  /** Empty where nothing of it was planned. */
  readonly orderBefore: string;
}
interface OfSupplier {
  readonly supplierId: string;
  readonly supplierName: string;
  readonly orders: readonly MadeOrder[];
  readonly lines: number;
  readonly amount: string | null;
  readonly orderBefore: string;
}

/** The sum to the cent; null where an amount is not seen. */
export function amountOf(orders: readonly Pick<MadeOrder, 'amount'>[]): string | null {
  const seen = orders.flatMap(({ amount }) => (amount === null ? [] : [Decimal.of(amount)]));
  return seen.length < orders.length || seen.length === 0 ? null : Decimal.sum(seen).toFixed(2);
}

/** Suppliers whose orders must go first stand first, those without a last moment at the end, the dearest first. */
export function bySupplier(orders: readonly MadeOrder[]): readonly OfSupplier[] {
  const groups = [...Map.groupBy(orders, (order) => order.supplierId)].map(([supplierId, own]): OfSupplier => ({
    supplierId,
    supplierName: own[0]!.supplierName,
    orders: own,
    lines: own.reduce((sum, { lineCount }) => sum + lineCount, 0),
    amount: amountOf(own),
    orderBefore:
      own
        .map(({ orderBefore }) => orderBefore)
        .filter((moment) => moment !== '')
        .toSorted()[0] ?? '',
  }));
  const late = '9';
  return groups.toSorted(
    (a, b) =>
      (a.orderBefore || late).localeCompare(b.orderBefore || late) ||
      Decimal.of(b.amount ?? '0').compare(Decimal.of(a.amount ?? '0')),
  );
}

/** What distributing request lines comes to, as the screen tells it before anything is ordered. */
import { Decimal } from '../../kernel/core/decimal.ts';

export interface DistributedLine {
  readonly supplierId: string;
  readonly warehouseId: string;
  /** yyyy-MM-dd */
  readonly deliveryDate: string;
  /** In the line's unit; what is left to order, and what of it is ordered now. */
  readonly openQty: Decimal;
  readonly takeQty: Decimal;
  /** Per unit of the line; null: not known, or not to be seen. */
  readonly price: Decimal | null;
}
export interface DistributionSum {
  readonly lines: number;
  readonly suppliers: number;
  /** One per supplier, place and day, as `ordersFromRequests` makes them. */
  readonly orders: number;
  /** Lines × price, each rounded to the cent; null while a price is unknown. */
  readonly amount: Decimal | null;
}

/** Lines something is taken of, and the orders they will make. */
export function distributionSum(lines: readonly DistributedLine[]): DistributionSum {
  const taken = lines.filter((line) => line.takeQty.isPositive());
  return {
    lines: taken.length,
    suppliers: new Set(taken.map((line) => line.supplierId)).size,
    orders: new Set(taken.map((line) => `${line.supplierId} ${line.warehouseId} ${line.deliveryDate}`)).size,
    amount: taken.some((line) => line.price === null) ? null : Decimal.sum(taken.map((line) => line.takeQty.times(line.price!).rounded(2))),
  };
}

/** What is wrong with a line before it is sent: more than is left, or nobody to order it from. */
export const lineFault = ({ supplierId, openQty, takeQty }: Pick<DistributedLine, 'supplierId' | 'openQty' | 'takeQty'>): 'over' | 'supplier' | undefined =>
  takeQty.isAbove(openQty) ? 'over' : takeQty.isPositive() && supplierId === '' ? 'supplier' : undefined;

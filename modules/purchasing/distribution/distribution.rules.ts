/** What distributing request lines comes to, as the screen tells it before anything is ordered. */
import type { Decimal } from '../../../kernel/core/decimal.ts';

export interface DistributedLine {
  readonly supplierId: string;
  readonly warehouseId: string;
  /** yyyy-MM-dd */
  readonly deliveryDate: string;
  /** In the line's unit; what is left to order, and what of it is ordered now. */
  readonly openQty: Decimal;
  readonly takeQty: Decimal;
}
interface DistributionSum {
  readonly lines: number;
  readonly suppliers: number;
  /** One per supplier, place and day, as `ordersFromRequests` makes them. */
  readonly orders: number;
}

/**
 * Lines something is taken of, and the orders they will make. What those come to is the server's to say: it rounds to
 * packs.
 */
export function distributionSum(lines: readonly DistributedLine[]): DistributionSum {
  const taken = lines.filter((line) => line.takeQty.isPositive());
  return {
    lines: taken.length,
    suppliers: new Set(taken.map((line) => line.supplierId)).size,
    orders: new Set(taken.map((line) => `${line.supplierId} ${line.warehouseId} ${line.deliveryDate}`)).size,
  };
}

/** What is wrong with a line before it is sent: more than is left, or nobody to order it from. */
export const lineFault = ({
  supplierId,
  openQty,
  takeQty,
}: Pick<DistributedLine, 'supplierId' | 'openQty' | 'takeQty'>): 'over' | 'supplier' | undefined =>
  takeQty.isAbove(openQty) ? 'over' : takeQty.isPositive() && supplierId === '' ? 'supplier' : undefined;

/** A sentence of a refusal, with the place of the line it is about among those that were sent, from 1. */
interface RefusedLine {
  readonly message: string;
  readonly line?: number;
  readonly field?: string;
}
/** A sentence without the number of its line: that counts what was sent, not what the screen shows. */
export const withoutNumber = (sentence: string): string => sentence.replace(/^(?:第 \d+ 行：|Line \d+: )/, '');

/** What was refused, at the cells of the lines that were sent: at the supplier or at what is ordered now. */
export const marksOf = (
  refusals: readonly RefusedLine[],
  sent: readonly string[],
): { readonly key: string; readonly field: string; readonly sentence: string }[] =>
  refusals.flatMap(({ line, field, message }) => {
    const key = line === undefined ? undefined : sent[line - 1];
    return key === undefined
      ? []
      : [{ key, field: field === 'supplierId' ? 'supplierId' : 'takeQty', sentence: withoutNumber(message) }];
  });

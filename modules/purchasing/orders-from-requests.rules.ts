/**
 * From request lines to orders (`model/purchasing.md` 1, steps 7 and 10): one order per supplier, place and delivery date;
 * lines with the same material and unit are merged; the merged need is rounded up to the supplier's pack once.
 * Surplus belongs to no request. Every gram once: Σ shares of an order line + surplus = its quantity.
 */
import { Decimal } from '../../kernel/core/decimal.ts';

export interface OpenRequestLine {
  readonly requestId: string;
  readonly lineId: string;
  readonly warehouseId: string;
  readonly supplierId: string;
  readonly materialId: string;
  readonly unitId: string;
  /** yyyy-MM-dd the goods must be there. */
  readonly deliveryDate: string;
  /** What is neither ordered nor cancelled yet, in the line's unit. */
  readonly openQty: Decimal;
}
export interface Pack {
  readonly minOrderQty: Decimal | null;
  readonly orderMultiple: Decimal | null;
}
export interface ProposedLine {
  readonly materialId: string;
  readonly unitId: string;
  readonly orderQty: Decimal;
  readonly surplusQty: Decimal;
  /** Which request lines it serves, with how much of each. */
  readonly serves: readonly { readonly requestId: string; readonly lineId: string; readonly qty: Decimal }[];
}
export interface ProposedOrder {
  readonly supplierId: string;
  readonly warehouseId: string;
  readonly deliveryDate: string;
  readonly lines: readonly ProposedLine[];
}

/** Orders in a fixed order (supplier, warehouse, date, material), so that the same requests always give the same orders. */
export function ordersFromRequests(open: readonly OpenRequestLine[], packOf: (supplierId: string, materialId: string, unitId: string) => Pack): ProposedOrder[] {
  const orders = groupBy(open.filter((line) => line.openQty.isPositive()), (line) => [line.supplierId, line.warehouseId, line.deliveryDate]);
  return orders.map((lines): ProposedOrder => {
    const { supplierId, warehouseId, deliveryDate } = lines[0]!;
    return {
      supplierId, warehouseId, deliveryDate,
      lines: groupBy(lines, (line) => [line.materialId, line.unitId]).map((same) => proposedLine(same, packOf(supplierId, same[0]!.materialId, same[0]!.unitId))),
    };
  });
}

function proposedLine(same: readonly OpenRequestLine[], pack: Pack): ProposedLine {
  const { materialId, unitId } = same[0]!;
  const need = Decimal.sum(same.map((line) => line.openQty));
  const orderQty = roundedToPack(need, pack);
  return { materialId, unitId, orderQty, surplusQty: orderQty.minus(need), serves: same.map(({ requestId, lineId, openQty }) => ({ requestId, lineId, qty: openQty })) };
}

/** At least the minimum, then up to the next multiple. */
export function roundedToPack(need: Decimal, { minOrderQty, orderMultiple }: Pack): Decimal {
  const least = minOrderQty === null ? need : Decimal.max(need, minOrderQty);
  return orderMultiple === null ? least : least.dividedBy(orderMultiple).roundedUp(0).times(orderMultiple);
}

function groupBy<T>(items: readonly T[], key: (item: T) => readonly string[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item).join('\u0000');
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

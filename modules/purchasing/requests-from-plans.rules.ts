/**
 * From plan lines to requests (`model/purchasing.md` 1, step 3): one request per company, site and warehouse; lines
 * alike in material, unit, days, source and supplier become one. A plan line goes whole into one request line.
 */
import { Decimal } from '../../kernel/core/decimal.ts';

export interface OpenPlanLine {
  readonly planId: string;
  readonly planCode: string;
  readonly lineId: string;
  readonly companyDeptId: string;
  readonly projectDeptId: string;
  readonly warehouseId: string;
  readonly materialId: string;
  readonly unitId: string;
  readonly factor: Decimal;
  readonly needDate: string;
  readonly deliveryDate: string;
  readonly sourceKind: string;
  readonly supplierId: string | null;
  readonly price: Decimal | null;
  /** What is neither requested nor closed, in the line's unit. */
  readonly openQty: Decimal;
}
export interface ProposedRequestLine {
  readonly like: OpenPlanLine;
  readonly requestQty: Decimal;
  readonly from: readonly OpenPlanLine[];
}
interface ProposedRequest {
  readonly warehouseId: string;
  readonly planCodes: readonly string[];
  readonly lines: readonly ProposedRequestLine[];
}

/** Requests in a fixed order, so that the same plans always give the same requests. */
export function requestsFromPlans(open: readonly OpenPlanLine[]): ProposedRequest[] {
  return grouped(
    open.filter((line) => line.openQty.isPositive()),
    (line) => [line.companyDeptId, line.projectDeptId, line.warehouseId],
  ).map((lines) => ({
    warehouseId: lines[0]!.warehouseId,
    planCodes: [...new Set(lines.map((line) => line.planCode))].toSorted(),
    lines: grouped(lines, (line) => [
      line.needDate,
      line.deliveryDate,
      line.materialId,
      line.unitId,
      line.factor.toString(),
      line.sourceKind,
      line.supplierId ?? '',
    ]).map((same) => ({
      like: same[0]!,
      requestQty: Decimal.sum(same.map((line) => line.openQty)),
      from: same,
    })),
  }));
}

function grouped<T>(items: readonly T[], key: (item: T) => readonly string[]): T[][] {
  const groups = Map.groupBy(items, (item) => key(item).join('\u0000'));
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

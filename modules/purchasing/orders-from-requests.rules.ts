/**
 * From request lines to orders (`model/purchasing.md` 1, steps 7 and 10): one order per supplier, place and delivery
 * date. Lines of one material are merged by their base quantity, whatever unit they were requested in, and the merged
 * need is rounded up once: in a pack the supplier delivers, or as requested where he offers none.
 */
import { Decimal } from '../../kernel/core/decimal.ts';

export interface OpenRequestLine {
  readonly requestId: string;
  readonly lineId: string;
  readonly warehouseId: string;
  readonly supplierId: string;
  readonly materialId: string;
  readonly unitId: string;
  /** Base units in one unit, as the request fixed it. */
  readonly factor: Decimal;
  /** yyyy-MM-dd the goods must be there. */
  readonly deliveryDate: string;
  /** What is to be ordered of it: in the line's unit, and in base unit. */
  readonly openQty: Decimal;
  readonly openBaseQty: Decimal;
}
/** A unit a supplier delivers in; minimum and multiple in that unit. */
export interface OfferedPack {
  readonly unitId: string;
  readonly factor: Decimal;
  readonly minOrderQty: Decimal;
  readonly orderMultiple: Decimal;
}
interface ProposedLine {
  readonly materialId: string;
  readonly unitId: string;
  readonly orderQty: Decimal;
  readonly serves: readonly OpenRequestLine[];
}
export interface ProposedOrder {
  readonly supplierId: string;
  readonly warehouseId: string;
  readonly deliveryDate: string;
  readonly lines: readonly ProposedLine[];
}

/**
 * Orders in a fixed order (supplier, warehouse, date, material), so that the same requests always give the same orders.
 * `packsOf` has the best offer first.
 */
export function ordersFromRequests(
  open: readonly OpenRequestLine[],
  packsOf: (line: OpenRequestLine) => readonly OfferedPack[],
): ProposedOrder[] {
  const orders = groupBy(
    open.filter((line) => line.openBaseQty.isPositive()),
    (line) => [line.supplierId, line.warehouseId, line.deliveryDate],
  );
  return orders.map((lines): ProposedOrder => {
    const { supplierId, warehouseId, deliveryDate } = lines[0]!;
    return {
      supplierId,
      warehouseId,
      deliveryDate,
      lines: groupBy(lines, (line) => [line.materialId]).flatMap((same) => proposedLines(same, packsOf(same[0]!))),
    };
  });
}

function proposedLines(same: readonly OpenRequestLine[], packs: readonly OfferedPack[]): ProposedLine[] {
  const { materialId } = same[0]!;
  // In the unit all of them name, where he delivers in it.
  const pack = packs.find(({ unitId }) => same.every((line) => line.unitId === unitId)) ?? packs[0];
  if (pack !== undefined)
    return [{ materialId, unitId: pack.unitId, orderQty: roundedToPack(neededIn(pack, same), pack), serves: same }];
  return groupBy(same, (line) => [line.unitId]).map((lines) => ({
    materialId,
    unitId: lines[0]!.unitId,
    orderQty: Decimal.sum(lines.map((line) => line.openQty)),
    serves: lines,
  }));
}

/** Factors have 12 places: what is smaller than the ninth of a quotient is theirs, and no reason for another pack. */
const QUOTIENT_PLACES = 9;
const neededIn = (pack: OfferedPack, lines: readonly OpenRequestLine[]): Decimal =>
  lines.every((line) => line.unitId === pack.unitId && line.factor.equals(pack.factor))
    ? Decimal.sum(lines.map((line) => line.openQty))
    : Decimal.sum(lines.map((line) => line.openBaseQty))
        .dividedBy(pack.factor)
        .rounded(QUOTIENT_PLACES);

/** At least the minimum, then up to the next multiple. */
export const roundedToPack = (
  need: Decimal,
  { minOrderQty, orderMultiple }: Pick<OfferedPack, 'minOrderQty' | 'orderMultiple'>,
): Decimal => Decimal.max(need, minOrderQty).dividedBy(orderMultiple).roundedUp(0).times(orderMultiple);

const groupBy = <T>(items: readonly T[], key: (item: T) => readonly string[]): T[][] =>
  [...Map.groupBy(items, (item) => key(item).join('\u0000'))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => group);

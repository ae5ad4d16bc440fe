/**
 * The sort report (purchasing.md 12): the same cells grouped by goods, by client or by route. Each row adds up to its
 * columns and all rows to the same total, whichever way they are grouped. Different units stay apart.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText } from '../../../kernel/core/field.ts';

export type Grouping = 'material' | 'site' | 'route';

/** What one site gets of one material, on one route; quantities in the unit of the cell. */
export interface SortCell {
  readonly materialId: string;
  readonly unitId: string;
  readonly siteId: string;
  /** Empty: on no route. */
  readonly routeId: string;
  readonly stopSeq: number | null;
  readonly qty: DecimalText;
  readonly num: DecimalText;
  readonly short: DecimalText;
}
/** One cell of the matrix. */
interface SortColumn {
  /** A site; by client, a route. */
  readonly key: string;
  readonly stopSeq: number | null;
  readonly qty: DecimalText;
  readonly num: DecimalText;
  readonly isShort: boolean;
}
/** A material in one unit within a group. */
interface SortRow {
  readonly groupId: string;
  readonly materialId: string;
  readonly unitId: string;
  readonly totalQty: DecimalText;
  readonly sortedQty: DecimalText;
  readonly shortQty: DecimalText;
  readonly columns: readonly SortColumn[];
}
/** The place of each material and site in the order of their codes. */
interface CodeOrder {
  readonly materials: ReadonlyMap<string, number>;
  readonly sites: ReadonlyMap<string, number>;
}

/** Rows by group, code of the material and unit; columns by stop and code. What stands in one cell is summed. */
export function grouped(cells: readonly SortCell[], by: Grouping, order: CodeOrder): readonly SortRow[] {
  const rows = new Map<string, SortCell[]>();
  for (const cell of cells) {
    const key = by === 'material' ? '' : by === 'site' ? cell.siteId : cell.routeId;
    const whole = `${key}/${cell.materialId}/${cell.unitId}`;
    const own = rows.get(whole);
    if (own === undefined) rows.set(whole, [cell]);
    else own.push(cell);
  }
  const rank = (places: ReadonlyMap<string, number>, id: string): number => places.get(id) ?? places.size;
  const keyOf = (cell: SortCell): string => (by === 'site' ? cell.routeId : cell.siteId);
  const made = [...rows.values()].map((own) => {
    const [{ materialId, unitId, siteId, routeId }] = own as [SortCell];
    const columns = merged(own, keyOf);
    if (columns.length > 1)
      columns.sort(
        (a, b) =>
          (a.stopSeq ?? LAST) - (b.stopSeq ?? LAST) || rank(order.sites, keyOf(a)) - rank(order.sites, keyOf(b)),
      );
    const row: SortRow = {
      groupId: by === 'material' ? materialId : by === 'site' ? siteId : routeId,
      materialId,
      unitId,
      totalQty: summed(columns, 'qty'),
      sortedQty: summed(columns, 'num'),
      shortQty: summed(columns, 'short'),
      columns: columns.map((cell) => ({
        key: keyOf(cell),
        stopSeq: cell.stopSeq,
        qty: cell.qty,
        num: cell.num,
        isShort: cell.short !== '0' && Decimal.of(cell.short).isPositive(),
      })),
    };
    return { row, group: by === 'site' ? rank(order.sites, siteId) : 0, material: rank(order.materials, materialId) };
  });
  made.sort(
    (a, b) =>
      a.group - b.group ||
      (by === 'route' ? routeOrder(a.row.groupId, b.row.groupId) : 0) ||
      a.material - b.material ||
      textOrder(a.row.unitId, b.row.unitId),
  );
  return made.map(({ row }) => row);
}
const LAST = Number.MAX_SAFE_INTEGER;
const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** What is on no route stands last. */
const routeOrder = (a: string, b: string): number => Number(a === '') - Number(b === '') || textOrder(a, b);

/** Cells with one key as one: its first stop, and the sums. */
function merged(cells: readonly SortCell[], keyOf: (cell: SortCell) => string): SortCell[] {
  if (cells.length === 1) return [...cells];
  return [...Map.groupBy(cells, keyOf).values()].map((own) => {
    if (own.length === 1) return own[0]!;
    const stops = own.flatMap(({ stopSeq }) => stopSeq ?? []);
    return {
      ...own[0]!,
      stopSeq: stops.length === 0 ? null : Math.min(...stops),
      qty: summed(own, 'qty'),
      num: summed(own, 'num'),
      short: summed(own, 'short'),
    };
  });
}
type Figure = 'qty' | 'num' | 'short';
const summed = (cells: readonly SortCell[], figure: Figure): DecimalText =>
  cells.length === 1
    ? cells[0]![figure]
    : (Decimal.sum(cells.map((cell) => Decimal.of(cell[figure]))).toString() as DecimalText);

/** A line of the total for each unit, over all rows. */
export function totals(rows: readonly SortRow[]): readonly Omit<SortRow, 'groupId' | 'materialId' | 'columns'>[] {
  const sum = (texts: readonly DecimalText[]): DecimalText =>
    Decimal.sum(texts.map((text) => Decimal.of(text))).toString() as DecimalText;
  return [...Map.groupBy(rows, ({ unitId }) => unitId)].map(([unitId, own]) => ({
    unitId,
    totalQty: sum(own.map(({ totalQty }) => totalQty)),
    sortedQty: sum(own.map(({ sortedQty }) => sortedQty)),
    shortQty: sum(own.map(({ shortQty }) => shortQty)),
  }));
}

/** Stops as they are loaded: the last one first, what has no stop before all of them. */
export const loadingOrder = <T extends { readonly stopSeq: number | null }>(stops: readonly T[]): readonly T[] =>
  stops.toSorted((a, b) => (b.stopSeq ?? Number.MAX_SAFE_INTEGER) - (a.stopSeq ?? Number.MAX_SAFE_INTEGER));

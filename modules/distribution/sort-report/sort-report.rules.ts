/**
 * The sort report (purchasing.md 12): the same cells grouped by goods, by client or by route. Each row adds up to its
 * columns and all rows to the same total, whichever way they are grouped. Different units stay apart.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';

export type Grouping = 'material' | 'site' | 'route';

/** What one site gets of one material, on one route. */
export interface SortCell {
  readonly materialId: string;
  readonly unitId: string;
  readonly siteId: string;
  /** Empty: on no route. */
  readonly routeId: string;
  readonly stopSeq: number | null;
  readonly qty: Decimal;
  readonly num: Decimal;
  readonly short: Decimal;
}
/** One cell of the matrix. */
interface SortColumn {
  /** A site; by client, a route. */
  readonly key: string;
  readonly stopSeq: number | null;
  readonly qty: Decimal;
  readonly num: Decimal;
  readonly isShort: boolean;
}
/** A material in one unit within a group. */
interface SortRow {
  readonly groupId: string;
  readonly materialId: string;
  readonly unitId: string;
  readonly totalQty: Decimal;
  readonly sortedQty: Decimal;
  readonly shortQty: Decimal;
  readonly columns: readonly SortColumn[];
}

const GROUP: Readonly<Record<Grouping, (cell: SortCell) => string>> = {
  material: (cell) => cell.materialId,
  site: (cell) => cell.siteId,
  route: (cell) => cell.routeId,
};
const COLUMN: Readonly<Record<Grouping, (cell: SortCell) => string>> = {
  material: (cell) => cell.siteId,
  site: (cell) => cell.routeId,
  route: (cell) => cell.siteId,
};

/** Rows in the order their first cells stand in, columns as well. */
export function grouped(cells: readonly SortCell[], by: Grouping): readonly SortRow[] {
  const [groupOf, columnOf] = [GROUP[by], COLUMN[by]];
  const rows = Map.groupBy(cells, (cell) => `${groupOf(cell)}/${cell.materialId}/${cell.unitId}`);
  return [...rows.values()].map((own) => {
    const columns = [...Map.groupBy(own, columnOf)].map(([key, of]) => ({
      key,
      stopSeq: of[0]!.stopSeq,
      ...summed(of),
    }));
    const { qty, num, short } = summed(own);
    const { materialId, unitId } = own[0]!;
    return {
      groupId: groupOf(own[0]!),
      materialId,
      unitId,
      totalQty: qty,
      sortedQty: num,
      shortQty: short,
      columns: columns.map(({ short: missing, ...column }) => ({ ...column, isShort: missing.isPositive() })),
    };
  });
}

function summed(cells: readonly SortCell[]): { readonly qty: Decimal; readonly num: Decimal; readonly short: Decimal } {
  if (cells.length === 1) return { qty: cells[0]!.qty, num: cells[0]!.num, short: cells[0]!.short };
  let [qty, num, short] = [Decimal.zero, Decimal.zero, Decimal.zero];
  for (const cell of cells) [qty, num, short] = [qty.plus(cell.qty), num.plus(cell.num), short.plus(cell.short)];
  return { qty, num, short };
}

/** A line of the total for each unit, over all rows. */
export function totals(rows: readonly SortRow[]): readonly Omit<SortRow, 'groupId' | 'materialId' | 'columns'>[] {
  return [...Map.groupBy(rows, ({ unitId }) => unitId)].map(([unitId, own]) => ({
    unitId,
    totalQty: Decimal.sum(own.map(({ totalQty }) => totalQty)),
    sortedQty: Decimal.sum(own.map(({ sortedQty }) => sortedQty)),
    shortQty: Decimal.sum(own.map(({ shortQty }) => shortQty)),
  }));
}

/** Stops as they are loaded: the last one first, what has no stop before all of them. */
export const loadingOrder = <T extends { readonly stopSeq: number | null }>(stops: readonly T[]): readonly T[] =>
  stops.toSorted((a, b) => (b.stopSeq ?? Number.MAX_SAFE_INTEGER) - (a.stopSeq ?? Number.MAX_SAFE_INTEGER));

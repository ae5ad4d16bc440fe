/** Lines of an out-store with something still to ship, and the lots proposed for them. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { piecesAt } from '../stock/ledger/catch-weight.server.ts';
import { proposeLots, sameGoods, type Proposal } from '../stock/ledger/lots-on-hand.server.ts';
import { placeKey } from '../stock/ledger/posting.rules.ts';
import type { OutStoreRow } from './out-store.document.ts';
import { inPieces } from './out-store.server.ts';
import { toLineQty, type OpenLine } from './picking.rules.ts';

interface LineRow extends Omit<OpenLine, 'factor' | 'openBaseQty'> {
  readonly materialId: Id;
  readonly baseUnitId: Id;
  readonly factor: string;
  readonly openBaseQty: string;
  /** Shipped before, in base unit. */
  readonly shippedBaseQty: string;
  readonly sourceDetailId: Id;
  /** The lot whoever asked named. */
  readonly batchId: Id | null;
  readonly pieceUnitName: string;
}
/** A line with something still to ship. */
export type Line = OpenLine &
  Pick<LineRow, 'materialId' | 'baseUnitId' | 'sourceDetailId' | 'pieceUnitName' | 'batchId'> & {
    readonly shippedBaseQty: Decimal;
  };
/** Lines with something still to ship. */
export async function openLines(context: Context, outStoreId: Id): Promise<Line[]> {
  const rows = await context.tx.rows<LineRow>(sql`
    select d.id, d.line_no, d.material_id, m.called as material, u.called as unit_name, b.called as base_unit_name,
      d.base_unit_id, d.factor, d.source_detail_id, d.batch_id,
      d.base_qty - coalesce(p.qty, 0) as open_base_qty, coalesce(p.qty, 0) as shipped_base_qty,
      m.catch_weight = 1 as is_catch_weight, coalesce(x.called, '') as piece_unit_name, ${inPieces} as in_pieces
    from out_store_detail d join material m on m.id = d.material_id
    left join lateral (
      select sum(case when ${inPieces} then round(p.aux_qty * d.factor, 6) else p.base_qty end) as qty
      from out_store_picks p where p.out_store_id = d.out_store_id and p.detail_id = d.id::text) p on true
    join material_unit u on u.id = d.unit_id join material_unit b on b.id = d.base_unit_id
    left join material_unit x on x.id = m.aux_unit_id
    where d.out_store_id = ${outStoreId}::bigint order by d.line_no`);
  return rows
    .map((row) => ({
      ...row,
      factor: Decimal.of(row.factor),
      openBaseQty: Decimal.of(row.openBaseQty),
      shippedBaseQty: Decimal.of(row.shippedBaseQty),
    }))
    .filter((row) => row.openBaseQty.isPositive());
}

/** What counts as the material of a line, at the warehouse it is picked from. */
export type GoodsOf = (line: Line) => readonly Id[];
/** What counts as the material of each of these lines, at the warehouse of their out-store. */
export async function goodsAt(context: Context, row: OutStoreRow, lines: readonly Line[]): Promise<GoodsOf> {
  const locationId = row.warehouseId;
  const goodsOf = await sameGoods(
    context,
    lines.map(({ materialId }) => ({ locationId, materialId })),
  );
  return ({ materialId }) => goodsOf({ locationId, materialId });
}

/** Lots to take for each line, first expired first: for what is `wanted` of it, or else for all that is open. */
export async function proposals(
  context: Context,
  row: OutStoreRow,
  lines: readonly Line[],
  goodsOf: GoodsOf,
  wanted: (line: Line) => Decimal | null,
): Promise<Proposal[]> {
  const locationId = row.warehouseId;
  const pieces = await piecesAt(
    context,
    lines.filter((line) => line.inPieces).map(({ materialId }) => ({ locationId, materialId })),
  );
  const open = (line: Line): Decimal =>
    (line.inPieces
      ? pieces.get(placeKey(locationId, line.materialId))?.weightOf(toLineQty(line, line.openBaseQty))
      : undefined) ?? line.openBaseQty;
  const wishes = lines.map((line) => ({
    locationId,
    materialId: line.materialId,
    goods: goodsOf(line),
    lineId: line.id,
    ...(line.batchId === null ? {} : { batchId: line.batchId }),
    qty: (wanted(line) ?? open(line)).toString(),
    neededBy: row.needTime.slice(0, 10),
    exit: 'transfer' as const,
    line: line.lineNo,
  }));
  return proposeLots(context, wishes, { type: row.sourceBillType, id: row.sourceBillId });
}

/** A posted document is taken back by the exact opposite: same lots, same amounts, linked move by move. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { ReasonCode } from './move-reason.rules.ts';
import { post, type Bill, type PostedMove, type Posting } from './posting.server.ts';

interface Reversible {
  readonly id: Id;
  readonly locationId: Id;
  readonly counterLocationId: Id | null;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly lineId: Id;
  readonly qty: DecimalText;
  readonly auxQty: DecimalText;
  readonly amount: DecimalText;
  readonly reason: ReasonCode;
  readonly reasonDetail: string | null;
  readonly pairId: Id | null;
  /** What the move, and its pair, changed in the moving averages of their places. */
  readonly average: DecimalText;
  readonly pairAverage: DecimalText | null;
  readonly batchCode: string;
  readonly unit: string;
  /** What is left of the lot where the move took it. */
  readonly left: DecimalText;
}

/**
 * Reverses every move of a document, or of the lines given, last first, as postings of `by` (the reversing document, or
 * the same). Refused when the goods have been used; done twice it is refused as posted twice.
 */
export async function reverse(
  context: Context,
  bill: Pick<Bill, 'type' | 'id'>,
  by: Bill,
  lineIds?: readonly Id[],
): Promise<PostedMove[]> {
  const lines = lineIds === undefined ? sql`` : sql`and m.line_id = any(${lineIds}::bigint[])`;
  // Of the two moves of a transfer the arrival stands for both; `pair` is its departure.
  const moves = await context.tx.rows<Reversible>(sql`
    select m.id, m.location_id, m.counter_location_id, m.material_id, m.batch_id, m.line_id, m.qty, m.aux_qty,
      m.amount, m.reason, m.reason_detail, pair.id as pair_id,
      c.avg_amount - c.residue as average, p.avg_amount - p.residue as pair_average, b.batch_code, u.called as unit,
      coalesce(sb.qty, 0) as left
    from stock_move m join stock_move_cost c on c.move_id = m.id join batch b on b.id = m.batch_id
    join material g on g.id = m.material_id join material_unit u on u.id = g.base_unit_id
    left join stock_batch sb on sb.location_id = m.location_id and sb.batch_id = m.batch_id
    left join stock_move pair on pair.bill_type = m.bill_type and pair.bill_id = m.bill_id
      and pair.line_id = m.line_id and pair.reason = m.reason and pair.batch_id = m.batch_id
      and pair.location_id = m.counter_location_id and pair.counter_location_id = m.location_id
    left join stock_move_cost p on p.move_id = pair.id
    where m.bill_type = ${bill.type} and m.bill_id = ${bill.id}::bigint and m.reverses_move_id is null and m.qty <> 0
      and (m.qty > 0 or m.counter_location_id is null) ${lines}
    order by m.seq desc`);
  const used = usedOf(moves);
  if (used.length > 0) throw new Refused(...used);
  return post(
    context,
    moves.map((move) => opposite(move, by)),
  );
}

/**
 * Lots that are not there any more as the moves brought them. What only passed through a place on its way is not asked
 * for there.
 */
function usedOf(moves: readonly Reversible[]): Refusal[] {
  const arrived = moves.filter((move) => !move.qty.startsWith('-'));
  const wentOn = Map.groupBy(
    arrived.filter((move) => move.pairId !== null),
    (move) => `${move.counterLocationId}/${move.batchId}`,
  );
  return arrived.flatMap((move) => {
    const passed = (wentOn.get(`${move.locationId}/${move.batchId}`) ?? []).map((other) => Decimal.of(other.qty));
    const used = Decimal.of(move.qty).minus(Decimal.sum(passed)).minus(Decimal.of(move.left));
    return used.isPositive() ? [refuse('stock.lot-used', { batch: move.batchCode, used, unit: move.unit })] : [];
  });
}

function opposite(move: Reversible, bill: Bill): Posting {
  const { lineId, materialId, batchId } = move;
  const arrived = !move.qty.startsWith('-');
  const moved = {
    bill,
    lineId,
    materialId,
    batchId,
    reason: `reverse.${move.reason}` as const,
    ...(move.reasonDetail === null ? {} : { reasonDetail: move.reasonDetail }),
    qty: unsigned(move.qty),
    auxQty: unsigned(move.auxQty),
    amount: unsigned(move.amount),
  };
  if (!arrived)
    return {
      ...moved,
      to: move.locationId,
      reversesMoveIds: { to: move.id },
      averages: { to: unsigned(move.average) },
    };
  const reversesMoveIds = { from: move.id, ...(move.pairId === null ? {} : { to: move.pairId }) };
  const averages = {
    from: unsigned(move.average),
    ...(move.pairAverage === null ? {} : { to: unsigned(move.pairAverage) }),
  };
  return {
    ...moved,
    from: move.locationId,
    ...(move.counterLocationId === null ? {} : { to: move.counterLocationId }),
    reversesMoveIds,
    averages,
  };
}

const unsigned = (value: DecimalText): DecimalText => value.replace(/^-/, '');

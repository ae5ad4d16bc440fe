/** Goods that were sent come out of transit as the lots they are. */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { arrive } from '../../stock/ledger/transfer.server.ts';
import type { ReceivedLot } from '../../stock/lots/lots.server.ts';
import { ledgerBillOf, type Bill } from '../bill.server.ts';
import type { StoredLine } from '../bill-lines.server.ts';
import type { Charge } from '../delivery-entries.server.ts';
import type { DeliveryHead, Entered } from '../read-delivery.server.ts';

/** The line and how much of it is received or settled by now, in its unit. */
interface Walked {
  readonly line: StoredLine;
  readonly upTo: Decimal;
}

/**
 * So much more of a line, in base unit. Of goods that were sent the parts of a line make what was sent, whatever each
 * of them rounds to.
 */
export function partInBase({ line, upTo }: Walked, more: Decimal): Decimal {
  if (line.source === 'external') return more.times(line.factor).rounded(6);
  const inBase = (qty: Decimal): Decimal =>
    qty.equals(line.ordered) ? line.baseQty : qty.times(line.factor).rounded(6);
  return inBase(upTo.plus(more)).minus(inBase(upTo));
}

/** What was accepted of each entered line, in base unit. */
export function baseQtys(byId: ReadonlyMap<Id, StoredLine>, entered: readonly Entered[]): Decimal[] {
  const taken = new Map<Id, Decimal>();
  return entered.map(({ detailId, accepted }) => {
    const line = byId.get(detailId)!;
    const before = taken.get(detailId) ?? line.received.plus(line.settled);
    taken.set(detailId, before.plus(accepted));
    return partInBase({ line, upTo: before }, accepted);
  });
}

interface Arrival {
  readonly byId: ReadonlyMap<Id, StoredLine>;
  readonly entered: readonly Entered[];
  readonly sizes: readonly Decimal[];
  readonly recordIds: readonly Id[];
  readonly head: DeliveryHead;
  readonly charges: readonly (Charge | null)[];
}
/** Posts what was accepted from transit to the place; answers the lots by line of the delivery. */
export async function arriveLots(
  context: Context,
  bill: Bill,
  { byId, entered, sizes, recordIds, head, charges }: Arrival,
): Promise<Map<Id, ReceivedLot>> {
  const legs = entered.flatMap(({ detailId, accepted, aux }, index) => {
    const { materialId, batchId } = byId.get(detailId)!;
    const charge = charges[index] ?? null;
    if (!accepted.isPositive()) return [];
    return [
      {
        bill: ledgerBillOf(bill),
        lineId: recordIds[index + 1]!,
        materialId,
        batchId: batchId!,
        fromId: bill.row.fromLocationId!,
        toId: bill.locationId,
        qty: sizes[index]!.toString(),
        auxQty: aux.toString(),
        line: index + 1,
        ...(charge === null
          ? {}
          : { settlementPrice: charge.basePrice.toString(), settlementAmount: charge.amount.toString() }),
        ...(head.arriveTime.slice(0, 10) < context.today ? { businessTime: head.arriveTime } : {}),
      },
    ];
  });
  const moves = Map.groupBy(await arrive(context, bill.source!.sent!.receiveReason, legs), ({ lineId }) => lineId);
  return new Map(
    legs.map(({ lineId, batchId }) => [
      lineId,
      { lineId, batchId, batchCode: '', expiryDate: null, unitCost: '0', moves: moves.get(lineId)! },
    ]),
  );
}

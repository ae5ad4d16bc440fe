/**
 * What approved outgoing documents may hold (domain 5, store.md StockReservation, trade-rules 7).
 *
 * A document holds a quantity of a material at a place, or of one lot where a person named it. It holds only what is
 * usable for it and not promised to others; reserved never exceeds on hand.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { placeKey } from './posting.rules.ts';
import {
  allocateLots,
  type Lot,
  type LotAllocation,
  type LotExit,
  type LotReservation,
  type LotRequest,
} from './batch-allocation.rules.ts';
import '../stock.refusals.ts';

export interface ReserveRequest {
  readonly locationId: string;
  readonly materialId: string;
  /** The materials that count as this one, it among them; of a named lot its own alone. */
  readonly goods: readonly string[];
  readonly qty: Decimal;
  readonly batchId?: string;
  readonly needDate: string;
  readonly exit: LotExit;
  readonly billCode: string;
  readonly line?: number;
}
interface Reservable {
  readonly material: LotRequest['material'];
  readonly lots: readonly Lot[];
  readonly promised: readonly LotReservation[];
}

/** How much a wish holds, in all and of each material it holds of. */
export interface Held {
  readonly qty: Decimal;
  readonly shares: ReadonlyMap<string, Decimal>;
}

/**
 * Decides on wishes one after the other, those that fewer materials count as first: a line that takes the lots of a
 * merged material as well would leave the line that asks for that one alone short. Answers in the order given.
 */
export function inTurnOfGoods<W extends { readonly goods: readonly string[] }, T>(
  wishes: readonly W[],
  decide: (request: W) => T,
): T[] {
  const turn = wishes
    .map((request, index) => ({ wish: request, index }))
    .sort((a, b) => a.wish.goods.length - b.wish.goods.length);
  const decided: T[] = [];
  for (const { wish, index } of turn) decided[index] = decide(wish);
  return decided;
}

/**
 * How much of each wish can be held, in their order; the refusals name every line that gets less than it wants.
 * `onHand` has every material at its place, by `placeKey`.
 */
export function planReservations(
  wishes: readonly ReserveRequest[],
  onHand: ReadonlyMap<string, Reservable>,
  today: string,
): { readonly held: readonly Held[]; readonly refusals: readonly Refusal[] } {
  const promised = new Map([...onHand].map(([key, there]) => [key, [...there.promised]]));
  const decided = inTurnOfGoods(wishes, (request): Held & { readonly refusals: readonly Refusal[] } => {
    const refusals: Refusal[] = [];
    const keys = request.goods.map((materialId) => placeKey(request.locationId, materialId));
    const { material } = onHand.get(placeKey(request.locationId, request.materialId))!;
    const lots = keys.flatMap((key) => onHand.get(key)!.lots);
    const others = keys.flatMap((key) => promised.get(key)!);
    const requested = {
      material,
      qty: request.qty,
      neededBy: request.needDate,
      today,
      exit: request.exit,
      ...(request.line === undefined ? {} : { line: request.line }),
    };
    const allocation = allocateLots(lots, others, requested);
    const free = allocation.ok ? request.qty : allocation.available;
    const lot = request.batchId === undefined ? undefined : lots.find((each) => each.batchId === request.batchId);
    const ofLot =
      request.batchId === undefined
        ? request.qty
        : lotRoom(
            lot,
            others,
            allocation.barred.some((barred) => barred.batchId === request.batchId),
          );
    const qty = Decimal.max(Decimal.zero, Decimal.min(request.qty, free, ofLot));
    if (qty.isBelow(request.qty)) {
      if (!allocation.ok) refusals.push(...allocation.refusals);
      else
        refusals.push(
          refuse(
            'stock.lot-short',
            {
              location: '',
              material: material.name,
              unit: material.baseUnitName,
              batch: lot?.batchCode ?? '',
              wanted: request.qty,
              available: qty,
              short: request.qty.minus(qty),
              onHand: lot?.qty ?? Decimal.zero,
              reserved: heldOf(request.batchId, others),
            },
            request.line === undefined ? {} : { line: request.line },
          ),
        );
    }
    const shares =
      request.goods.length === 1
        ? new Map([[request.materialId, qty]])
        : sharesOf(allocateLots(lots, others, { ...requested, qty }));
    for (const [materialId, share] of shares) {
      promised.get(placeKey(request.locationId, materialId))!.push({
        billCode: request.billCode,
        materialId,
        qty: share,
        needDate: request.needDate,
        ...(request.batchId === undefined ? {} : { batchId: request.batchId }),
      });
    }
    return { qty, shares, refusals };
  });
  return { held: decided, refusals: decided.flatMap((each) => each.refusals) };
}

/** Each material gives what is to be taken of it first expired first. */
const sharesOf = (allocation: LotAllocation): Map<string, Decimal> =>
  new Map(
    [...Map.groupBy(allocation.ok ? allocation.picks : [], (pick) => pick.materialId!)].map(([materialId, picks]) => [
      materialId,
      Decimal.sum(picks.map((pick) => pick.qty)),
    ]),
  );

const lotRoom = (lot: Lot | undefined, others: readonly LotReservation[], barred: boolean): Decimal =>
  lot === undefined || barred ? Decimal.zero : lot.qty.minus(heldOf(lot.batchId, others));
const heldOf = (batchId: string | undefined, others: readonly LotReservation[]): Decimal =>
  Decimal.sum(others.filter((other) => other.batchId === batchId).map((other) => other.qty));

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
  type LotWish,
} from './batch-allocation.rules.ts';
import '../stock.refusals.ts';

export interface ReserveWish {
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
  readonly material: LotWish['material'];
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
  decide: (wish: W) => T,
): T[] {
  const turn = wishes.map((wish, index) => ({ wish, index })).sort((a, b) => a.wish.goods.length - b.wish.goods.length);
  const decided: T[] = [];
  for (const { wish, index } of turn) decided[index] = decide(wish);
  return decided;
}

/**
 * How much of each wish can be held, in their order; the refusals name every line that gets less than it wants.
 * `onHand` has every material at its place, by `placeKey`.
 */
export function planReservations(
  wishes: readonly ReserveWish[],
  onHand: ReadonlyMap<string, Reservable>,
  today: string,
): { readonly held: readonly Held[]; readonly refusals: readonly Refusal[] } {
  const promised = new Map([...onHand].map(([key, there]) => [key, [...there.promised]]));
  const decided = inTurnOfGoods(wishes, (wish): Held & { readonly refusals: readonly Refusal[] } => {
    const refusals: Refusal[] = [];
    const keys = wish.goods.map((materialId) => placeKey(wish.locationId, materialId));
    const { material } = onHand.get(placeKey(wish.locationId, wish.materialId))!;
    const lots = keys.flatMap((key) => onHand.get(key)!.lots);
    const others = keys.flatMap((key) => promised.get(key)!);
    const asked = {
      material,
      qty: wish.qty,
      neededBy: wish.needDate,
      today,
      exit: wish.exit,
      ...(wish.line === undefined ? {} : { line: wish.line }),
    };
    const allocation = allocateLots(lots, others, asked);
    const free = allocation.ok ? wish.qty : allocation.available;
    const lot = wish.batchId === undefined ? undefined : lots.find((each) => each.batchId === wish.batchId);
    const ofLot =
      wish.batchId === undefined
        ? wish.qty
        : lotRoom(
            lot,
            others,
            allocation.barred.some((barred) => barred.batchId === wish.batchId),
          );
    const qty = Decimal.max(Decimal.zero, Decimal.min(wish.qty, free, ofLot));
    if (qty.isBelow(wish.qty)) {
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
              wanted: wish.qty,
              available: qty,
              short: wish.qty.minus(qty),
              onHand: lot?.qty ?? Decimal.zero,
              reserved: heldOf(wish.batchId, others),
            },
            wish.line === undefined ? {} : { line: wish.line },
          ),
        );
    }
    const shares =
      wish.goods.length === 1
        ? new Map([[wish.materialId, qty]])
        : sharesOf(allocateLots(lots, others, { ...asked, qty }));
    for (const [materialId, share] of shares) {
      promised.get(placeKey(wish.locationId, materialId))!.push({
        billCode: wish.billCode,
        materialId,
        qty: share,
        needDate: wish.needDate,
        ...(wish.batchId === undefined ? {} : { batchId: wish.batchId }),
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

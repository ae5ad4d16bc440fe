/**
 * What approved outgoing documents may hold (domain 5, store.md StockReservation, trade-rules 7).
 *
 * A document holds a quantity of a material at a place, or of one lot where a person named it. It holds only what is
 * usable for it and not promised to others; reserved never exceeds on hand.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { allocateLots, type Lot, type LotExit, type LotReservation, type LotWish } from './batch-allocation.rules.ts';
import './stock.refusals.ts';

export interface ReserveWish {
  readonly key: string;
  readonly qty: Decimal;
  readonly batchId?: string;
  readonly needDate: string;
  readonly exit: LotExit;
  readonly billCode: string;
  readonly line?: number;
}
export interface Reservable {
  readonly material: LotWish['material'];
  readonly lots: readonly Lot[];
  readonly promised: readonly LotReservation[];
}

/** How much of each wish can be held, in their order; the refusals name every line that gets less than it wants. */
export function planReservations(wishes: readonly ReserveWish[], onHand: ReadonlyMap<string, Reservable>, today: string): { readonly held: readonly Decimal[]; readonly refusals: readonly Refusal[] } {
  const refusals: Refusal[] = [];
  const promised = new Map([...onHand].map(([key, there]) => [key, [...there.promised]]));
  const held = wishes.map((wish) => {
    const there = onHand.get(wish.key)!;
    const others = promised.get(wish.key)!;
    const asked = { material: there.material, qty: wish.qty, neededBy: wish.needDate, today, exit: wish.exit, ...(wish.line === undefined ? {} : { line: wish.line }) };
    const allocation = allocateLots(there.lots, others, asked);
    const free = allocation.ok ? wish.qty : allocation.available;
    const lot = wish.batchId === undefined ? undefined : there.lots.find((each) => each.batchId === wish.batchId);
    const ofLot = wish.batchId === undefined ? wish.qty : lotRoom(lot, others, allocation.barred.some((barred) => barred.batchId === wish.batchId));
    const qty = Decimal.max(Decimal.zero, Decimal.min(wish.qty, free, ofLot));
    if (qty.isBelow(wish.qty)) {
      if (!allocation.ok) refusals.push(...allocation.refusals);
      else refusals.push(refuse('stock.lot-short', { location: '', material: there.material.name, unit: there.material.baseUnitName, batch: lot?.batchCode ?? '', wanted: wish.qty, available: qty, short: wish.qty.minus(qty), onHand: lot?.qty ?? Decimal.zero, reserved: heldOf(wish.batchId, others) }, wish.line === undefined ? {} : { line: wish.line }));
    }
    others.push({ billCode: wish.billCode, qty, needDate: wish.needDate, ...(wish.batchId === undefined ? {} : { batchId: wish.batchId }) });
    return qty;
  });
  return { held, refusals };
}

const lotRoom = (lot: Lot | undefined, others: readonly LotReservation[], barred: boolean): Decimal =>
  lot === undefined || barred ? Decimal.zero : lot.qty.minus(heldOf(lot.batchId, others));
const heldOf = (batchId: string | undefined, others: readonly LotReservation[]): Decimal => Decimal.sum(others.filter((other) => other.batchId === batchId).map((other) => other.qty));

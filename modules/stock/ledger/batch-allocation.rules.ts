/**
 * Which lot leaves: first expired, first out (trade-rules 7.1–7.3, 7.5).
 *
 * A lot may be taken while it is free, not spoken for, and good until the day it is needed plus the material's margin.
 * Lots leave by expiry date; then opened before unopened; then by receipt date; then the smaller remainder; then by id.
 * Expired and held lots, and those whose clock ran out, leave only by return or scrap. A shortage says what is there,
 * who holds it and what is barred.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { dayPlus, daysBetween } from '../../master-data/figures/calendar-day.rules.ts';
import '../stock.refusals.ts';

/** use: kitchen and picking; transfer: to another place; sale: to a client; return: to whom it came from; scrap. */
export type LotExit = 'use' | 'transfer' | 'sale' | 'return' | 'scrap';
type LotState = 'free' | 'hold' | 'provisional';

/** One lot at one place, quantities in base unit. */
export interface Lot {
  readonly batchId: string;
  /** Of which material, where several count as one: each keeps what was promised of itself. */
  readonly materialId?: string;
  readonly batchCode: string;
  readonly qty: Decimal;
  /** The last day it is good; null when the material has no shelf life. */
  readonly expiryDate: string | null;
  /** When it should have been used at the latest, if that has passed: it was opened, thawed, cooked or left over. */
  readonly ranOutAt?: string | null;
  readonly receivedDate: string;
  readonly opened: boolean;
  readonly lotState: LotState;
  readonly holdReason?: string;
}

/** What others have been promised from the same material at the same place. */
export interface LotReservation {
  /** The document, or several by ", ". */
  readonly billCode: string;
  readonly qty: Decimal;
  readonly needDate: string;
  /** Where a person named the lot; otherwise any lot good until the need date serves. */
  readonly batchId?: string;
  /** Of which material, where several count as one. */
  readonly materialId?: string;
}

export interface LotRequest {
  readonly material: {
    readonly id: string;
    readonly name: string;
    readonly baseUnitName: string;
    readonly useMarginDays: number;
  };
  readonly qty: Decimal;
  /** The meal date, or the day the receiver needs it. Not asked of returns and scrap. */
  readonly neededBy: string;
  readonly today: string;
  readonly exit: LotExit;
  /** 1-based line of the document. */
  readonly line?: number;
}

export interface LotPick {
  readonly batchId: string;
  /** Where several materials count as one: which. */
  readonly materialId?: string;
  readonly batchCode: string;
  readonly qty: Decimal;
  readonly expiryDate: string | null;
}
/** A lot that may not be taken, and why. */
export interface BarredLot {
  readonly batchId: string;
  readonly qty: Decimal;
  readonly reason: Refusal;
}
export type LotAllocation =
  | { readonly ok: true; readonly picks: readonly LotPick[]; readonly barred: readonly BarredLot[] }
  | {
      readonly ok: false;
      readonly refusals: readonly Refusal[];
      readonly available: Decimal;
      readonly barred: readonly BarredLot[];
    };

/**
 * Whether a lot may leave this way at all (trade-rules 7.3); a reason is asked for separately by `nearExpiryRefusal`.
 */
export function exitRefusal(lot: Lot, exit: LotExit, today: string): Refusal | undefined {
  if (exit === 'return' || exit === 'scrap') return undefined;
  if (lot.lotState !== 'free')
    return refuse('stock.lot-held', { batch: lot.batchCode, reason: lot.holdReason ?? lot.lotState });
  if (lot.expiryDate !== null && lot.expiryDate < today)
    return refuse('stock.lot-expired', { batch: lot.batchCode, expiryDate: lot.expiryDate });
  if (lot.ranOutAt != null) return refuse('stock.lot-ran-out', { batch: lot.batchCode, useBy: lot.ranOutAt });
  return undefined;
}

/** A free lot near its expiry goes back or to scrap only with a reason (store.md 3.2). */
export function nearExpiryRefusal(
  lot: Lot,
  exit: LotExit,
  today: string,
  nearExpiryDays: number,
  reason: string,
): Refusal | undefined {
  const disposed = exit === 'return' || exit === 'scrap';
  const near =
    lot.expiryDate !== null && lot.expiryDate >= today && daysBetween(today, lot.expiryDate) <= nearExpiryDays;
  if (!disposed || lot.lotState !== 'free' || lot.ranOutAt != null || !near || reason.trim() !== '') return undefined;
  return refuse('stock.lot-near-expiry', { batch: lot.batchCode, expiryDate: lot.expiryDate });
}

/**
 * Takes a quantity from the lots of one material, or of several that count as one, at one place. Quantities in base
 * unit; the picks add up to the wish. Refuses `stock.short`; the lots that were passed over are named either way.
 */
export function allocateLots(
  lots: readonly Lot[],
  reservations: readonly LotReservation[],
  request: LotRequest,
): LotAllocation {
  const disposed = request.exit === 'return' || request.exit === 'scrap';
  const goodUntil = (needDate: string) => dayPlus(needDate, request.material.useMarginDays);
  const wantedUntil = disposed ? '' : goodUntil(request.neededBy);
  const reasons = new Map(lots.map((lot) => [lot, exitRefusal(lot, request.exit, request.today) ?? tooEarly(lot)]));
  function tooEarly(lot: Lot): Refusal | undefined {
    return disposed || lasts(lot, wantedUntil)
      ? undefined
      : refuse('stock.lot-expires-too-early', { batch: lot.batchCode, expiryDate: lot.expiryDate, wantedUntil });
  }

  const candidates = lots.filter((lot) => reasons.get(lot) === undefined).toSorted(firstExpiredFirst);
  const named = (lot: Lot) => total(reservations.filter((reservation) => reservation.batchId === lot.batchId));
  const free = new Map(lots.map((lot) => [lot, Decimal.max(Decimal.zero, lot.qty.minus(named(lot)))]));
  const freeOf = (some: readonly Lot[]) => Decimal.sum(some.map((lot) => free.get(lot) ?? Decimal.zero));

  // A promise without a lot may be served by any lot good for it. Whoever takes the earliest lots harms nobody as long
  // as, for every day, the lots good until then cover all that is promised for that day and later.
  // What is promised of a material is served by its own lots, also where several count as one.
  function roomOf(materialId: string | undefined): Decimal {
    const ofIt = (each: { readonly materialId?: string }): boolean => each.materialId === materialId;
    const anyLot = reservations.filter((reservation) => ofIt(reservation) && reservation.batchId === undefined);
    const issuable = lots.filter(
      (lot) => ofIt(lot) && (disposed || exitRefusal(lot, 'use', request.today) === undefined),
    );
    const days = disposed
      ? [request.today]
      : [
          ...new Set([
            request.neededBy,
            ...anyLot.map((reservation) => reservation.needDate).filter((day) => day < request.neededBy),
          ]),
        ];
    const headrooms = days.map((day) => {
      const until = goodUntil(day);
      return freeOf(issuable.filter((lot) => disposed || lasts(lot, until))).minus(
        total(anyLot.filter((reservation) => disposed || reservation.needDate >= day)),
      );
    });
    return Decimal.max(Decimal.zero, Decimal.min(freeOf(candidates.filter(ofIt)), ...headrooms));
  }
  const rooms = new Map(
    [...new Set(lots.map((lot) => lot.materialId))].map((materialId) => [materialId, roomOf(materialId)]),
  );
  const available = Decimal.sum([...rooms.values()]);

  const barred = lots.flatMap((lot) => {
    const reason = reasons.get(lot);
    return reason === undefined || lot.qty.isZero() ? [] : [{ batchId: lot.batchId, qty: lot.qty, reason }];
  });
  if (request.qty.isAbove(available))
    return { ok: false, refusals: [short(lots, reservations, barred, request, available)], available, barred };

  const picks: LotPick[] = [];
  let open = request.qty;
  for (const lot of candidates) {
    const room = rooms.get(lot.materialId)!;
    const qty = Decimal.min(open, free.get(lot) ?? Decimal.zero, room);
    if (!qty.isPositive()) continue;
    rooms.set(lot.materialId, room.minus(qty));
    picks.push({
      batchId: lot.batchId,
      ...(lot.materialId === undefined ? {} : { materialId: lot.materialId }),
      batchCode: lot.batchCode,
      qty,
      expiryDate: lot.expiryDate,
    });
    open = open.minus(qty);
  }
  return { ok: true, picks, barred };
}

/**
 * The same of one lot that a person named: as much of it as others who named it left, if it may leave this way at all
 * and lives until it is needed.
 */
export function allocateNamed(
  lots: readonly Lot[],
  reservations: readonly LotReservation[],
  request: LotRequest,
  batchId: string,
): LotAllocation {
  const only = lots.filter((lot) => lot.batchId === batchId);
  const ofIt = reservations.filter((reservation) => reservation.batchId === batchId);
  return allocateLots(only, ofIt, request);
}

/** The order in which lots leave (trade-rules 7.2). A lot without expiry goes after all that have one. */
export function firstExpiredFirst(a: Lot, b: Lot): number {
  return (
    text(a.expiryDate ?? '9999-12-31', b.expiryDate ?? '9999-12-31') ||
    Number(b.opened) - Number(a.opened) ||
    text(a.receivedDate, b.receivedDate) ||
    a.qty.compare(b.qty) ||
    a.batchId.length - b.batchId.length ||
    text(a.batchId, b.batchId)
  );
}

/** Another choice of lots than proposed needs a reason. Quantities per lot are compared, not the order of the rows. */
export function overrideRefusal(
  material: string,
  proposed: readonly LotPick[],
  chosen: readonly LotPick[],
  reason: string,
): Refusal | undefined {
  const taken = (picks: readonly LotPick[], batchId: string) =>
    Decimal.sum(picks.filter((pick) => pick.batchId === batchId).map((pick) => pick.qty));
  const same = [...proposed, ...chosen].every(({ batchId }) => taken(proposed, batchId).equals(taken(chosen, batchId)));
  if (same || reason.trim() !== '') return undefined;
  return refuse('stock.not-first-expired', {
    material,
    proposed: proposed.map((pick) => `${pick.batchCode} × ${pick.qty}`).join(', '),
  });
}

function short(
  lots: readonly Lot[],
  reservations: readonly LotReservation[],
  barred: readonly BarredLot[],
  request: LotRequest,
  available: Decimal,
): Refusal {
  const holders = new Set(reservations.flatMap((reservation) => reservation.billCode.split(', ')).toSorted());
  const reserved = total(reservations);
  return refuse(
    'stock.short',
    {
      materialId: request.material.id,
      material: request.material.name,
      unit: request.material.baseUnitName,
      wanted: request.qty,
      available,
      onHand: Decimal.sum(lots.map((lot) => lot.qty)),
      reserved: holders.size === 0 ? reserved : `${reserved}: ${[...holders].join(', ')}`,
      barred: Decimal.sum(barred.map((lot) => lot.qty)),
    },
    request.line === undefined ? {} : { line: request.line },
  );
}

const total = (reservations: readonly LotReservation[]): Decimal =>
  Decimal.sum(reservations.map((reservation) => reservation.qty));
const lasts = (lot: Lot, day: string): boolean => lot.expiryDate === null || lot.expiryDate >= day;
const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

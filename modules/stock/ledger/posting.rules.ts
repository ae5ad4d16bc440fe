/**
 * What a document does to balances (domain 5, store.md 2, 3.1–3.3): postings and what lies there → moves and new
 * balances, or everything that is missing.
 *
 * "A → B" writes two moves of the same amount. Value comes in with its amount; it leaves at the cost of its lot, and
 * the last of a lot takes the rest. On hand never falls below zero, nor below what others have reserved, at place and
 * lot alike.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Refusal } from '../../../kernel/core/refusal.ts';
import type { Lot, LotExit } from './batch-allocation.rules.ts';
import {
  adjustAverage,
  issueAtAverage,
  issueFromLot,
  receive,
  returnAtOriginalCost,
  takeBackFromAverage,
  UNIT_COST_PLACES,
  type AverageIssued,
  type Worth,
} from './cost.rules.ts';
import type { Kept } from '../warehouses/kept-kinds.rules.ts';
import { barredMove } from './barred-moves.rules.ts';
import { setsLastCost, type PostedReason } from './move-reason.rules.ts';

/** One line of a document as the ledger sees it, in base unit. `from`, `to`, or both. */
export interface Flow {
  /** The document: what it takes of a material at a place, lot after lot, is rounded once in the average. */
  readonly bill: string;
  readonly reason: PostedReason;
  readonly materialId: string;
  readonly batchId: string;
  /** The lot it becomes where it goes to: goods that are opened or thawed. */
  readonly intoBatchId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly qty: Decimal;
  readonly auxQty: Decimal;
  /** Value that comes in, or that a reversal takes back; otherwise the lot's cost decides. */
  readonly amount?: Decimal;
  /** Of a reversal: what the move it takes back brought into the average of `from`, and took from that of `to`. */
  readonly averages?: { readonly from?: Decimal; readonly to?: Decimal };
  /** What a base unit costs after a correction of value. */
  readonly unitCost?: Decimal;
  /** Goods going back to the supplier leave at the cost they came in at; the difference is booked beside. */
  readonly originUnitCost?: Decimal;
  /** Which way the lot leaves, where the reason alone does not say it (scrap among other issues). */
  readonly exit?: LotExit;
  readonly line?: number;
}

/** A lot at one place. */
export interface LotBalance {
  worth: Worth;
  auxQty: Decimal;
  readonly reserved: Decimal;
  readonly lot: Pick<Lot, 'batchId' | 'batchCode' | 'expiryDate' | 'lotState' | 'holdReason'>;
}
/** A material at one place. */
export interface PlaceBalance {
  readonly locationId: string;
  readonly materialId: string;
  readonly baseUnitId: string;
  qty: Decimal;
  auxQty: Decimal;
  amount: Decimal;
  /** Moving average beside the lots' cost. */
  average: Worth;
  lastCost: Decimal;
  /** When goods moved here last, `yyyy-MM-dd HH:mm:ss`; empty: never. */
  readonly lastMoved: string;
  /** What a document has taken at the average as it stands. */
  taking?: { readonly bill: string; readonly qty: Decimal };
  readonly reserved: Decimal;
  /** Of a store of a factory: what it is for, and the nature of the material. */
  readonly kept?: Kept | undefined;
  readonly lots: Map<string, LotBalance>;
}

/** A move about to be written; `flow` is its place in the list of flows. */
export interface PlannedMove {
  readonly flow: number;
  readonly reason: PostedReason;
  readonly locationId: string;
  readonly counterLocationId: string | null;
  readonly qty: Decimal;
  readonly auxQty: Decimal;
  readonly unitCost: Decimal;
  readonly amount: Decimal;
  readonly average: {
    readonly unitCost: Decimal;
    readonly amount: Decimal;
    readonly left: Worth;
    readonly residue: Decimal;
    readonly takenBefore: Decimal;
  };
}
/**
 * What is missing at a place: of a lot when `batchId` is set. `there` is what may be taken, reservations of others
 * kept.
 */
export interface Shortage {
  readonly locationId: string;
  readonly materialId: string;
  readonly batchId: string | null;
  /** Pieces of a lot of catch weight, and not its base quantity. */
  readonly inPieces?: boolean;
  readonly wanted: Decimal;
  readonly there: Decimal;
  readonly onHand: Decimal;
  readonly reserved: Decimal;
  readonly line: number | undefined;
}
type PlannedMoves =
  | { readonly ok: true; readonly moves: readonly PlannedMove[] }
  | { readonly ok: false; readonly shortages: readonly Shortage[]; readonly refusals: readonly Refusal[] };

/** Key of a material at a location. */
export const placeKey = (locationId: string, materialId: string): string => `${locationId}/${materialId}`;

/**
 * Carries the flows out in their order on `places` (which are changed) and answers the moves.
 * With anything missing nothing is to be written: every shortage and every lot that may not leave is named at once.
 */
export function planMoves(
  flows: readonly Flow[],
  places: ReadonlyMap<string, PlaceBalance>,
  today: string,
): PlannedMoves {
  const moves: PlannedMove[] = [];
  const refusals: Refusal[] = [];
  const missing = missingOf(flows, places);
  for (const [index, flow] of flows.entries()) {
    const barred = barredMove(flow, (at) => places.get(placeKey(at, flow.materialId))!, today);
    if (barred) refusals.push(barred);
    if (missing.length === 0 && refusals.length === 0) moves.push(...carryOut(flow, index, places));
  }
  return missing.length > 0 || refusals.length > 0 ? { ok: false, shortages: missing, refusals } : { ok: true, moves };
}

/** The lot goods lie in where they go to. */
const lotAt = ({ batchId, intoBatchId }: Pick<Flow, 'batchId' | 'intoBatchId'>): string => intoBatchId ?? batchId;

/** Which lots and materials cannot give what all flows together take, in the order of the lines. */
function missingOf(flows: readonly Flow[], places: ReadonlyMap<string, PlaceBalance>): Shortage[] {
  const shortages: Shortage[] = [];
  const lowest = new Map<
    string,
    { left: Decimal; wanted: Decimal; line: number | undefined; place: PlaceBalance; batchId: string | null }
  >();
  const change = (
    place: PlaceBalance,
    batchId: string | null,
    held: Decimal,
    by: Decimal,
    line: number | undefined,
  ): void => {
    const key = `${placeKey(place.locationId, place.materialId)}/${batchId ?? ''}`;
    const at = lowest.get(key) ?? { left: held, wanted: Decimal.zero, line, place, batchId };
    at.left = at.left.plus(by);
    if (by.isNegative()) at.wanted = at.wanted.minus(by);
    lowest.set(key, at);
  };
  for (const flow of flows) {
    for (const [locationId, sign] of [
      [flow.from, -1],
      [flow.to, 1],
    ] as const) {
      if (locationId === undefined) continue;
      const place = places.get(placeKey(locationId, flow.materialId))!;
      const by = sign < 0 ? flow.qty.negated() : flow.qty;
      change(place, null, place.qty, by, flow.line);
      const batchId = sign < 0 ? flow.batchId : lotAt(flow);
      change(place, batchId, place.lots.get(batchId)!.worth.qty, by, flow.line);
    }
  }
  for (const rest of weightLeftBehind(flows, places)) {
    change(rest.place, null, rest.place.qty, rest.qty.negated(), rest.line);
    change(rest.place, rest.batchId, rest.place.lots.get(rest.batchId)!.worth.qty, rest.qty.negated(), rest.line);
  }
  const short = new Set<string>();
  // Lots first: a lot that is short says more than its material does.
  for (const { left, wanted, line, place, batchId } of [...lowest.values()].toSorted(
    (a, b) => Number(a.batchId === null) - Number(b.batchId === null),
  )) {
    const lot = batchId === null ? undefined : place.lots.get(batchId)!;
    const reserved = lot?.reserved ?? place.reserved;
    if (!wanted.isPositive() || left.isAtLeast(reserved)) continue;
    const key = placeKey(place.locationId, place.materialId);
    if (batchId === null && short.has(key)) continue;
    short.add(key);
    const onHand = lot?.worth.qty ?? place.qty;
    shortages.push({
      locationId: place.locationId,
      materialId: place.materialId,
      batchId,
      wanted,
      there: Decimal.max(Decimal.zero, onHand.minus(reserved)),
      onHand,
      reserved,
      line,
    });
  }
  return shortages.length > 0 ? shortages : missingPieces(flows, places);
}

interface Departures {
  readonly place: PlaceBalance;
  readonly batchId: string;
  readonly qty: Decimal;
  readonly pieces: Decimal;
  readonly line: number | undefined;
}
/**
 * What leaves each lot of catch weight in all, in both its measures. Goods that go with the whole of their lot go with
 * all its pieces.
 */
function departuresOf(flows: readonly Flow[], places: ReadonlyMap<string, PlaceBalance>): Departures[] {
  const leaving = flows.filter((flow) => flow.from !== undefined && !flow.reason.startsWith('count.'));
  return [
    ...Map.groupBy(leaving, (flow) => `${placeKey(flow.from!, flow.materialId)}/${flow.batchId}`).values(),
  ].flatMap((own): Departures[] => {
    const { from, materialId, batchId, line } = own[0]!;
    const place = places.get(placeKey(from!, materialId))!;
    const pieces = Decimal.sum(own.map((flow) => flow.auxQty));
    return pieces.isPositive() ? [{ place, batchId, qty: Decimal.sum(own.map((flow) => flow.qty)), pieces, line }] : [];
  });
}
function missingPieces(flows: readonly Flow[], places: ReadonlyMap<string, PlaceBalance>): Shortage[] {
  return departuresOf(flows, places).flatMap(({ place, batchId, qty, pieces, line }): Shortage[] => {
    const lot = place.lots.get(batchId)!;
    if (qty.equals(lot.worth.qty) || pieces.isAtMost(lot.auxQty)) return [];
    return [
      {
        locationId: place.locationId,
        materialId: place.materialId,
        batchId,
        inPieces: true,
        wanted: pieces,
        there: lot.auxQty,
        onHand: lot.auxQty,
        reserved: Decimal.zero,
        line,
      },
    ];
  });
}
/** What the scale leaves of lots whose last piece goes: no pieces means no weight (store.md weight.residue). */
const weightLeftBehind = (flows: readonly Flow[], places: ReadonlyMap<string, PlaceBalance>): Departures[] =>
  departuresOf(
    flows.filter((flow) => !flow.reason.startsWith('reverse.')),
    places,
  ).flatMap((departure) => {
    const lot = departure.place.lots.get(departure.batchId)!;
    const rest = lot.worth.qty.minus(departure.qty);
    return departure.pieces.equals(lot.auxQty) && rest.isPositive() ? [{ ...departure, qty: rest }] : [];
  });

function carryOut(flow: Flow, index: number, places: ReadonlyMap<string, PlaceBalance>): PlannedMove[] {
  const moves: PlannedMove[] = [];
  let amount = flow.amount ?? Decimal.zero;
  let averageIn = amount;
  let { auxQty } = flow;
  if (flow.from !== undefined) {
    const out = takeOut(flow, places.get(placeKey(flow.from, flow.materialId))!, index);
    moves.push(...out.moves);
    amount = out.amount;
    averageIn = out.averageAmount;
    auxQty = out.auxQty;
  }
  averageIn = flow.averages?.to ?? averageIn;
  if (flow.to !== undefined)
    moves.push(bringIn({ ...flow, auxQty }, places.get(placeKey(flow.to, flow.materialId))!, index, amount, averageIn));
  return moves;
}

function takeOut(
  flow: Flow,
  place: PlaceBalance,
  index: number,
): { moves: PlannedMove[]; amount: Decimal; auxQty: Decimal; averageAmount: Decimal } {
  const lot = place.lots.get(flow.batchId)!;
  const auxQty = flow.qty.isPositive() && flow.qty.equals(lot.worth.qty) ? lot.auxQty : flow.auxQty;
  const issued = issueFromLot(lot.worth, flow.qty);
  // A reversal takes back exactly what it brought, as far as the lot still carries it; the last of a lot takes the
  // rest.
  const carried =
    flow.amount !== undefined && !issued.left.qty.isZero() ? Decimal.min(flow.amount, lot.worth.amount) : issued.amount;
  const returned =
    flow.originUnitCost === undefined ? null : returnAtOriginalCost(lot.worth, flow.qty, flow.originUnitCost);
  lot.worth = { ...issued.left, amount: lot.worth.amount.minus(carried) };
  const takenBefore = place.taking?.bill === flow.bill ? place.taking.qty : Decimal.zero;
  const average = averageOut(flow, place.average, takenBefore);
  place.average = average.left;
  if (flow.averages === undefined) place.taking = { bill: flow.bill, qty: takenBefore.plus(flow.qty) };
  place.qty = place.qty.minus(flow.qty);
  place.amount = place.amount.minus(carried);
  lot.auxQty = lot.auxQty.minus(auxQty);
  place.auxQty = place.auxQty.minus(auxQty);
  const move: PlannedMove = {
    flow: index,
    reason: flow.reason,
    locationId: place.locationId,
    counterLocationId: flow.to ?? null,
    qty: flow.qty.negated(),
    auxQty: auxQty.negated(),
    unitCost: flow.originUnitCost ?? lot.worth.unitCost.rounded(UNIT_COST_PLACES),
    amount: (returned?.amount ?? carried).negated(),
    average: {
      unitCost: average.left.unitCost,
      amount: average.amount.negated(),
      left: place.average,
      residue: average.residue,
      takenBefore: flow.averages === undefined ? takenBefore : Decimal.zero,
    },
  };
  const moves = [move];
  if (returned && !returned.residue.isZero()) {
    moves.push({
      ...move,
      reason: 'cost.residue',
      qty: Decimal.zero,
      auxQty: Decimal.zero,
      unitCost: Decimal.zero,
      amount: returned.residue,
      average: { ...move.average, amount: Decimal.zero, residue: Decimal.zero, takenBefore: Decimal.zero },
    });
  }
  const isLastPiece =
    auxQty.isPositive() &&
    lot.auxQty.isZero() &&
    lot.worth.qty.isPositive() &&
    !flow.reason.startsWith('reverse.') &&
    !flow.reason.startsWith('count.');
  if (isLastPiece)
    moves.push(
      ...takeOut(
        {
          bill: flow.bill,
          reason: 'weight.residue',
          materialId: flow.materialId,
          batchId: flow.batchId,
          qty: lot.worth.qty,
          auxQty: Decimal.zero,
        },
        place,
        index,
      ).moves,
    );
  return { moves, amount: carried, auxQty, averageAmount: average.amount };
}

const averageOut = (flow: Flow, held: Worth, takenBefore: Decimal): AverageIssued =>
  flow.averages?.from === undefined
    ? issueAtAverage(held, flow.qty, takenBefore)
    : takeBackFromAverage(held, flow.qty, flow.averages.from);

function bringIn(flow: Flow, place: PlaceBalance, index: number, amount: Decimal, averageAmount: Decimal): PlannedMove {
  const lot = place.lots.get(lotAt(flow))!;
  lot.worth = receive(lot.worth, flow.qty, amount);
  // A correction of value alone (quantity zero) changes the average of what lies there, if anything does.
  const average = flow.qty.isZero()
    ? adjustAverage(place.average, averageAmount)
    : { left: receive(place.average, flow.qty, averageAmount), residue: Decimal.zero };
  const unitCost = flow.qty.isZero()
    ? (flow.unitCost ?? Decimal.zero)
    : amount.dividedBy(flow.qty).rounded(UNIT_COST_PLACES);
  place.average = average.left;
  delete place.taking;
  place.qty = place.qty.plus(flow.qty);
  place.amount = place.amount.plus(amount);
  if (flow.qty.isPositive() && unitCost.isPositive() && setsLastCost(flow.reason)) place.lastCost = unitCost;
  lot.auxQty = lot.auxQty.plus(flow.auxQty);
  place.auxQty = place.auxQty.plus(flow.auxQty);
  return {
    flow: index,
    reason: flow.reason,
    locationId: place.locationId,
    counterLocationId: flow.from ?? null,
    qty: flow.qty,
    auxQty: flow.auxQty,
    unitCost,
    amount,
    average: {
      unitCost: place.average.unitCost,
      amount: averageAmount,
      left: place.average,
      residue: average.residue,
      takenBefore: Decimal.zero,
    },
  };
}

/**
 * The only writer of moves and balances. Callers say what moved and why; what it costs and whether it may is decided
 * here.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { LotExit } from './batch-allocation.rules.ts';
import { refuseLateOverdraw, repeatHeld } from './late-posting.server.ts';
import { lockStock } from './locks.server.ts';
import type { PostedReason } from './move-reason.rules.ts';
import { findLastCosts, repeatAverages } from './moving-average.server.ts';
import { placeKey, planMoves, type Flow, type PlaceBalance, type PlannedMove } from './posting.rules.ts';
import { refuseShortages } from './shortage.server.ts';

/** The document a move belongs to. */
export interface Bill {
  /** Segment of the document, as in its address: `pick`, `invoutstore`, `invinstore` … */
  readonly type: string;
  readonly id: Id;
  readonly code: string;
}

/**
 * One line as it moves: `from` a place, `to` a place, or both ("A → B" writes two moves of the same amount).
 * Quantities are positive and in base unit.
 */
export interface Posting {
  readonly bill: Bill;
  /** With reason, place and lot unique in the bill: posting a line again is refused. */
  readonly lineId: Id;
  readonly reason: PostedReason;
  readonly materialId: Id;
  readonly batchId: Id;
  /** The lot it becomes where it goes to: goods that are opened or thawed. */
  readonly intoBatchId?: Id;
  readonly from?: Id;
  readonly to?: Id;
  readonly qty: DecimalText;
  readonly auxQty?: DecimalText;
  /** Value that comes in from outside, or that a reversal takes back. What leaves costs what its lot costs. */
  readonly amount?: DecimalText;
  /**
   * Of a correction of value: what a base unit of the lot costs from now on, which is the last cost where it came in
   * last.
   */
  readonly unitCost?: DecimalText;
  /** For goods going back to their supplier: the cost they came in at. */
  readonly originUnitCost?: DecimalText;
  /** Default by reason. */
  readonly exit?: LotExit;
  readonly reasonDetail?: string;
  readonly counterParty?: { readonly kind: string; readonly id: Id; readonly name: string };
  readonly settlementPrice?: DecimalText;
  readonly settlementAmount?: DecimalText;
  readonly reversesMoveIds?: { readonly from?: Id; readonly to?: Id };
  /** Of a reversal: what these moves brought into the moving average of `from`, and took from that of `to`. */
  readonly averages?: { readonly from?: DecimalText; readonly to?: DecimalText };
  /** `yyyy-MM-dd HH:mm:ss`; default now. */
  readonly businessTime?: string;
  /** 1-based line of the document, for the sentence when it is short. */
  readonly line?: number;
}

export interface PostedMove {
  readonly id: Id;
  readonly lineId: Id;
  readonly reason: string;
  readonly locationId: Id;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly qty: DecimalText;
  readonly unitCost: DecimalText;
  readonly amount: DecimalText;
  /** The move it takes back. */
  readonly reversesMoveId: Id | null;
}

/** For those who are waited for: what they can save this transaction's way to the database and back. */
export interface PreloadedBalances {
  /** What lies there (`readStock`), read since its rows are held and the reservations of the lines are released. */
  readonly places: Map<string, PlaceBalance>;
  /** What else is written; it goes with the moves and finds them written. */
  readonly beside?: () => Promise<unknown>;
}

/**
 * Posts the lines of one or several documents: all or nothing, a handful of statements however many lines.
 * Throws `Refused` with every shortage and every lot that may not leave. Reservations the lines were made for are
 * released by the caller before, in the same transaction.
 */
export async function post(
  context: Context,
  postings: readonly Posting[],
  preloaded?: PreloadedBalances,
): Promise<PostedMove[]> {
  if (postings.length === 0) return [];
  const keys = postings.flatMap(keysOf);
  const isKnown = keys.every((key) =>
    preloaded?.places.get(placeKey(key.locationId, key.materialId))?.lots.has(key.batchId),
  );
  const places = preloaded !== undefined && isKnown ? preloaded.places : await lockStock(context, keys);
  const settlement = planMoves(postings.map(flowOf), places, context.today);
  const postedAt = postings.map((posting) => timeOf(context, posting, places));
  if (!settlement.ok) {
    await refuseShortages(context, settlement.shortages, settlement.refusals);
    throw new Refused(...settlement.refusals);
  }
  const [written] = await Promise.all([
    writeMoves(context, postings, places, settlement.moves, postedAt),
    writePlaces(context, postings, places, settlement.moves, postedAt),
    writeLots(context, places),
    preloaded?.beside?.(),
  ]);
  const late = postings.filter((posting) => isLate(context, posting));
  if (late.length > 0) await refuseLateOverdraw(context, late);
  const back = postings.filter((posting) => posting.reversesMoveIds !== undefined);
  const corrected = postings.filter((posting) => posting.unitCost !== undefined);
  if (late.length > 0) await repeatHeld(context, late);
  if (late.length > 0 || back.length > 0)
    await repeatAverages(context, late, back.length === 0 ? [] : written.map((move) => move.id));
  if (late.length > 0 || back.length > 0 || corrected.length > 0)
    await findLastCosts(context, [...late, ...back, ...corrected]);
  return written;
}

const isLate = (context: Context, { businessTime }: Posting): boolean =>
  businessTime !== undefined && businessTime < context.now;

/**
 * Now; who waited for goods while others, who came after him, moved them, comes after those. So moves stand in the
 * order they were posted in, but for late ones.
 */
const timeOf = (context: Context, posting: Posting, places: ReadonlyMap<string, PlaceBalance>): string =>
  keysOf(posting)
    .map((key) => places.get(placeKey(key.locationId, key.materialId))!.lastMoved)
    .reduce((latest, moved) => (moved > latest ? moved : latest), context.now);

const keysOf = ({
  from,
  to,
  materialId,
  batchId,
  intoBatchId = batchId,
}: Posting): { locationId: Id; materialId: Id; batchId: Id }[] => [
  ...(from === undefined ? [] : [{ locationId: from, materialId, batchId }]),
  ...(to === undefined ? [] : [{ locationId: to, materialId, batchId: intoBatchId }]),
];

const flowOf = (posting: Posting): Flow => ({
  bill: `${posting.bill.type}/${posting.bill.id}`,
  reason: posting.reason,
  materialId: posting.materialId,
  batchId: posting.batchId,
  qty: Decimal.of(posting.qty),
  auxQty: Decimal.of(posting.auxQty ?? '0'),
  ...(posting.intoBatchId === undefined ? {} : { intoBatchId: posting.intoBatchId }),
  ...(posting.from === undefined ? {} : { from: posting.from }),
  ...(posting.to === undefined ? {} : { to: posting.to }),
  ...(posting.amount === undefined ? {} : { amount: Decimal.of(posting.amount) }),
  ...(posting.averages === undefined
    ? {}
    : {
        averages: {
          ...(posting.averages.from === undefined ? {} : { from: Decimal.of(posting.averages.from) }),
          ...(posting.averages.to === undefined ? {} : { to: Decimal.of(posting.averages.to) }),
        },
      }),
  ...(posting.unitCost === undefined ? {} : { unitCost: Decimal.of(posting.unitCost) }),
  ...(posting.originUnitCost === undefined ? {} : { originUnitCost: Decimal.of(posting.originUnitCost) }),
  ...(posting.exit === undefined ? {} : { exit: posting.exit }),
  ...(posting.line === undefined ? {} : { line: posting.line }),
});

interface Held {
  readonly qty: Decimal;
  readonly auxQty: Decimal;
  readonly amount: Decimal;
}

/** What lies at its place after each move, the last of a place leaving what `places` says. */
function heldAfter(
  postings: readonly Posting[],
  places: ReadonlyMap<string, PlaceBalance>,
  moves: readonly PlannedMove[],
): Held[] {
  const after = new Map<string, Held>();
  return moves
    .toReversed()
    .map((move) => {
      const key = placeKey(move.locationId, postings[move.flow]!.materialId);
      const held = after.get(key) ?? places.get(key)!;
      after.set(key, {
        qty: held.qty.minus(move.qty),
        auxQty: held.auxQty.minus(move.auxQty),
        amount: held.amount.minus(move.amount),
      });
      return { qty: held.qty, auxQty: held.auxQty, amount: held.amount };
    })
    .toReversed();
}

/** Most moves have no pieces, no residue: a bill of thousands is a third shorter on its way without their zeros. */
const unlessZero = (figure: Decimal): Decimal | undefined => (figure.isZero() ? undefined : figure);

/** Moves and their place in the moving average, in the order they happened. */
async function writeMoves(
  context: Context,
  postings: readonly Posting[],
  places: ReadonlyMap<string, PlaceBalance>,
  moves: readonly PlannedMove[],
  postedAt: readonly string[],
): Promise<PostedMove[]> {
  const held = heldAfter(postings, places, moves);
  const rows = moves.map((move, index) => {
    const {
      bill,
      lineId,
      materialId,
      batchId,
      intoBatchId = batchId,
      reasonDetail,
      counterParty,
      settlementPrice,
      settlementAmount,
      reversesMoveIds,
    } = postings[move.flow]!;
    const incoming = move.qty.isPositive();
    return {
      nr: index,
      location: move.locationId,
      material: materialId,
      unit: places.get(placeKey(move.locationId, materialId))!.baseUnitId,
      batch: incoming ? intoBatchId : batchId,
      qty: move.qty,
      aux: unlessZero(move.auxQty),
      cost: move.unitCost,
      amount: move.amount,
      reason: move.reason,
      detail: reasonDetail,
      counter: move.counterLocationId ?? undefined,
      party: counterParty,
      bill_type: bill.type,
      bill_id: bill.id,
      bill_code: bill.code,
      line: lineId,
      business: isLate(context, postings[move.flow]!) ? postings[move.flow]!.businessTime : undefined,
      posted: postedAt[move.flow],
      price: incoming ? settlementPrice : undefined,
      settled: incoming ? settlementAmount : undefined,
      reverses: incoming ? reversesMoveIds?.to : reversesMoveIds?.from,
      average: move.average.unitCost,
      average_amount: move.average.amount,
      running: move.average.left.qty,
      running_value: move.average.left.amount,
      residue: unlessZero(move.average.residue),
      taken_before: unlessZero(move.average.takenBefore),
      held: held[index]!.qty,
      held_aux: unlessZero(held[index]!.auxQty),
      held_amount: held[index]!.amount,
    };
  });
  return context.tx.rows<PostedMove>(sql`
    with given as (
      select g.*, new_id() as id from json_to_recordset(${JSON.stringify(rows)}::json) as g(
        nr integer, location bigint, material bigint, unit bigint, batch bigint, qty numeric, aux numeric,
        cost numeric, amount numeric, reason text, detail text, counter bigint, party jsonb,
        bill_type text, bill_id bigint, bill_code text, line bigint, business timestamptz, posted timestamptz,
        price numeric, settled numeric, reverses bigint,
        average numeric, average_amount numeric, running numeric, running_value numeric, residue numeric,
        taken_before numeric, held numeric, held_aux numeric, held_amount numeric)
      order by g.nr),
    moved as (
      insert into stock_move (id, location_id, material_id, batch_id, qty, aux_qty, base_unit_id, unit_cost, amount,
        reason, reason_detail, counter_location_id, counter_party,
        bill_type, bill_id, bill_code, line_id, business_time, posted_time, operator_id, settlement_price,
        settlement_amount, reverses_move_id)
      select g.id, g.location, g.material, g.batch, g.qty, coalesce(g.aux, 0), g.unit, g.cost, g.amount, g.reason,
        g.detail, g.counter, g.party,
        g.bill_type, g.bill_id, g.bill_code, g.line, coalesce(g.business, g.posted), g.posted,
        ${context.user.userId}::bigint, g.price, g.settled, g.reverses
      from given g order by g.nr returning id),
    valued as (
      insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, residue,
        taken_before, held_qty, held_aux_qty, held_amount)
      select g.id, g.average, g.average_amount, g.running, g.running_value, coalesce(g.residue, 0),
        coalesce(g.taken_before, 0), g.held, coalesce(g.held_aux, 0), g.held_amount from given g)
    select g.id, g.line as line_id, g.reason, g.location as location_id, g.material as material_id,
      g.batch as batch_id, g.qty, g.cost as unit_cost, g.amount, g.reverses as reverses_move_id
    from given g join moved using (id) order by g.nr`);
}

/** Materials at their places as the moves left them; the rows are locked, and the checks of the table stand behind. */
function writePlaces(
  context: Context,
  postings: readonly Posting[],
  places: ReadonlyMap<string, PlaceBalance>,
  moves: readonly PlannedMove[],
  postedAt: readonly string[],
): Promise<unknown> {
  const keysWhere = (happened: (move: PlannedMove) => boolean): Set<string> =>
    new Set(moves.filter(happened).map((move) => placeKey(move.locationId, postings[move.flow]!.materialId)));
  const incoming = keysWhere((move) => move.qty.isPositive());
  const went = keysWhere((move) => move.qty.isNegative());
  const counted = keysWhere((move) => move.reason.startsWith('count.'));
  const lastMoved = new Map<string, string>();
  for (const move of moves) {
    const key = placeKey(move.locationId, postings[move.flow]!.materialId);
    if (postedAt[move.flow]! > (lastMoved.get(key) ?? '')) lastMoved.set(key, postedAt[move.flow]!);
  }
  const stocks = [...places].map(([key, place]) => ({
    location: place.locationId,
    material: place.materialId,
    qty: place.qty,
    aux: place.auxQty,
    amount: place.amount,
    average: place.average.unitCost,
    average_amount: place.average.amount,
    last: place.lastCost,
    moved: lastMoved.get(key),
    came: incoming.has(key),
    went: went.has(key),
    counted: counted.has(key),
  }));
  return context.tx.run(sql`
    update stock s set qty = g.qty, aux_qty = g.aux, amount = g.amount, avg_cost = g.average,
      avg_amount = g.average_amount, last_cost = g.last, last_move_time = greatest(s.last_move_time, g.moved),
      last_in_time = case when g.came then ${context.now}::timestamptz else s.last_in_time end,
      last_out_time = case when g.went then ${context.now}::timestamptz else s.last_out_time end,
      last_check_time = case when g.counted then ${context.now}::timestamptz else s.last_check_time end
    from json_to_recordset(${JSON.stringify(stocks)}::json) as g(location bigint, material bigint, qty numeric,
      aux numeric, amount numeric, average numeric, average_amount numeric, last numeric, moved timestamptz,
      came boolean, went boolean, counted boolean)
    where s.location_id = g.location and s.material_id = g.material`);
}

/** And lot by lot. */
function writeLots(context: Context, places: ReadonlyMap<string, PlaceBalance>): Promise<unknown> {
  const lots = [...places.values()].flatMap((place) =>
    [...place.lots].map(([batch, lot]) => ({
      location: place.locationId,
      material: place.materialId,
      batch,
      qty: lot.worth.qty,
      aux: lot.auxQty,
      cost: lot.worth.unitCost,
      amount: lot.worth.amount,
    })),
  );
  return context.tx.run(sql`
    insert into stock_batch as b (location_id, material_id, batch_id, qty, aux_qty, unit_cost, amount, first_in_time,
      last_move_time)
    select g.location, g.material, g.batch, g.qty, g.aux, g.cost, g.amount, ${context.now}::timestamptz,
      ${context.now}::timestamptz
    from json_to_recordset(${JSON.stringify(lots)}::json) as g(location bigint, material bigint, batch bigint,
      qty numeric, aux numeric, cost numeric, amount numeric)
    on conflict (tenant_id, location_id, batch_id) do update
    set qty = excluded.qty, aux_qty = excluded.aux_qty, unit_cost = excluded.unit_cost, amount = excluded.amount,
      first_in_time = coalesce(b.first_in_time, excluded.first_in_time), last_move_time = excluded.last_move_time`);
}

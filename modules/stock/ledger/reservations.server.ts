/**
 * Holding stock for approved documents, and letting it go. Reserved is never more than on hand, at place and at lot.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import type { LotExit } from './batch-allocation.rules.ts';
import { piecesAt } from './catch-weight.server.ts';
import { holdStock, type StockKey } from './locks.server.ts';
import { lotsOnHand, sameGoods } from './lots-on-hand.server.ts';
import { placeKey } from './posting.rules.ts';
import type { Bill } from './posting.server.ts';
import { planReservations, type Held, type ReserveRequest } from './reservation.rules.ts';

/** What a line of an approved document holds, in base unit. */
interface Hold {
  readonly bill: Bill;
  readonly lineId: Id;
  readonly locationId: Id;
  readonly materialId: Id;
  /** Only where a person named the lot. */
  readonly batchId?: Id;
  readonly qty: DecimalText;
  /** Of goods of catch weight asked for by the piece: how many; `qty` is what they weigh as a rule. */
  readonly pieces?: DecimalText;
  /** The day the goods are needed: lots that do not live until then are of no use. */
  readonly needDate: string;
  readonly exit?: LotExit;
  readonly line?: number;
}

/** The lines as wishes, decided on against what lies there and is not promised; `lock`: for whoever writes it down. */
async function decideHolds(context: Context, holds: readonly Hold[], lock: boolean) {
  const goodsOf = await sameGoods(context, holds);
  const wanted = holds.map((hold) => ({
    ...hold,
    goods: hold.batchId === undefined ? goodsOf(hold) : [hold.materialId],
  }));
  const keys = wanted.flatMap(({ locationId, goods }) => goods.map((materialId) => ({ locationId, materialId })));
  if (lock) await holdStock(context, keys);
  const onHand = await lotsOnHand(context, keys);
  const counted = await countPieces(context, holds);
  const wishes = wanted.map((hold, index) => ({
    locationId: hold.locationId,
    materialId: hold.materialId,
    goods: hold.goods,
    qty: counted[index]?.weight ?? Decimal.of(hold.qty),
    needDate: hold.needDate,
    exit: hold.exit ?? 'transfer',
    billCode: hold.bill.code,
    ...(hold.batchId === undefined ? {} : { batchId: hold.batchId }),
    ...(hold.line === undefined ? {} : { line: hold.line }),
  }));
  const plan = planReservations(wishes, onHand, context.today);
  const held = plan.held.map(({ qty }, index) => counted[index]?.inBase(qty) ?? qty);
  return { wishes, onHand, counted, plan, held };
}

/** More than lies anywhere. */
const ANY_AMOUNT = Decimal.of('1000000000000');

/**
 * What lines would hold if they were reserved now, in base unit, and how much each could have if it stood alone; of
 * goods asked for by the piece no more than they would hold. Nothing is written.
 */
export async function foreseeHolds(
  context: Context,
  holds: readonly Hold[],
): Promise<{ readonly held: Decimal; readonly available: Decimal }[]> {
  if (holds.length === 0) return [];
  const { wishes, onHand, counted, held } = await decideHolds(context, holds, false);
  return wishes.map((wish, index) => {
    const alone = (): Decimal =>
      planReservations([{ ...wish, qty: ANY_AMOUNT }], onHand, context.today).held[0]?.qty ?? Decimal.zero;
    return { held: held[index]!, available: counted[index] === undefined ? alone() : held[index]! };
  });
}

/**
 * Reserves the lines. With a shortage anywhere all lines are refused at once, unless `allowShort`: then each line holds
 * what it can get. Answers how much each line holds, in the order given.
 */
export async function reserve(
  context: Context,
  holds: readonly Hold[],
  options: { readonly allowShort?: boolean } = {},
): Promise<DecimalText[]> {
  if (holds.length === 0) return [];
  const { wishes, counted, plan, held } = await decideHolds(context, holds, true);
  const refusals = [...counted.flatMap((each) => each?.refusal ?? []), ...plan.refusals];
  if (refusals.length > 0 && !options.allowShort) throw new Refused(...refusals);
  const rows = holds.flatMap((hold, index) =>
    sharesOf(wishes[index]!, plan.held[index]!).map((share) => ({
      ...share,
      location: hold.locationId,
      batch: hold.batchId ?? null,
      aux: counted[index]?.pieces ?? Decimal.zero,
      bill_type: hold.bill.type,
      bill_id: hold.bill.id,
      bill_code: hold.bill.code,
      line: hold.lineId,
      need: hold.needDate,
    })),
  );
  await context.tx.run(sql`
    with given as (
      select g.* from json_to_recordset(${JSON.stringify(rows)}::json) as g(location bigint, material bigint,
        batch bigint, want numeric, qty numeric, aux numeric, bill_type text, bill_id bigint, bill_code text,
        line bigint, need date)),
    held as (
      insert into stock_reservation (location_id, material_id, batch_id, want_qty, qty, aux_qty, bill_type, bill_id,
        bill_code, line_id, need_date, state)
      select g.location, g.material, g.batch, g.want, g.qty, g.aux, g.bill_type, g.bill_id, g.bill_code, g.line,
        g.need, case when g.qty < g.want then 'short' else 'open' end from given g
      on conflict (tenant_id, bill_type, line_id, material_id, batch_id) do update
      set want_qty = stock_reservation.qty + excluded.want_qty, qty = stock_reservation.qty + excluded.qty,
        aux_qty = stock_reservation.aux_qty + excluded.aux_qty, need_date = excluded.need_date, state = excluded.state),
    lots as (
      update stock_batch b set reserved_qty = b.reserved_qty + g.qty from (select location, batch, sum(qty) as qty
      from given where batch is not null group by 1, 2) g
      where b.location_id = g.location and b.batch_id = g.batch)
    update stock s set reserved_qty = s.reserved_qty + g.qty from (select location, material, sum(qty) as qty
    from given group by 1, 2) g
    where s.location_id = g.location and s.material_id = g.material`);
  return held.map(String);
}

/** What a line holds of each material, a row each; what it lacks it wants of its own. */
function sharesOf(request: ReserveRequest, held: Held): { material: Id; want: Decimal; qty: Decimal }[] {
  const others = [...held.shares]
    .filter(([material]) => material !== request.materialId)
    .map(([material, qty]) => ({ material, want: qty, qty }));
  const want = request.qty.minus(Decimal.sum(others.map((other) => other.qty)));
  return others.length > 0 && want.isZero()
    ? others
    : [{ material: request.materialId, want, qty: held.shares.get(request.materialId) ?? Decimal.zero }, ...others];
}

interface Counted {
  readonly pieces: Decimal;
  readonly weight: Decimal;
  readonly refusal: Refusal | undefined;
  /** What was held of the weight, as the line reckons it: by the piece. */
  readonly inBase: (held: Decimal) => Decimal;
}
/**
 * Lines in pieces get pieces as long as there are any, in their order, and hold what these weigh. Undefined for all
 * others.
 */
async function countPieces(context: Context, holds: readonly Hold[]): Promise<(Counted | undefined)[]> {
  const there = await piecesAt(
    context,
    holds.filter((hold) => hold.pieces !== undefined),
  );
  const taken = new Map<string, Decimal>();
  return holds.map((hold): Counted | undefined => {
    const key = placeKey(hold.locationId, hold.materialId);
    const lying = there.get(key);
    if (hold.pieces === undefined || lying === undefined) return undefined;
    const wanted = Decimal.of(hold.pieces);
    const free = Decimal.max(Decimal.zero, lying.free.minus(taken.get(key) ?? Decimal.zero));
    const pieces = Decimal.min(wanted, free);
    taken.set(key, (taken.get(key) ?? Decimal.zero).plus(pieces));
    const weight = lying.weightOf(pieces);
    const at = hold.line === undefined ? {} : { line: hold.line };
    return {
      pieces,
      weight,
      inBase: (held) =>
        weight.isZero()
          ? Decimal.zero
          : Decimal.of(hold.qty).times(pieces).dividedBy(wanted).times(held).dividedBy(weight).rounded(6),
      refusal: pieces.isBelow(wanted)
        ? refuse('stock.too-few-pieces', { material: lying.material, wanted, available: free, unit: lying.unit }, at)
        : undefined,
    };
  });
}

type Holders = { readonly billIds: readonly Id[] } | { readonly lineIds: readonly Id[] };
const holdsOf = (billType: string, which: Holders): Sql =>
  sql`r.bill_type = ${billType} and
    ${
      'billIds' in which
        ? sql`r.bill_id =
      any(${which.billIds}::bigint[])`
        : sql`r.line_id = any(${which.lineIds}::bigint[])`
    }`;
/** The stock rows that documents, or some of their lines, hold on. */
export const heldRows = (context: Context, billType: string, which: Holders): Promise<StockKey[]> =>
  context.tx.rows<StockKey>(
    sql`select distinct r.location_id, r.material_id from stock_reservation r where ${holdsOf(billType, which)}`,
  );

/**
 * Lets go of what documents, or some of their lines, hold: `used` when the goods leave now, `released` when they stay.
 * `known` are the stock rows these hold on, for whoever has locked them.
 */
export async function release(
  context: Context,
  billType: string,
  which: Holders,
  as: 'used' | 'released',
  known?: readonly StockKey[],
): Promise<void> {
  if (known === undefined) await holdStock(context, await heldRows(context, billType, which));
  await context.tx.run(sql`
    with held as (update stock_reservation r set qty = 0, aux_qty = 0, state = ${as}
    where ${holdsOf(billType, which)} and r.state in ('open', 'short')
    returning r.location_id, r.material_id, r.batch_id, old.qty),
    lots as (
      update stock_batch b set reserved_qty = b.reserved_qty - h.qty
      from (select location_id, batch_id, sum(qty) as qty from held where batch_id is not null group by 1, 2) h
      where b.location_id = h.location_id and b.batch_id = h.batch_id)
    update stock s set reserved_qty = s.reserved_qty - h.qty from (select location_id, material_id, sum(qty) as qty
    from held group by 1, 2) h
    where s.location_id = h.location_id and s.material_id = h.material_id`);
}

/**
 * A loss found by a count, or a hold, may cut into what was promised: the newest promises are shortened first, so that
 * `losses` can be posted. Answers the documents that now lack something, each once.
 */
export async function makeRoom(
  context: Context,
  losses: readonly { readonly locationId: Id; readonly materialId: Id; readonly qty: DecimalText }[],
): Promise<{ billType: string; billId: Id; billCode: string }[]> {
  await holdStock(context, losses);
  return context.tx.rows(sql`
    with excess as (
      select s.location_id, s.material_id, s.reserved_qty - (s.qty - l.qty) as qty
      from (select g."locationId" as location_id, g."materialId" as material_id, sum(g.qty) as qty
      from json_to_recordset(${JSON.stringify(losses)}::json) as g("locationId" bigint, "materialId" bigint,
        qty numeric) group by 1, 2) l
      join stock s using (location_id, material_id) where s.reserved_qty > s.qty - l.qty),
    newest as (
      select r.id, r.qty, e.qty as excess, sum(r.qty) over (partition by r.location_id, r.material_id
      order by r.create_time desc, r.id desc) as running
      from stock_reservation r join excess e using (location_id, material_id) where r.qty > 0),
    cut as (select n.id, least(n.qty, n.excess - (n.running - n.qty)) as qty from newest n
    where n.running - n.qty < n.excess),
    shortened as (update stock_reservation r set qty = r.qty - c.qty, aux_qty = case when r.qty = c.qty then 0
    else r.aux_qty end, state = 'short' from cut c where r.id = c.id returning r.*),
    lots as (
      update stock_batch b set reserved_qty = b.reserved_qty - c.qty
      from (select r.location_id, r.batch_id, sum(c.qty) as qty from cut c join stock_reservation r on r.id = c.id
      where r.batch_id is not null group by 1, 2) c
      where b.location_id = c.location_id and b.batch_id = c.batch_id),
    places as (
      update stock s set reserved_qty = s.reserved_qty - c.qty
      from (select r.location_id, r.material_id, sum(c.qty) as qty from cut c join stock_reservation r on r.id = c.id
      group by 1, 2) c
      where s.location_id = c.location_id and s.material_id = c.material_id)
    select distinct bill_type, bill_id, bill_code from shortened order by bill_type, bill_code`);
}

/** What was promised of lots by their number is promised no more: they are held. The documents lack it from now on. */
export async function cutNamedLots(context: Context, batchIds: readonly Id[]): Promise<void> {
  const named = sql`r.batch_id = any(${batchIds as Id[]}::bigint[]) and r.qty > 0`;
  await holdStock(
    context,
    await context.tx.rows<StockKey>(
      sql`select distinct r.location_id, r.material_id from stock_reservation r where ${named}`,
    ),
  );
  await context.tx.run(sql`
    with cut as (update stock_reservation r set qty = 0, aux_qty = 0, state = 'short' where ${named}
      returning r.location_id, r.material_id, r.batch_id, old.qty),
    lots as (
      update stock_batch b set reserved_qty = b.reserved_qty - c.qty
      from (select location_id, batch_id, sum(qty) as qty from cut group by 1, 2) c
      where b.location_id = c.location_id and b.batch_id = c.batch_id)
    update stock s set reserved_qty = s.reserved_qty - c.qty
    from (select location_id, material_id, sum(qty) as qty from cut group by 1, 2) c
    where s.location_id = c.location_id and s.material_id = c.material_id`);
}

/**
 * Acts at the sorting table, one or many, all or none. Orders are locked before their lines and lines before the stock
 * they are taken from, as for every other document; two tables that sort one line, or one lot, follow one another.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { holdStock } from '../../stock/ledger/locks.server.ts';
import { orderSorted } from '../factory-orders/sorting-progress.server.ts';
import type { SortState } from './distribution-statement-log.resource.ts';
import { lockLines, movedTo, takenTwice, type Row } from './locked-lines.server.ts';
import { storeOf } from './make-sorting-lines.server.ts';
import type { Act } from './sorting-act.ts';
import { lotRefusal, shippedRefusal, sorted, turnRefusal, type SortingLine } from './sorting.rules.ts';
import { lotsOfStores, sortTolerance, type StoreLot } from './sorting-lots.server.ts';

/** What a line is written as. */
type Next = Pick<
  Row,
  | 'num'
  | 'shortQty'
  | 'shortReason'
  | 'pieces'
  | 'weight'
  | 'batchId'
  | 'factoryWarehouseId'
  | 'outWarehouseId'
  | 'waveNo'
  | 'labelNo'
  | 'basketNo'
  | 'deviceId'
> & { readonly state: SortState };

/** Does acts on lines, each line at most once. Those whose key is known were done before: nothing changes. */
export async function doActs(context: Context, acts: readonly Act[]): Promise<void> {
  const rows = await lockLines(
    context,
    acts.map(({ id }) => id),
  );
  const fresh = await notDoneYet(context, acts);
  if (fresh.length === 0) return;
  const unknown = fresh.filter(({ id }) => !rows.has(id));
  if (unknown.length > 0)
    throw new Refused(...unknown.map(({ line = 1 }) => refuse('sorting.line-unknown', { line }, { line })));
  const tolerance = await sortTolerance(context);
  const stores = await movedTo(context, fresh, rows);
  const keys = fresh.map((act) => {
    const row = rows.get(act.id)!;
    return { locationId: stores.get(act.id) ?? storeOf(row), materialId: row.materialId };
  });
  await holdStock(context, keys);
  const lots = await lotsOfStores(context, keys, { except: fresh.map(({ id }) => id), proposed: false });
  const left = new Map(lots.map((lot) => [lot, lot.left]));
  const refusals: Refusal[] = [];
  const made = fresh.flatMap((act) => {
    const row = rows.get(act.id)!;
    const next = nextOf(act, row, tolerance, { lots, left, storeId: stores.get(act.id) });
    if (Array.isArray(next)) refusals.push(...(next as readonly Refusal[]));
    return Array.isArray(next) ? [] : [{ act, row, next: next as Next }];
  });
  if (refusals.length === 0) refusals.push(...(await takenTwice(context, made)));
  if (refusals.length > 0) throw new Refused(...refusals);
  await write(context, made);
}

interface Made {
  readonly act: Act;
  readonly row: Row;
  readonly next: Next;
}
interface There {
  readonly lots: readonly StoreLot[];
  /** What is left of each, while acts take from it. */
  readonly left: Map<StoreLot, Decimal>;
  /** Where the line leaves from now. */
  readonly storeId: Id | undefined;
}

async function notDoneYet(context: Context, acts: readonly Act[]): Promise<readonly Act[]> {
  const keys = acts.flatMap(({ opKey }) => (opKey == null ? [] : [opKey]));
  if (keys.length === 0) return acts;
  const known = await context.tx.rows<{ opKey: string }>(
    sql`select e.op_key from distribution_statement_event e where e.op_key = any(${keys})`,
  );
  const done = new Set(known.map(({ opKey }) => opKey));
  return acts.filter(({ opKey }) => opKey == null || !done.has(opKey));
}

const lineOf = (row: Row, tolerance: Decimal): SortingLine => ({
  ...row,
  orderQty: Decimal.of(row.orderQty),
  targetQty: row.targetQty === null ? null : Decimal.of(row.targetQty),
  num: Decimal.of(row.num),
  tolerance: row.isMass ? tolerance : Decimal.zero,
});

/** What an act makes of a line. */
function nextOf(act: Act, row: Row, tolerance: Decimal, there: There): Next | readonly Refusal[] {
  const of = lineOf(row, tolerance);
  const isUndo = act.op === 'undo';
  const against = act.isFirst === true ? turnRefusal(of, act.line) : shippedRefusal(of, act.line);
  if (against !== undefined) return [against];
  const isSorted = row.state === 'done' || row.state === 'short';
  const at = act.line === undefined ? {} : { line: act.line };
  const { site, material } = row;
  if (isUndo && !isSorted) return [refuse('sorting.not-sorted', { site, material }, at)];
  if (act.factoryWarehouseId !== undefined && isSorted) return [refuse('sorting.store-sorted', { site, material }, at)];
  const kept: Next = {
    ...row,
    factoryWarehouseId: act.factoryWarehouseId ?? row.factoryWarehouseId,
    outWarehouseId: act.factoryWarehouseId === undefined ? row.outWarehouseId : null,
    waveNo: act.waveNo ?? row.waveNo,
    labelNo: act.labelNo === undefined ? row.labelNo : act.labelNo,
    basketNo: act.basketNo === undefined ? row.basketNo : act.basketNo,
    deviceId: act.deviceId === undefined ? row.deviceId : act.deviceId,
  };
  if (isUndo)
    return { ...kept, state: 'undone', num: '0', shortQty: '0', shortReason: null, pieces: null, weight: null };
  if (act.num === undefined) return unsorted(act, row, of, kept, there);
  const figure = {
    num: act.num,
    shortReason: act.shortReason ?? null,
    pieces: act.pieces === undefined ? row.pieces : act.pieces,
    weight: act.weight === undefined ? (row.weight === null ? null : Decimal.of(row.weight)) : act.weight,
    ...at,
  };
  const outcome = sorted(of, figure);
  if (!('state' in outcome)) return outcome;
  const lot = takenFrom(act, row, of, outcome.num, figure.weight, there);
  if ('refusal' in lot) return [lot.refusal];
  return {
    ...kept,
    state: outcome.state,
    num: outcome.num.toString(),
    shortQty: outcome.shortQty.toString(),
    shortReason: outcome.shortReason,
    pieces: figure.pieces,
    weight: figure.weight?.toString() ?? null,
    batchId: lot.batchId,
  };
}

/** A line whose store, lot or wave changes while it waits. In another store another lot is proposed. */
function unsorted(act: Act, row: Row, of: SortingLine, kept: Next, there: There): Next | readonly Refusal[] {
  const isMoved = act.factoryWarehouseId !== undefined;
  if (!isMoved && act.batchId === undefined) return kept;
  const wanted = of.targetQty ?? of.orderQty;
  const lot = takenFrom({ ...act, batchId: act.batchId ?? null }, { ...row, batchId: null }, of, wanted, null, there);
  return 'refusal' in lot ? [lot.refusal] : { ...kept, batchId: lot.batchId };
}

/** The lot a quantity is taken from: the one named, the one proposed, or the first to expire that has enough. */
function takenFrom(
  act: Act,
  row: Row,
  of: SortingLine,
  num: Decimal,
  weight: Decimal | null,
  { lots, left, storeId }: There,
): { readonly batchId: Id | null } | { readonly refusal: Refusal } {
  const named = act.batchId ?? row.batchId;
  if (num.isZero()) return { batchId: named };
  const { site, material } = row;
  const at = { field: 'batchId', ...(act.line === undefined ? {} : { line: act.line }) };
  const store = row.store;
  const here = lots.filter((lot) => lot.locationId === (storeId ?? storeOf(row)) && lot.materialId === row.materialId);
  const wanted = row.isCatchWeight && weight !== null ? weight : num.times(Decimal.of(row.factor));
  const isUsable = (lot: StoreLot): boolean =>
    lot.lotState === 'free' && (lot.expiryDate === null || lot.expiryDate >= row.deliveryDate);
  const usable = here.filter((lot) => isUsable(lot) && left.get(lot)!.isPositive());
  const lot =
    named === null
      ? (usable.find((each) => left.get(each)!.isAtLeast(wanted)) ?? usable[0])
      : here.find(({ batchId }) => batchId === named);
  if (lot === undefined)
    return {
      refusal: refuse(named === null ? 'sorting.no-lot' : 'sorting.lot-elsewhere', { site, material, store }, at),
    };
  const { batch, expiryDate, holdReason: reason } = lot;
  if (lot.lotState !== 'free') return { refusal: refuse('sorting.lot-held', { site, material, batch, reason }, at) };
  if (!isUsable(lot)) return { refusal: refuse('sorting.lot-expired', { site, material, batch, expiryDate }, at) };
  const short = lotRefusal(of, { batch, left: left.get(lot)!, baseUnit: lot.baseUnit }, wanted, act.line);
  if (short !== undefined) return { refusal: short };
  left.set(lot, left.get(lot)!.minus(wanted));
  return { batchId: lot.batchId };
}

const KEPT = ['state', 'num', 'shortQty', 'shortReason', 'pieces', 'weight', 'batchId', 'factoryWarehouseId', 'waveNo'];
const noted = (of: Next | Row): Readonly<Record<string, unknown>> =>
  Object.fromEntries(KEPT.map((key) => [key, of[key as keyof typeof of]]));

/** Writes lines and acts, and what orders have sorted by now. Three statements, and those of the orders. */
async function write(context: Context, made: readonly Made[]): Promise<void> {
  const rows = made.map(({ act, row, next }) => ({
    ...next,
    id: row.id,
    op: act.op === 'sort' && next.state === 'short' ? 'short' : act.op,
    opKey: act.opKey ?? null,
    opTime: act.opTime ?? context.now,
    reason: act.reason ?? next.shortReason,
    before: noted(row),
    after: noted(next),
    acted: act.num !== undefined || act.op === 'undo',
  }));
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, num numeric, "shortQty" numeric,
    "shortReason" text, pieces integer, weight numeric, "batchId" bigint, "factoryWarehouseId" bigint,
    "outWarehouseId" bigint, "waveNo" text, "labelNo" text, "basketNo" text, "deviceId" text, state text, op text,
    "opKey" text, "opTime" timestamptz, reason text, before jsonb, after jsonb, acted boolean)`;
  await context.tx.run(sql`
    update distribution_statement_log l set num = g.num, short_qty = g."shortQty", short_reason = g."shortReason",
      pieces = g.pieces, weight = g.weight, batch_id = g."batchId", factory_warehouse_id = g."factoryWarehouseId",
      out_warehouse_id = g."outWarehouseId", wave_no = g."waveNo", label_no = g."labelNo", basket_no = g."basketNo",
      device_id = g."deviceId", state = g.state, version = l.version + 1, update_time = now(),
      update_user = ${context.user.userId}::bigint,
      operator_id = case when g.acted then ${context.user.userId}::bigint else l.operator_id end,
      op_time = case when g.acted then g."opTime" else l.op_time end
    from ${given} where l.id = g.id`);
  await context.tx.run(sql`
    insert into distribution_statement_event
      (log_id, op_key, op, before, after, device_id, operator_id, op_time, reason)
    select g.id, g."opKey", g.op, g.before, g.after, g."deviceId", ${context.user.userId}::bigint, g."opTime", g.reason
    from ${given}`);
  const details = made.filter(({ row }) => row.orderType === 'factory').map(({ row }) => row.orderDetailId);
  await bookSorted(context, sql`l.order_detail_id = any(${details}::text[])`);
}

/** Books on orders what is sorted and short of their lines and not shipped yet. */
export async function bookSorted(context: Context, which: Sql): Promise<void> {
  const sums = await context.tx.rows<{ orderDetailId: Id; sortedQty: DecimalText; shortQty: DecimalText }>(sql`
    select l.order_detail_id, sum(l.num) filter (where l.state in ('done', 'short')) as sorted_qty,
      sum(l.short_qty) filter (where l.state in ('done', 'short')) as short_qty
    from distribution_statement_log l where ${which} and l.order_type = 'factory' and l.shipped_flag = 0
      and l.state <> 'void' group by 1 order by 1`);
  await orderSorted(
    context,
    sums.map((each) => ({ ...each, sortedQty: each.sortedQty ?? '0', shortQty: each.shortQty ?? '0' })),
  );
}

/**
 * What a correction does to the value of stock: lots change it where they lie, without a quantity, through the ledger
 * and its guards.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { holdStock } from '../stock/ledger/locks.server.ts';
import { saysLastCost } from '../stock/ledger/moving-average.server.ts';
import { post, type Bill } from '../stock/ledger/posting.server.ts';
import type { Lying } from './price-correction.rules.ts';

/** Where lots lie, with their value; by lot, in the order of places. */
export async function lyingOf(context: Context, batchIds: readonly Id[]): Promise<Map<Id, Lying[]>> {
  const rows = await context.tx.rows<{ batchId: Id; locationId: Id; qty: DecimalText; amount: DecimalText }>(sql`
    select batch_id, location_id, qty, amount from stock_batch
    where batch_id = any(${[...new Set(batchIds)]}::bigint[]) and qty > 0 order by batch_id, location_id`);
  return new Map(
    [...Map.groupBy(rows, (row) => row.batchId)].map(([batchId, own]) => [
      batchId,
      own.map(({ locationId, qty, amount }) => ({ locationId, qty: Decimal.of(qty), amount: Decimal.of(amount) })),
    ]),
  );
}

/**
 * Places where a lot is what came in last: what it costs is the last cost there, though nothing of it may lie there any
 * more.
 */
async function lastAt(context: Context, batchIds: readonly Id[]): Promise<Map<Id, Id[]>> {
  const rows = await context.tx.rows<{ batchId: Id; locationId: Id }>(sql`
    select distinct m.batch_id, m.location_id from stock_move m
    join stock_location l on l.id = m.location_id and l.kind not in ('in-transit', 'pass-through')
    where m.batch_id = any(${[...new Set(batchIds)]}::bigint[]) and ${saysLastCost(sql`m`)} and not exists (
      select 1 from stock_move n where n.location_id = m.location_id and n.material_id = m.material_id
        and (n.business_time, n.seq) > (m.business_time, m.seq) and ${saysLastCost(sql`n`)})
    order by 1, 2`);
  return new Map(
    [...Map.groupBy(rows, (row) => row.batchId)].map(([batchId, own]) => [batchId, own.map((row) => row.locationId)]),
  );
}

interface HeldLots {
  readonly lying: Map<Id, Lying[]>;
  readonly last: Map<Id, Id[]>;
}
/**
 * Where lots lie, and where they came in last, held until the transaction is over: where one came to another place
 * meanwhile, that one is held as well.
 */
export async function holdLots(
  context: Context,
  lots: readonly { readonly batchId: Id; readonly materialId: Id }[],
): Promise<HeldLots> {
  const materialOf = new Map(lots.map((lot) => [lot.batchId, lot.materialId]));
  let held = -1;
  for (;;) {
    const lying = await lyingOf(context, [...materialOf.keys()]);
    const last = await lastAt(context, [...materialOf.keys()]);
    const keys = [...materialOf].flatMap(([batchId, materialId]) =>
      [...(lying.get(batchId) ?? []).map((place) => place.locationId), ...(last.get(batchId) ?? [])].map(
        (locationId) => ({ locationId, materialId }),
      ),
    );
    const before = held;
    await holdStock(context, keys);
    held = context.tx.held.size;
    if (held === before || keys.length === 0) return { lying, last };
  }
}

interface Revalued {
  readonly lineId: Id;
  readonly materialId: Id;
  readonly batchId: Id;
  /** By place; nothing where the lot only says the last cost. */
  readonly stock: ReadonlyMap<Id, Decimal>;
  /** What a base unit costs now. */
  readonly unitCost: Decimal;
}
/** Books the new values on a day: now where it is today, else as the last thing of that day. */
export async function revalue(
  context: Context,
  bill: Bill,
  lines: readonly Revalued[],
  postDate: string,
): Promise<void> {
  await post(
    context,
    lines.flatMap(({ lineId, materialId, batchId, stock, unitCost }) =>
      [...stock].map(([to, amount]) => ({
        bill,
        lineId,
        materialId,
        batchId,
        to,
        reason: 'cost.adjust' as const,
        qty: '0',
        amount: amount.toString(),
        unitCost: unitCost.toString(),
        ...(postDate < context.today ? { businessTime: `${postDate} 23:59:59` } : {}),
      })),
    ),
  );
}

/**
 * A lot that moved after the day cannot have its value changed on that day: who took of it took the old value along.
 */
export async function movedAfter(context: Context, batchIds: readonly Id[], postDate: string): Promise<Refusal[]> {
  if (postDate >= context.today) return [];
  const rows = await context.tx.rows<{ material: string; batch: string }>(sql`
    select distinct m.called as material, b.batch_code as batch from stock_move v join batch b on b.id = v.batch_id
    join material m on m.id = v.material_id
    where v.batch_id = any(${[...new Set(batchIds)]}::bigint[]) and v.qty <> 0
      and v.business_time >= (${postDate}::date + 1)::timestamptz order by batch`);
  return rows.map((row) => refuse('corrections.moved-after', { ...row, postDate }));
}

interface Adjusted {
  readonly id: Id;
  readonly lineId: Id;
  readonly locationId: Id;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly amount: DecimalText;
}
/** Takes the values back by exact opposites; refused where a lot moved since, as then the value went with it. */
export async function revalueBack(context: Context, bill: Bill): Promise<Refusal[]> {
  const moves = await context.tx.rows<Adjusted>(sql`
    select m.id, m.line_id, m.location_id, m.material_id, m.batch_id, m.amount from stock_move m
    where m.bill_type = ${bill.type} and m.bill_id = ${bill.id}::bigint and m.reason = 'cost.adjust'
    order by m.seq desc`);
  await holdStock(context, moves);
  const used = await context.tx.rows<{ material: string; batch: string }>(sql`
    select distinct t.called as material, b.batch_code as batch from stock_move m
    join stock_move v on v.location_id = m.location_id and v.batch_id = m.batch_id and v.seq > m.seq and v.qty <> 0
    join batch b on b.id = m.batch_id join material t on t.id = m.material_id
    where m.amount <> 0 and m.id = any(${moves.map((move) => move.id)}::bigint[]) order by batch`);
  if (used.length > 0) return used.map((row) => refuse('corrections.used-since', { ...row, billCode: bill.code }));
  await post(
    context,
    moves.map(({ id, lineId, materialId, batchId, locationId, amount }) => ({
      bill,
      lineId,
      materialId,
      batchId,
      to: locationId,
      reason: 'reverse.cost.adjust' as const,
      qty: '0',
      amount: Decimal.of(amount).negated().toString(),
      reversesMoveIds: { from: id },
    })),
  );
  return [];
}

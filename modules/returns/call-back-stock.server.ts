/** The goods of call-backs: where they are when they are called, and what sites still have when they ship. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { actingOf, moveState } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { sql } from '../../parts/postgres/database.ts';
import { holdStock } from '../stock/ledger/locks.server.ts';
import { cutNamedLots, makeRoom } from '../stock/ledger/reservations.server.ts';
import { stopLots } from '../stock/lots/hold-lots.server.ts';
import { lotsMadeOf, receivedAs } from '../stock/lots/trace.server.ts';
import { factoryReturned } from './factory-returned.document.ts';
import type { ShippingBill } from './ship-returns.server.ts';

/** The lots a call-back is about: the one that was named with all that was made of it, or those of its lines. */
export async function lotsCalled(
  context: Context,
  call: { readonly id: Id; readonly recallBatchId: Id | null },
): Promise<readonly Id[]> {
  if (call.recallBatchId !== null) return lotsMadeOf(context, await receivedAs(context, [call.recallBatchId]));
  const named = await context.tx.rows<{ id: Id }>(sql`
    select distinct d.batch_id as id from factory_returned_detail d where d.factory_returned_id = ${call.id}::bigint`);
  return lotsMadeOf(
    context,
    named.map(({ id }) => id),
  );
}

/** Whoever is moving these goods ends first; from then on the lots lie still, wherever they are. */
export async function holdEverywhere(context: Context, lots: readonly Id[], reason: string): Promise<void> {
  await holdStock(
    context,
    await context.tx.rows<{ locationId: Id; materialId: Id }>(sql`
      select distinct s.location_id, s.material_id from stock_batch s
      where s.batch_id = any(${lots as Id[]}::bigint[]) and s.qty > 0 order by 1, 2`),
  );
  await stopLots(context, lots, reason);
  await cutNamedLots(context, lots);
}

/** The lines of a call-back of a lot: what lies at each warehouse of it, or is on its way there. Nothing comes back
 * from the store it comes back to, or from another one of the factory. */
export const fillFromLots = (context: Context, id: Id, lots: readonly Id[]): Promise<number> =>
  context.tx.run(sql`
    with gone as (delete from factory_returned_detail d where d.factory_returned_id = ${id}::bigint)
    insert into factory_returned_detail (factory_returned_id, line_no, warehouse_id, material_id, unit_id, qty, factor,
      base_unit_id, base_qty, batch_id)
    select ${id}::bigint, row_number() over (order by p.name, p.batch_id), p.warehouse_id, p.material_id,
      m.base_unit_id, p.qty, 1, m.base_unit_id, p.qty, p.batch_id
    from (select w.id as warehouse_id, w.name, s.material_id, s.batch_id, sum(s.qty) as qty
      from stock_batch s join stock_location l on l.id = s.location_id
      join warehouse w on w.id = coalesce(l.transit_for_id, l.id)
      where s.batch_id = any(${lots as Id[]}::bigint[]) and s.qty > 0 group by 1, 2, 3, 4) p
    join material m on m.id = p.material_id`);

/** What a bill of a call-back can ship: what lies at the place of its lots now. */
interface Lying {
  readonly billId: Id;
  readonly locationId: Id;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly baseUnitId: Id;
  readonly qty: DecimalText;
  readonly auxQty: DecimalText;
  /** The line of the call-back it counts for. */
  readonly sourceDetailId: Id | null;
}

/**
 * The bills of call-backs as the goods lie by now: what was eaten is no more there, a lot that was opened or repacked
 * lies there as others. What is still on its way to the place is received or refused first.
 */
export async function asTheyLie(context: Context, bills: readonly ShippingBill[]): Promise<void> {
  for (const [callId, own] of Map.groupBy(bills, ({ row }) => row.sourceBillId)) {
    const call = (await context.tx.row<{ id: Id; recallBatchId: Id | null }>(
      sql`select id, recall_batch_id from factory_returned where id = ${callId}::bigint`,
    ))!;
    const lots = await lotsCalled(context, call);
    await refuseOnWay(context, own, lots);
    const ids = own.map(({ id }) => id);
    await holdStock(
      context,
      await context.tx.rows<{ locationId: Id; materialId: Id }>(sql`
        select distinct s.location_id, s.material_id from return_out_store o
        join stock_batch s on s.location_id = o.from_location_id
        where o.id = any(${ids}::bigint[]) and s.batch_id = any(${lots as Id[]}::bigint[]) order by 1, 2`),
    );
    await writeLying(context, ids, await lyingOf(context, callId, ids, lots));
  }
}

async function refuseOnWay(context: Context, bills: readonly ShippingBill[], lots: readonly Id[]): Promise<void> {
  const onWay = await context.tx.rows<{ billId: Id; batch: string; place: string }>(sql`
    select o.id as bill_id, min(b.batch_code) as batch, min(l.called) as place
    from return_out_store o join stock_location l on l.id = o.from_location_id
    join stock_location t on t.transit_for_id = l.id
    join stock_batch s on s.location_id = t.id and s.qty > 0 and s.batch_id = any(${lots as Id[]}::bigint[])
    join batch b on b.id = s.batch_id
    where o.id = any(${bills.map(({ id }) => id)}::bigint[]) group by 1 order by 1`);
  if (onWay.length === 0) return;
  const codes = new Map(bills.map(({ id, billCode }) => [id, billCode]));
  throw new Refused(
    ...onWay.map(({ billId, batch, place }) =>
      refuse('returns.still-on-way', { billCode: codes.get(billId), batch, place }),
    ),
  );
}

/** Of lines that were named by hand no more than was asked for; of a lot that was called back all there is. */
const lyingOf = (context: Context, callId: Id, ids: readonly Id[], lots: readonly Id[]): Promise<Lying[]> =>
  context.tx.rows<Lying>(sql`
    select o.id as bill_id, s.location_id, s.material_id, s.batch_id, m.base_unit_id,
      case when r.recall_batch_id is null then least(s.qty, f.base_qty) else s.qty end as qty, s.aux_qty,
      f.id as source_detail_id
    from return_out_store o join factory_returned r on r.id = ${callId}::bigint
    join stock_batch s on s.location_id = o.from_location_id and s.qty > 0
      and s.batch_id = any(${lots as Id[]}::bigint[])
    join material m on m.id = s.material_id
    left join lateral (
      select d.id, d.base_qty from factory_returned_detail d
      where d.factory_returned_id = r.id and d.warehouse_id = o.from_location_id
        and (d.batch_id = s.batch_id or r.recall_batch_id is not null)
      order by d.batch_id = s.batch_id desc, d.line_no limit 1) f on true
    where o.id = any(${ids as Id[]}::bigint[]) and (f.id is not null or r.recall_batch_id is not null)
    order by o.id, s.batch_id`);

async function writeLying(context: Context, ids: readonly Id[], lying: readonly Lying[]): Promise<void> {
  await makeRoom(context, lying);
  await context.tx.run(
    sql`delete from return_out_store_detail d where d.return_out_store_id = any(${ids as Id[]}::bigint[])`,
  );
  await context.tx.run(sql`
    insert into return_out_store_detail (return_out_store_id, line_no, source_detail_id, material_id, unit_id, qty,
      factor, base_unit_id, base_qty, batch_id, aux_qty)
    select g."billId", row_number() over (partition by g."billId" order by g."batchId"),
      coalesce(g."sourceDetailId", '0'), g."materialId", g."baseUnitId", g.qty, 1, g."baseUnitId", g.qty, g."batchId",
      nullif(g."auxQty", 0)
    from json_to_recordset(${JSON.stringify(lying)}::json) as g("billId" bigint, "materialId" bigint, "batchId" bigint,
      "baseUnitId" bigint, qty numeric, "auxQty" numeric, "sourceDetailId" text)`);
}

/** What sites shipped stands in their call-backs; one that nothing is to come of any more is done. */
export async function followShipped(context: Context, callIds: readonly Id[]): Promise<void> {
  const ids = [...new Set(callIds)];
  if (ids.length === 0) return;
  await context.tx.run(sql`
    update factory_returned_detail d set shipped_qty = g.qty
    from (select l.source_detail_id, sum(l.qty) as qty from return_out_store o
      join return_out_store_detail l on l.return_out_store_id = o.id
      where o.source_bill_type = 'factory-returned' and o.source_bill_id = any(${ids as string[]})
        and o.status <> 'void' and o.ship_time is not null group by 1) g
    where d.factory_returned_id = any(${ids}::bigint[]) and d.id::text = g.source_detail_id`);
  const states = await context.tx.rows<{ id: Id; isShipped: boolean; isDone: boolean }>(sql`
    select g.id,
      not exists (select 1 from return_out_store o where o.source_bill_type = 'factory-returned'
        and o.source_bill_id = g.id and o.ship_time is null and o.status <> 'void') as is_shipped,
      not exists (select 1 from in_store s where s.source_bill_type = 'factory-returned'
        and s.source_bill_id = g.id and s.status not in ('done', 'void')) as is_done
    from unnest(${ids as string[]}::text[]) as g(id)`);
  const shipped = states.filter(({ isShipped }) => isShipped).map(({ id }) => id);
  await context.tx.run(sql`update factory_returned set out_state = 'shipped' where id = any(${shipped}::bigint[])`);
  // Everywhere all of it was eaten: nobody ships anything, and nothing is to be received.
  const over = states.filter(({ isShipped, isDone }) => isShipped && isDone).map(({ id }) => id);
  if (over.length === 0) return;
  const declaration = { ...factoryReturned, scope: null };
  const calls = (await lockRows(declaration, context, over)).map(actingOf);
  await context.tx.run(sql`update factory_returned set out_state = 'received' where id = any(${over}::bigint[])`);
  await moveState(declaration, context, calls, 'complete', { to: 'done' }, null);
}

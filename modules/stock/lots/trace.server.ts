/**
 * Where a lot went and where it came from (trade-rules 15.1): a recall is answered while the phone is still in the
 * hand. One statement each way. Lots follow each other by splitting (opened, thawed, repacked), by merging and by
 * production (materials → portions).
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { SAME_GOODS } from '../ledger/move-reason.rules.ts';
import type { LotOrigin, LyingAt, TraceStep } from './lot-trace.ts';

const DEPTH_MAX = 12;

/** Lots made from `start`, itself included, however often they were split or cooked. */
const descendants = (start: Sql): Sql => sql`
  recursive family(batch_id, depth) as (
    ${start}
    union
    select child.batch_id, f.depth + 1 from family f join lateral (
      select b.id as batch_id from batch b where b.parent_batch_id = f.batch_id
      union
      select g.batch_id from batch_merge g where g.parent_batch_id = f.batch_id
      union
      select i.batch_id from stock_move o join stock_move i on i.bill_type = o.bill_type and i.bill_id = o.bill_id
        and i.reason = 'kitchen.produce-in'
        where o.batch_id = f.batch_id and o.reason = 'kitchen.produce-out') child on f.depth < ${DEPTH_MAX})`;

/** Lots that `start` was made from, itself included. */
const ancestors = (start: Sql): Sql => sql`
  recursive family(batch_id, depth) as (
    ${start}
    union
    select parent.batch_id, f.depth + 1 from family f join lateral (
      select b.parent_batch_id as batch_id from batch b where b.id = f.batch_id and b.parent_batch_id is not null
      union
      select g.parent_batch_id from batch_merge g where g.batch_id = f.batch_id
      union
      select o.batch_id from stock_move i join stock_move o on o.bill_type = i.bill_type and o.bill_id = i.bill_id
        and o.reason = 'kitchen.produce-out'
        where i.batch_id = f.batch_id and i.reason = 'kitchen.produce-in') parent on f.depth < ${DEPTH_MAX})`;

/** Every step of the lot and of what was made from it, oldest first. */
export async function whereItWent(context: Context, batchId: Id): Promise<TraceStep[]> {
  return context.tx.rows<TraceStep>(sql`
    with ${descendants(sql`select ${batchId}::bigint, 0`)},
    lots as (select batch_id, min(depth) as depth from family group by batch_id)
    select v.batch_id, b.batch_code, m.called as material_name, f.depth, v.reason,
      coalesce(case when v.reason = any(${SAME_GOODS as string[]}) then (
          select string_agg(p.batch_code, ' + ' order by p.id) from batch p where p.id = b.parent_batch_id
            or p.id in (select g.parent_batch_id from batch_merge g where g.batch_id = b.id))
        when v.qty > 0 then other.called else here.called end, v.counter_party ->> 'name', '') as from_name,
      coalesce(case when v.qty > 0 then here.called else other.called end, '') as to_name,
      abs(v.qty) as qty, u.called as unit_name, v.business_time, v.bill_type, v.bill_code
    from lots f join stock_move v on v.batch_id = f.batch_id join batch b on b.id = v.batch_id
    join material m on m.id = v.material_id join material_unit u on u.id = v.base_unit_id
    join stock_location here on here.id = v.location_id left
      join stock_location other on other.id = v.counter_location_id
    where v.qty > 0 or (v.counter_location_id is null and v.qty <> 0)
    order by v.business_time, v.seq`);
}

/** Where the lot, and what was made from it, lies now. */
export async function whereItLies(context: Context, batchId: Id): Promise<LyingAt[]> {
  return context.tx.rows<LyingAt>(sql`
    with ${descendants(sql`select ${batchId}::bigint, 0`)}
    select distinct sb.batch_id, b.batch_code, sb.location_id, l.called as location_name, sb.qty, u.called as unit_name
    from family f join stock_batch sb on sb.batch_id = f.batch_id and sb.qty > 0 join batch b on b.id = sb.batch_id
    join stock_location l on l.id = sb.location_id join material m on m.id = sb.material_id
    join material_unit u on u.id = m.base_unit_id
    order by location_name, b.batch_code`);
}

/** The supplier lots behind a lot, or behind all that came to a place on or after a day. */
export async function originOf(
  context: Context,
  from: { readonly batchId: Id } | { readonly locationId: Id; readonly since: string },
): Promise<LotOrigin[]> {
  const start =
    'batchId' in from
      ? sql`select ${from.batchId}::bigint, 0`
      : sql`select distinct v.batch_id, 0 from stock_move v where v.location_id = ${from.locationId}::bigint
        and v.qty > 0 and v.business_time >= ${from.since}::timestamptz`;
  return context.tx.rows<LotOrigin>(sql`
    with ${ancestors(start)},
    lots as (select batch_id, min(depth) as depth from family group by batch_id)
    select b.id as batch_id, b.batch_code, m.called as material_name, f.depth,
      coalesce(b.supplier_id::text, '') as supplier_id, coalesce(s.name, '') as supplier_name,
      coalesce(b.supplier_batch_no, '') as supplier_batch_no,
      b.production_date, b.expiry_date, b.received_date, b.source_bill_type, b.source_bill_code, b.lot_state
    from lots f join batch b on b.id = f.batch_id join material m on m.id = b.material_id
    left join supplier s on s.id = b.supplier_id
    order by f.depth, b.received_date, b.id`);
}

/** The lots that were received, of which these were made by opening, thawing or repacking: themselves where so. */
export async function receivedAs(context: Context, batchIds: readonly Id[]): Promise<readonly Id[]> {
  const rows = await context.tx.rows<{ id: Id }>(sql`
    with recursive line(id, depth) as (
      select g.id, 0 from unnest(${batchIds as Id[]}::bigint[]) as g(id)
      union select p.id, l.depth + 1 from line l join lateral (${madeOf(sql`l.id`)}) p on l.depth < ${DEPTH_MAX})
    select distinct l.id from line l where not exists (${madeOf(sql`l.id`)}) order by l.id`);
  return rows.map(({ id }) => id);
}
/** The lots a lot was split from or merged of. */
const madeOf = (batchId: Sql): Sql => sql`
  select b.parent_batch_id as id from batch b where b.id = ${batchId} and b.parent_batch_id is not null
  union all select g.parent_batch_id from batch_merge g where g.batch_id = ${batchId}`;

/** These lots and all that was made of them, cut or cooked. */
export async function lotsMadeOf(context: Context, batchIds: readonly Id[]): Promise<readonly Id[]> {
  const rows = await context.tx.rows<{ batchId: Id }>(sql`
    with ${descendants(sql`select g.id, 0 from unnest(${batchIds as Id[]}::bigint[]) as g(id)`)}
    select distinct f.batch_id from family f order by f.batch_id`);
  return rows.map(({ batchId }) => batchId);
}

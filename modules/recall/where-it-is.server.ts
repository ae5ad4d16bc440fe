/**
 * What a place had of recalled lots: what came there and was not sent on. All places together had what was received,
 * since what one sent another got, on the road too.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { SAME_GOODS, SCRAP_TYPES } from '../stock/ledger/move-reason.rules.ts';

/** Reasons by which goods come into the books from outside; their reversals take back as much. */
export const COMING: readonly string[] = [
  'receipt.purchase',
  'receipt.direct-buy',
  'receipt.self',
  'other-in.post',
  'count.gain',
  'unit.open',
  'kitchen.produce-in',
];
/** Reasons by which goods are used, eaten or sold. */
const USING: readonly string[] = [
  'other-out.post',
  'client.ship',
  'kitchen.produce-out',
  'kitchen.sale',
  'kitchen.use',
];
const LOSING: readonly string[] = ['kitchen.waste', 'repack.loss'];
const RETURNING: readonly string[] = ['purchase-return.ship', 'factory-return.ship'];

/** A place with what it has to account for and what its book says of it, in base unit. */
export interface PlaceFigures {
  readonly locationId: Id;
  readonly deptId: Id;
  readonly materialId: Id;
  readonly baseUnitId: Id;
  readonly receivedQty: DecimalText;
  readonly lyingQty: DecimalText;
  readonly bookUsedQty: DecimalText;
  readonly bookDestroyedQty: DecimalText;
  readonly bookReturnedQty: DecimalText;
}

/** Places that had some of these lots, by name. */
export async function whereItIs(context: Context, batchIds: readonly Id[]): Promise<readonly PlaceFigures[]> {
  return context.tx.rows<PlaceFigures>(sql`
    with moved as (
      select v.location_id, v.material_id, v.qty, v.counter_location_id is not null and not v.is_same as is_inner,
        v.is_same, v.reason, v.reason_detail
      from (select o.location_id, o.material_id, o.qty, o.counter_location_id, o.reason_detail,
          regexp_replace(o.reason, '^reverse\\.', '') as reason,
          regexp_replace(o.reason, '^reverse\\.', '') = any(${SAME_GOODS as string[]}) as is_same
        from stock_move o where o.batch_id = any(${batchIds as Id[]}::bigint[])) v),
    figures as (
      select m.location_id, m.material_id, sum(m.qty) as lying,
        coalesce(sum(m.qty) filter (where m.is_inner or m.is_same
          or m.reason = any(${COMING as string[]})), 0) as came,
        coalesce(-sum(m.qty) filter (where not m.is_inner and m.reason = any(${USING as string[]})
          and not coalesce(m.reason_detail = any(${SCRAP_TYPES as string[]}), false)), 0) as used,
        coalesce(-sum(m.qty) filter (where not m.is_inner and (m.reason = any(${LOSING as string[]})
          or m.reason = 'other-out.post' and m.reason_detail = any(${SCRAP_TYPES as string[]}))), 0) as destroyed,
        coalesce(-sum(m.qty) filter (where not m.is_inner and m.reason = any(${RETURNING as string[]})), 0) as returned
      from moved m group by 1, 2)
    select f.location_id, l.dept_id, f.material_id, m.base_unit_id, f.came as received_qty, f.lying as lying_qty,
      f.used as book_used_qty, f.destroyed as book_destroyed_qty, f.returned as book_returned_qty
    from figures f join stock_location l on l.id = f.location_id join material m on m.id = f.material_id
    where f.came > 0 order by l.kind = 'in-transit', l.name, f.location_id, f.material_id`);
}

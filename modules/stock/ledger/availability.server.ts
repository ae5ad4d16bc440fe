/** What planning may count on: what is usable, what is promised, what comes when and what expires when. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';

/** All quantities in base unit. */
interface Availability {
  readonly locationId: Id;
  readonly materialId: Id;
  /** Everything that lies there. */
  readonly onHand: DecimalText;
  /** Free lots that have not expired on the day asked for. */
  readonly usable: DecimalText;
  readonly reserved: DecimalText;
  /** usable − reserved, not below zero. */
  readonly available: DecimalText;
  readonly safetyStock: DecimalText;
  /** On its way from another place. */
  readonly inTransit: DecimalText;
  /** Usable lots by the last day they are good, soonest first; null: they do not expire. */
  readonly lots: readonly { readonly expiryDate: string | null; readonly qty: DecimalText }[];
  /**
   * What makes up `reserved`, by the day it is needed; where a person named the lot, with the last day that one is
   * good.
   */
  readonly promised: readonly {
    readonly needDate: string;
    readonly qty: DecimalText;
    readonly isNamed: boolean;
    readonly expiryDate: string | null;
  }[];
  /** On order by day, up to `until`. */
  readonly due: readonly {
    readonly dueDate: string;
    readonly qty: DecimalText;
    readonly billType: string;
    readonly billId: Id;
    readonly billCode: string;
  }[];
  readonly lastCost: DecimalText;
}

/**
 * Availability on `date` (default today) of materials at places, every pair answered, with receipts due up to `until`
 * (default `date`). One statement.
 */
export async function availability(
  context: Context,
  locationIds: readonly Id[],
  materialIds: readonly Id[],
  date: string = context.today,
  until: string = date,
): Promise<Availability[]> {
  return context.tx.rows<Availability>(sql`
    select l.id as location_id, m.id as material_id, coalesce(s.qty, 0) as on_hand, coalesce(lot.usable, 0) as usable,
      coalesce(s.reserved_qty, 0) as reserved,
      greatest(0, coalesce(lot.usable, 0) - coalesce(s.reserved_qty, 0)) as available,
      coalesce(s.safety_stock_threshold, 0) as safety_stock,
      coalesce(transit.qty, 0) as in_transit, coalesce(lot.lots, '[]') as lots,
      coalesce(promise.promised, '[]') as promised, coalesce(expected.due, '[]') as due,
      coalesce(s.last_cost, 0) as last_cost
    from unnest(${[...new Set(locationIds)]}::bigint[]) as l(id)
    cross join unnest(${[...new Set(materialIds)]}::bigint[]) as m(id)
    left join stock s on s.location_id = l.id and s.material_id = m.id
    left join stock_location t on t.transit_for_id = l.id
    left join stock transit on transit.location_id = t.id and transit.material_id = m.id
    left join lateral (
      select sum(g.qty) as usable, jsonb_agg(jsonb_build_object('expiryDate', g.expiry_date, 'qty',
        trim_scale(g.qty)::text) order by g.expiry_date) as lots
      from (select b.expiry_date, sum(sb.qty) as qty from stock_batch sb join batch b on b.id = sb.batch_id
            where sb.location_id = l.id and sb.material_id = m.id and sb.qty > 0 and b.lot_state = 'free'
              and (b.expiry_date is null or b.expiry_date >= ${date}::date)
              and (b.use_by is null or b.use_by > greatest(${context.now}::timestamptz, ${date}::date::timestamptz))
            group by b.expiry_date) g) lot on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('needDate', g.need_date, 'qty', trim_scale(g.qty)::text, 'isNamed',
        g.is_named, 'expiryDate', g.expiry_date) order by g.need_date) as promised
      from (select r.need_date, r.batch_id is not null as is_named, b.expiry_date, sum(r.qty) as qty
      from stock_reservation r left join batch b on b.id = r.batch_id
            where r.location_id = l.id and r.material_id = m.id and r.qty > 0 group by 1, 2, 3) g) promise on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('dueDate', e.due_date, 'qty', trim_scale(e.open_qty)::text, 'billType',
        e.bill_type, 'billId', e.bill_id::text, 'billCode', e.bill_code) order by e.due_date, e.id) as due
      from expected_receipt e where e.location_id = l.id and e.material_id = m.id and e.open_qty > 0
        and e.due_date <= ${until}::date) expected on true
    order by l.id, m.id`);
}

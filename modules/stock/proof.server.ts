/** The ledger read back: stock as of any moment, and the proof that balances are the sum of their moves. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../kernel/server/database.ts';

export interface StockAsOf {
  readonly locationId: Id;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly qty: DecimalText;
  readonly amount: DecimalText;
}

/** What lay where at a moment, by when it happened (`business`) or by when it was known (`posted`), replayed from the moves. Lots at zero are left out. */
export async function asOf(context: Context, moment: string, by: 'business' | 'posted' = 'business', locationIds?: readonly Id[]): Promise<StockAsOf[]> {
  const places = locationIds === undefined ? sql`` : sql`and m.location_id = any(${locationIds}::bigint[])`;
  return context.tx.rows<StockAsOf>(sql`
    select m.location_id, m.material_id, m.batch_id, sum(m.qty) as qty, sum(m.amount) as amount
    from stock_move m where ${timeOf(by)} <= ${moment}::timestamptz ${places}
    group by m.location_id, m.material_id, m.batch_id having sum(m.qty) <> 0 or sum(m.amount) <> 0
    order by m.location_id, m.material_id, m.batch_id`);
}
const timeOf = (by: 'business' | 'posted'): Sql => (by === 'posted' ? sql`m.posted_time` : sql`m.business_time`);

export interface Proof {
  readonly ok: boolean;
  /** Materials at places that were compared. */
  readonly checked: number;
  readonly firstBadRow: Record<string, unknown> | null;
}

/**
 * Proves, in one snapshot: stock = Σ lots = Σ moves in quantity, second quantity and amount, lot by lot as well; the moving
 * average = its projection; reserved = what documents hold. Answers the first place and material where it is not so.
 */
export async function prove(context: Context, locationId?: Id): Promise<Proof> {
  const here = (table: Sql): Sql => (locationId === undefined ? sql`` : sql`where ${table}.location_id = ${locationId}::bigint`);
  const row = await context.tx.row<{ checked: number; bad: Record<string, unknown> | null }>(sql`
    with moved as (
      select m.location_id, m.material_id, m.batch_id, sum(m.qty) as qty, sum(m.aux_qty) as aux, sum(m.amount) as amount, sum(c.avg_amount - c.residue) as average
      from stock_move m left join stock_move_cost c on c.move_id = m.id ${here(sql`m`)} group by 1, 2, 3),
    lots as (
      select coalesce(b.location_id, v.location_id) as location_id, coalesce(b.material_id, v.material_id) as material_id, coalesce(b.batch_id, v.batch_id) as batch_id,
        coalesce(b.qty, 0) as qty, coalesce(b.aux_qty, 0) as aux, coalesce(b.amount, 0) as amount, coalesce(b.reserved_qty, 0) as reserved,
        coalesce(v.qty, 0) as moved_qty, coalesce(v.aux, 0) as moved_aux, coalesce(v.amount, 0) as moved_amount, coalesce(v.average, 0) as moved_average
      from (select * from stock_batch b ${here(sql`b`)}) b full join moved v on v.location_id = b.location_id and v.material_id = b.material_id and v.batch_id = b.batch_id),
    summed as (
      select location_id, material_id, sum(qty) as qty, sum(aux) as aux, sum(amount) as amount, sum(moved_qty) as moved_qty, sum(moved_amount) as moved_amount, sum(moved_average) as moved_average,
        bool_and(qty = moved_qty and aux = moved_aux and amount = moved_amount) as lots_agree from lots group by 1, 2),
    held as (select r.location_id, r.material_id, sum(r.qty) as qty from stock_reservation r ${here(sql`r`)} group by 1, 2),
    compared as (
      select coalesce(s.location_id, t.location_id) as location_id, coalesce(s.material_id, t.material_id) as material_id, coalesce(s.qty, 0) as qty, coalesce(t.qty, 0) as lot_qty, coalesce(t.moved_qty, 0) as moved_qty,
        coalesce(s.amount, 0) as amount, coalesce(t.amount, 0) as lot_amount, coalesce(t.moved_amount, 0) as moved_amount, coalesce(s.avg_amount, 0) as average, coalesce(t.moved_average, 0) as moved_average,
        coalesce(s.aux_qty, 0) as aux, coalesce(t.aux, 0) as lot_aux, coalesce(s.reserved_qty, 0) as reserved, coalesce(h.qty, 0) as held, coalesce(t.lots_agree, true) as lots_agree
      from (select * from stock s ${here(sql`s`)}) s full join summed t on t.location_id = s.location_id and t.material_id = s.material_id
      left join held h on h.location_id = s.location_id and h.material_id = s.material_id),
    bad as (
      select c.*, l.name as location, m.name as material from compared c left join stock_location l on l.id = c.location_id left join material m on m.id = c.material_id
      where not (c.lots_agree and c.qty = c.lot_qty and c.qty = c.moved_qty and c.amount = c.lot_amount and c.amount = c.moved_amount and c.average = c.moved_average and c.aux = c.lot_aux and c.reserved = c.held)
      order by c.location_id, c.material_id limit 1)
    select (select count(*)::integer from compared) as checked, (select to_jsonb(bad) from bad) as bad`);
  return { ok: row!.bad === null, checked: row!.checked, firstBadRow: row!.bad };
}

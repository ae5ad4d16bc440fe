/** A late-dated posting in an open period (trade-rules 8.6) must fit at its own time and at every later one. */
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';

interface LatePosting {
  readonly materialId: Id;
  readonly batchId: Id;
  readonly from?: Id;
  readonly to?: Id;
  readonly businessTime?: string;
}

/** Refuses an issue dated back to when its lot was not there, or had since been used. */
export async function refuseLateOverdraw(context: Context, late: readonly LatePosting[]): Promise<void> {
  const keys = late.flatMap((posting) =>
    [posting.from, posting.to]
      .filter((place) => place !== undefined)
      .map((location) => ({ location, batch: posting.batchId })),
  );
  const rows = await context.tx.rows<{ batch: string; day: string; short: string; unit: string }>(sql`
    with running as (
      select m.batch_id, m.business_time, sum(m.qty) over (partition by m.location_id, m.batch_id
      order by m.business_time, m.seq) as there
      from stock_move m
      where (m.location_id, m.batch_id) in (select k.location, k.batch
      from json_to_recordset(${JSON.stringify(keys)}::json) as k(location bigint, batch bigint)))
    select b.batch_code as batch, min(r.business_time)::date as day, -min(r.there) as short, u.called as unit
    from running r join batch b on b.id = r.batch_id join material m on m.id = b.material_id
    join material_unit u on u.id = m.base_unit_id
    where r.there < 0 group by b.batch_code, u.called order by b.batch_code`);
  if (rows.length > 0) throw new Refused(...rows.map((row) => refuse('stock.late-overdraw', { ...row })));
}

/** What lay at the places after each move, summed again from the earliest late one on; the rows are held. */
export async function repeatHeld(context: Context, late: readonly LatePosting[]): Promise<void> {
  const changes = late.flatMap(({ from, to, materialId, businessTime }) =>
    [from, to]
      .filter((place) => place !== undefined)
      .map((location) => ({ location, material: materialId, since: businessTime })),
  );
  await context.tx.run(sql`
    with changed as (
      select g.location, g.material, min(g.since) as since
      from json_to_recordset(${JSON.stringify(changes)}::json) as g(location bigint, material bigint,
        since timestamptz) group by 1, 2),
    summed as (
      select m.id, coalesce(b.held_qty, 0) + m.held_qty as qty, coalesce(b.held_aux_qty, 0) + m.held_aux_qty as aux_qty,
        coalesce(b.held_amount, 0) + m.held_amount as amount
      from changed g
      left join lateral (
        select c.held_qty, c.held_aux_qty, c.held_amount from stock_move m join stock_move_cost c on c.move_id = m.id
        where m.location_id = g.location and m.material_id = g.material and m.business_time < g.since
        order by m.business_time desc, m.seq desc limit 1) b on true
      cross join lateral (
        select m.id, sum(m.qty) over following as held_qty, sum(m.aux_qty) over following as held_aux_qty,
          sum(m.amount) over following as held_amount
        from stock_move m
        where m.location_id = g.location and m.material_id = g.material and m.business_time >= g.since
        window following as (order by m.business_time, m.seq)) m)
    update stock_move_cost c set held_qty = s.qty, held_aux_qty = s.aux_qty, held_amount = s.amount
    from summed s where c.move_id = s.id`);
}

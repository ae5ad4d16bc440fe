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

/**
 * A late-dated posting in an open period (trade-rules 8.6): it must fit at its own time and at every later one, and the
 * moving average of its place and material is worked out again from there on.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { averageForward, type AveragedMove } from './moving-average.rules.ts';

interface LatePosting {
  readonly materialId: Id;
  readonly batchId: Id;
  readonly from?: Id;
  readonly to?: Id;
  readonly businessTime?: string;
}

/** Refuses an issue dated back to when its lot was not there, or had since been used. */
export async function refuseLateOverdraw(context: Context, late: readonly LatePosting[]): Promise<void> {
  const keys = late.flatMap((posting) => [posting.from, posting.to].filter((place) => place !== undefined).map((location) => ({ location, batch: posting.batchId })));
  const rows = await context.tx.rows<{ batch: string; day: string; short: string }>(sql`
    with running as (
      select m.batch_id, m.business_time, sum(m.qty) over (partition by m.location_id, m.batch_id order by m.business_time, m.seq) as there
      from stock_move m
      where (m.location_id, m.batch_id) in (select k.location, k.batch from json_to_recordset(${JSON.stringify(keys)}::json) as k(location bigint, batch bigint)))
    select b.batch_code as batch, min(r.business_time)::date as day, -min(r.there) as short
    from running r join batch b on b.id = r.batch_id where r.there < 0 group by b.batch_code order by b.batch_code`);
  if (rows.length > 0) throw new Refused(...rows.map((row) => refuse('stock.late-overdraw', { ...row })));
}

/** Works the averages of the places and materials out again from the earliest of the late moves on. */
export async function repeatAverages(context: Context, late: readonly LatePosting[]): Promise<void> {
  const keys = new Map<string, { location: Id; material: Id }>();
  for (const posting of late) {
    for (const location of [posting.from, posting.to]) if (location !== undefined) keys.set(`${location}/${posting.materialId}`, { location, material: posting.materialId });
  }
  const moves = await context.tx.rows<MoveRow>(sql`
    select m.id, m.location_id, m.material_id, m.qty, m.amount, m.reason, m.counter_location_id is not null as carried, c.avg_amount
    from stock_move m join stock_move_cost c on c.move_id = m.id
    where (m.location_id, m.material_id) in (select k.location, k.material from json_to_recordset(${JSON.stringify([...keys.values()])}::json) as k(location bigint, material bigint))
    order by m.location_id, m.material_id, m.business_time, m.seq`);
  const costs: Record<string, unknown>[] = [];
  const balances: Record<string, unknown>[] = [];
  for (const own of Map.groupBy(moves, (move) => `${move.locationId}/${move.materialId}`).values()) {
    const averaged = averageForward(own.map(averagedMove));
    for (const { id, average } of averaged) costs.push({ id, unit: average.unitCost, amount: average.amount, running: average.left.qty, value: average.left.amount, residue: average.residue });
    const last = averaged.at(-1)!.average;
    balances.push({ location: own[0]!.locationId, material: own[0]!.materialId, unit: last.unitCost, value: last.left.amount });
  }
  await context.tx.run(sql`
    update stock_move_cost c set avg_unit_cost = g.unit, avg_amount = g.amount, running_qty = g.running, running_value = g.value, residue = g.residue
    from json_to_recordset(${JSON.stringify(costs)}::json) as g(id bigint, unit numeric, amount numeric, running numeric, value numeric, residue numeric) where c.move_id = g.id`);
  await context.tx.run(sql`
    update stock s set avg_cost = g.unit, avg_amount = g.value
    from json_to_recordset(${JSON.stringify(balances)}::json) as g(location bigint, material bigint, unit numeric, value numeric) where s.location_id = g.location and s.material_id = g.material`);
}

interface MoveRow {
  readonly id: Id; readonly locationId: Id; readonly materialId: Id; readonly qty: string; readonly amount: string; readonly reason: string; readonly carried: boolean; readonly avgAmount: string;
}
const averagedMove = (row: MoveRow): AveragedMove => ({ id: row.id, qty: Decimal.of(row.qty), amount: Decimal.of(row.amount), carriedAmount: row.carried ? Decimal.of(row.avgAmount) : null, reason: row.reason });

/** The moving averages of places and materials, kept right when a move comes late or is booked back. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { noWorth, type Worth } from './cost.rules.ts';
import { SAME_GOODS } from './move-reason.rules.ts';
import { averageForward, type AveragedMove } from './moving-average.rules.ts';

interface LatePosting {
  readonly materialId: Id;
  readonly from?: Id;
  readonly to?: Id;
  readonly businessTime?: string;
}
/** A place and material, the moment from which its averages change, and what stood before. */
interface Stretch {
  readonly locationId: Id;
  readonly materialId: Id;
  readonly since: string;
  readonly qty: DecimalText | null;
  readonly value: DecimalText | null;
  readonly unitCost: DecimalText | null;
}
interface MoveRow {
  readonly id: Id;
  readonly locationId: Id;
  readonly materialId: Id;
  readonly qty: DecimalText;
  readonly amount: DecimalText;
  readonly reason: string;
  readonly isTransfer: boolean;
  readonly reversesId: Id | null;
  readonly averageAmount: DecimalText;
  readonly residue: DecimalText;
  readonly takenBefore: DecimalText;
  readonly undone: boolean;
}

/**
 * Works the averages out again from the earliest late move, or the earliest move that was booked back, on. What a
 * closed month holds stays as it is.
 */
export async function repeatAverages(
  context: Context,
  late: readonly LatePosting[],
  reversalIds: readonly Id[],
): Promise<void> {
  const stretches = await stretchesOf(context, late, reversalIds);
  const moves = Map.groupBy(await movesOf(context, stretches), (move) => `${move.locationId}/${move.materialId}`);
  const costs: Record<string, unknown>[] = [];
  const balances: Record<string, unknown>[] = [];
  for (const stretch of stretches) {
    const averages = averageForward(
      (moves.get(`${stretch.locationId}/${stretch.materialId}`) ?? []).map(averagedMove),
      heldBefore(stretch),
    );
    for (const [id, { unitCost, amount, left, residue, takenBefore, isUndone }] of averages) {
      costs.push({
        id,
        unit: unitCost,
        amount,
        running: left.qty,
        value: left.amount,
        residue,
        taken: takenBefore,
        undone: isUndone,
      });
    }
    const { left } = [...averages.values()].at(-1)!;
    balances.push({
      location: stretch.locationId,
      material: stretch.materialId,
      unit: left.unitCost,
      value: left.amount,
    });
  }
  await context.tx.run(sql`
    update stock_move_cost c set avg_unit_cost = g.unit, avg_amount = g.amount, running_qty = g.running,
      running_value = g.value, residue = g.residue, taken_before = g.taken, undone = g.undone
    from json_to_recordset(${JSON.stringify(costs)}::json) as g(id bigint, unit numeric, amount numeric,
      running numeric, value numeric, residue numeric, taken numeric, undone boolean)
    where c.move_id = g.id and (c.avg_unit_cost, c.avg_amount, c.running_qty, c.running_value, c.residue,
      c.taken_before, c.undone) is distinct from (g.unit, g.amount, g.running, g.value, g.residue, g.taken, g.undone)`);
  await context.tx.run(sql`
    update stock s set avg_cost = g.unit, avg_amount = g.value
    from json_to_recordset(${JSON.stringify(balances)}::json) as g(location bigint, material bigint, unit numeric,
      value numeric) where s.location_id = g.location and s.material_id = g.material`);
}

/**
 * A pair of which the first move lies before the moment is taken whole: what comes late decides whether it can be
 * undone.
 */
function stretchesOf(context: Context, late: readonly LatePosting[], reversalIds: readonly Id[]): Promise<Stretch[]> {
  const changes = late.flatMap(({ from, to, materialId, businessTime }) =>
    [from, to]
      .filter((place) => place !== undefined)
      .map((location) => ({ location, material: materialId, since: businessTime })),
  );
  return context.tx.rows<Stretch>(sql`
    with changed as (
      select g.location, g.material, g.since, coalesce((l.closed_through + 1)::timestamptz, '-infinity') as opened
      from json_to_recordset(${JSON.stringify(changes)}::json) as g(location bigint, material bigint,
        since timestamptz) join stock_location l on l.id = g.location
      union all
      select o.location_id, o.material_id, o.business_time, coalesce((l.closed_through + 1)::timestamptz, '-infinity')
      from stock_move r join stock_move o on o.id = r.reverses_move_id join stock_location l on l.id = o.location_id
      where r.id = any(${reversalIds}::bigint[])),
    begun as (select location, material, opened, min(since) as since from changed where since >= opened
    group by 1, 2, 3),
    whole as (
      select b.location, b.material, date_trunc('second', least(b.since, (
        select min(o.business_time) from stock_move r join stock_move o on o.id = r.reverses_move_id
        where r.location_id = b.location and r.material_id = b.material and r.business_time >= b.since
          and o.business_time >= b.opened))) as since
      from begun b)
    select w.location as location_id, w.material as material_id, w.since, before.qty, before.value, before.unit_cost
    from whole w
    left join lateral (
      select c.running_qty as qty, c.running_value as value, c.avg_unit_cost as unit_cost from stock_move m
      join stock_move_cost c on c.move_id = m.id
      where m.location_id = w.location and m.material_id = w.material and m.business_time < w.since
      order by m.business_time desc, m.seq desc limit 1) before on true`);
}

/** Whether a move says what its material last cost: goods that came in, were no gift and were not booked back. */
export const saysLastCost = (move: Sql): Sql => sql`${move}.qty > 0 and ${move}.unit_cost > 0
  and ${move}.reason <> all(${['count.gain', ...SAME_GOODS]}::text[]) and ${move}.reason not like 'reverse.%' and ${stands(move)}`;
const stands = (move: Sql): Sql => sql`not exists (
  select 1 from stock_move taken where taken.tenant_id = ${move}.tenant_id and taken.reverses_move_id = ${move}.id)`;

/** What goods cost that came in by a move: as it says, or as their price was corrected since. */
export const costOf = (move: Sql): Sql => sql`coalesce((
  select a.unit_cost from stock_move a where a.batch_id = ${move}.batch_id and a.location_id = ${move}.location_id
    and a.reason = 'cost.adjust' and a.unit_cost > 0 and a.seq > ${move}.seq and ${stands(sql`a`)}
  order by a.seq desc limit 1), ${move}.unit_cost)`;

/** The last cost of the places and materials of these postings, found again in the moves. */
export async function findLastCosts(context: Context, postings: readonly LatePosting[]): Promise<void> {
  const keys = postings.flatMap(({ from, to, materialId }) =>
    [from, to].filter((place) => place !== undefined).map((location) => ({ location, material: materialId })),
  );
  await context.tx.run(sql`
    update stock s set last_cost = coalesce((
      select ${costOf(sql`m`)} from stock_move m where m.location_id = s.location_id and m.material_id = s.material_id
          and ${saysLastCost(sql`m`)} order by m.business_time desc, m.seq desc limit 1), 0)
    where (s.location_id, s.material_id) in (select g.location, g.material
    from json_to_recordset(${JSON.stringify(keys)}::json) as g(location bigint, material bigint))`);
}

/** Stretch by stretch from its moment on: asked for all at once, the planner would read the whole ledger. */
const movesOf = (context: Context, stretches: readonly Stretch[]): Promise<MoveRow[]> =>
  context.tx.rows<MoveRow>(sql`
  select m.id, m.location_id, m.material_id, m.qty, m.amount, m.reason,
    m.counter_location_id is not null as is_transfer, m.reverses_move_id as reverses_id,
    m.avg_amount as average_amount, m.residue, m.taken_before, m.undone
  from json_to_recordset(${JSON.stringify(stretches)}::json) as g("locationId" bigint, "materialId" bigint,
    since timestamptz)
  cross join lateral (
    select m.*, c.avg_amount, c.residue, c.taken_before, c.undone from stock_move m
    join stock_move_cost c on c.move_id = m.id
    where m.location_id = g."locationId" and m.material_id = g."materialId" and m.business_time >= g.since
    offset 0) m
  order by m.business_time, m.seq`);

const heldBefore = ({ qty, value, unitCost }: Stretch): Worth =>
  qty === null ? noWorth : { qty: Decimal.of(qty), amount: Decimal.of(value!), unitCost: Decimal.of(unitCost!) };
const averagedMove = (row: MoveRow): AveragedMove => ({
  id: row.id,
  qty: Decimal.of(row.qty),
  amount: Decimal.of(row.amount),
  reason: row.reason,
  isTransfer: row.isTransfer,
  reversesId: row.reversesId,
  average: {
    amount: Decimal.of(row.averageAmount),
    residue: Decimal.of(row.residue),
    takenBefore: Decimal.of(row.takenBefore),
    isUndone: row.undone,
  },
});

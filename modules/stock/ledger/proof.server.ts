/** The ledger read back: stock as of any moment, and the proof that balances are the sum of their moves. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { ports } from '../../../kernel/server/port.ts';
import { costOf, saysLastCost } from './moving-average.server.ts';

interface StockAsOf {
  readonly locationId: Id;
  readonly materialId: Id;
  readonly batchId: Id;
  readonly qty: DecimalText;
  readonly amount: DecimalText;
}

/**
 * What lay where at a moment, by when it happened (`business`) or by when it was known (`posted`), replayed from the
 * moves. Lots at zero are left out.
 */
export async function asOf(
  context: Context,
  moment: string,
  by: 'business' | 'posted' = 'business',
  locationIds?: readonly Id[],
): Promise<StockAsOf[]> {
  const places = locationIds === undefined ? sql`` : sql`and m.location_id = any(${locationIds}::bigint[])`;
  return context.tx.rows<StockAsOf>(sql`
    select m.location_id, m.material_id, m.batch_id, sum(m.qty) as qty, sum(m.amount) as amount
    from stock_move m where ${timeOf(by)} <= ${moment}::timestamptz ${places}
    group by m.location_id, m.material_id, m.batch_id having sum(m.qty) <> 0 or sum(m.amount) <> 0
    order by m.location_id, m.material_id, m.batch_id`);
}
const timeOf = (by: 'business' | 'posted'): Sql => (by === 'posted' ? sql`m.posted_time` : sql`m.business_time`);

interface Proof {
  readonly ok: boolean;
  /** Materials at places that were compared. */
  readonly checked: number;
  readonly firstBadRow: BadRow | null;
}

/** Where something is not as it must be: what, and at which place and material or in which document. */
export type BadRow = Readonly<Record<string, unknown>>;
/** Proves what an area keeps in step with stock; answers the first row where it is not so. */
type ProofAlso = (context: Context, locationId?: Id) => Promise<BadRow | undefined>;

/** What areas below stock prove of their documents. */
export const proofsAlso = ports<ProofAlso>('proofs beside stock');

/** What is proved: one place or all; `replayed`: also what was proved by night and has not moved since. */
interface Part {
  readonly locationId?: Id;
  readonly replayed?: boolean;
}

/**
 * Proves that stock = Σ lots = Σ moves in quantity, second quantity and amount, lot by lot as well; that reserved =
 * what documents hold; that moving average and last cost are what the moves, one after the other, make of them; and
 * what other areas add. Answers the first place and material, or document, where it is not so.
 *
 * Of what a night has replayed and nobody has moved since, balances are compared with what stands at the last move.
 */
export async function prove(context: Context, part: Part = {}): Promise<Proof> {
  const { checked, bad } = await proveBalances(context, part);
  const settled = part.replayed === true ? { checked: 0, bad: null } : await proveSettled(context, part);
  let firstBadRow: BadRow | null = bad ?? settled.bad ?? (await proveAverages(context, part)) ?? null;
  for (const also of proofsAlso.of(context)) firstBadRow ??= (await also(context, part.locationId)) ?? null;
  return { ok: firstBadRow === null, checked: checked + settled.checked, firstBadRow };
}

const at = (table: Sql, { locationId }: Part): Sql =>
  locationId === undefined ? sql`true` : sql`${table}.location_id = ${locationId}::bigint`;

/** No transaction lasts longer: who moved goods so long before a proof had committed when it began. */
const LONGEST_TRANSACTION = sql`interval '1 hour'`;
/** The materials at places that a night has replayed and that have not moved since. */
const settledOf = (part: Part): Sql => sql`
  settled as materialized (
    select s.location_id, s.material_id from stock s join stock_proof p on p.location_id = s.location_id
    where ${at(sql`s`, part)} and ${part.replayed !== true}
      and s.last_move_time < p.proved_time - ${LONGEST_TRANSACTION})`;
/** Rows of `table` that are replayed. */
const among = (table: Sql, part: Part): Sql => sql`${at(table, part)} and not exists (
  select 1 from settled x where x.location_id = ${table}.location_id and x.material_id = ${table}.material_id)`;

/** All that disagree are found before the first is chosen: a limit would have each row looked for among the others. */
async function proveSettled(context: Context, part: Part): Promise<{ checked: number; bad: BadRow | null }> {
  return (await context.tx.row<{ checked: number; bad: BadRow | null }>(sql`
    with ${settledOf(part)},
    lots as (
      select b.location_id, b.material_id, sum(b.qty) as qty, sum(b.aux_qty) as aux, sum(b.amount) as amount
      from stock_batch b where ${at(sql`b`, part)} group by 1, 2),
    held as (
      select r.location_id, r.material_id, sum(r.qty) as qty from stock_reservation r where ${at(sql`r`, part)}
      group by 1, 2),
    bad as materialized (
      select s.location_id, s.material_id, s.qty, s.aux_qty as aux, s.amount, s.avg_amount as average,
        l.qty as lot_qty, l.amount as lot_amount, m.held_qty as moved_qty, m.held_amount as moved_amount,
        m.running_value as moved_average, s.reserved_qty as reserved, h.qty as held, p.called as location,
        g.called as material
      from settled x join stock s on s.location_id = x.location_id and s.material_id = x.material_id
      left join lots l on l.location_id = s.location_id and l.material_id = s.material_id
      left join held h on h.location_id = s.location_id and h.material_id = s.material_id
      left join lateral (
        select c.held_qty, c.held_aux_qty, c.held_amount, c.running_value from stock_move m
        join stock_move_cost c on c.tenant_id = m.tenant_id and c.move_id = m.id
        where m.tenant_id = s.tenant_id and m.location_id = s.location_id and m.material_id = s.material_id
        order by m.business_time desc, m.seq desc limit 1) m on true
      left join stock_location p on p.id = s.location_id left join material g on g.id = s.material_id
      where (s.qty, s.aux_qty, s.amount) is distinct from (coalesce(l.qty, 0), coalesce(l.aux, 0),
          coalesce(l.amount, 0))
        or (s.qty, s.aux_qty, s.amount, s.avg_amount) is distinct from (coalesce(m.held_qty, 0),
          coalesce(m.held_aux_qty, 0), coalesce(m.held_amount, 0), coalesce(m.running_value, 0))
        or s.reserved_qty <> coalesce(h.qty, 0))
    select (select count(*)::integer from settled) as checked,
      (select to_jsonb(b) from bad b order by b.location_id, b.material_id limit 1) as bad`))!;
}

async function proveBalances(context: Context, part: Part): Promise<{ checked: number; bad: BadRow | null }> {
  const here = (table: Sql): Sql => sql`where ${among(table, part)}`;
  return (await context.tx.row<{ checked: number; bad: BadRow | null }>(sql`
    with ${settledOf(part)},
    moved as (
      select m.location_id, m.material_id, m.batch_id, sum(m.qty) as qty, sum(m.aux_qty) as aux,
        sum(m.amount) as amount, sum(c.avg_amount - c.residue) as average
      from stock_move m left join stock_move_cost c on c.move_id = m.id ${here(sql`m`)} group by 1, 2, 3),
    lots as (
      select coalesce(b.location_id, v.location_id) as location_id,
        coalesce(b.material_id, v.material_id) as material_id, coalesce(b.batch_id, v.batch_id) as batch_id,
        coalesce(b.qty, 0) as qty, coalesce(b.aux_qty, 0) as aux, coalesce(b.amount, 0) as amount,
        coalesce(b.reserved_qty, 0) as reserved,
        coalesce(v.qty, 0) as moved_qty, coalesce(v.aux, 0) as moved_aux, coalesce(v.amount, 0) as moved_amount,
        coalesce(v.average, 0) as moved_average
      from (select * from stock_batch b ${here(sql`b`)}) b full join moved v on v.location_id = b.location_id
          and v.material_id = b.material_id and v.batch_id = b.batch_id),
    summed as (
      select location_id, material_id, sum(qty) as qty, sum(aux) as aux, sum(amount) as amount,
        sum(moved_qty) as moved_qty, sum(moved_amount) as moved_amount, sum(moved_average) as moved_average,
        bool_and(qty = moved_qty and aux = moved_aux and amount = moved_amount) as lots_agree from lots group by 1, 2),
    held as (select r.location_id, r.material_id, sum(r.qty) as qty from stock_reservation r ${here(sql`r`)}
      group by 1, 2),
    compared as (
      select coalesce(s.location_id, t.location_id) as location_id,
        coalesce(s.material_id, t.material_id) as material_id, coalesce(s.qty, 0) as qty,
        coalesce(t.qty, 0) as lot_qty, coalesce(t.moved_qty, 0) as moved_qty,
        coalesce(s.amount, 0) as amount, coalesce(t.amount, 0) as lot_amount,
        coalesce(t.moved_amount, 0) as moved_amount, coalesce(s.avg_amount, 0) as average,
        coalesce(t.moved_average, 0) as moved_average,
        coalesce(s.aux_qty, 0) as aux, coalesce(t.aux, 0) as lot_aux, coalesce(s.reserved_qty, 0) as reserved,
        coalesce(h.qty, 0) as held, coalesce(t.lots_agree, true) as lots_agree
      from (select * from stock s ${here(sql`s`)}) s full join summed t on t.location_id = s.location_id
          and t.material_id = s.material_id
      left join held h on h.location_id = s.location_id and h.material_id = s.material_id),
    bad as (
      select c.*, l.called as location, m.called as material from compared c
      left join stock_location l on l.id = c.location_id left join material m on m.id = c.material_id
      where not (c.lots_agree and c.qty = c.lot_qty and c.qty = c.moved_qty and c.amount = c.lot_amount
        and c.amount = c.moved_amount and c.average = c.moved_average and c.aux = c.lot_aux and c.reserved = c.held)
      order by c.location_id, c.material_id limit 1)
    select (select count(*)::integer from compared) as checked, (select to_jsonb(bad) from bad) as bad`))!;
}

/**
 * Each move's standing in the average follows from the one before it and from what it moved, and the last of a place
 * and material is its balance: so the whole of it is a replay. Undone moves change nothing and come in pairs of
 * opposites. What goods cost last is looked up for the last move of each place and material only: for every move it
 * took the square of their number wherever the database had no statistics of them yet, as after a crash.
 */
async function proveAverages(context: Context, part: Part): Promise<BadRow | undefined> {
  const cents = (taken: Sql): Sql => sql`round(round((${taken}) * cost_before, 12), 2)`;
  const [row] = await context.tx.rows<BadRow>(sql`
    with ${settledOf(part)},
    steps as (
      select m.location_id, m.material_id, m.bill_code, m.seq, m.qty, m.amount, m.reason,
        m.counter_location_id is not null as is_transfer, m.reverses_move_id is not null as reverses,
        c.avg_unit_cost, c.avg_amount, c.residue, c.running_qty, c.running_value, c.taken_before, c.undone,
        o.avg_amount as reversed_amount, o.undone as reversed_undone,
        (c.held_qty, c.held_aux_qty, c.held_amount) as held,
        (sum(m.qty) over following, sum(m.aux_qty) over following, sum(m.amount) over following) as moved,
        coalesce(lag(c.running_qty) over following, 0) as qty_before,
        coalesce(lag(c.running_value) over following, 0) as value_before,
        coalesce(lag(c.avg_unit_cost) over following, 0) as cost_before,
        lead(m.seq) over following is null as is_last
      from stock_move m left join stock_move_cost c on c.move_id = m.id
      left join stock_move_cost o on o.move_id = m.reverses_move_id where ${among(sql`m`, part)}
      window following as (partition by m.location_id, m.material_id order by m.business_time, m.seq)),
    judged as (
      select s.*, case
        when avg_unit_cost is null then 'no standing'
        when held is distinct from moved then 'held'
        when running_qty <> qty_before + case when undone then 0 else qty end then 'quantity'
        when running_value <> value_before + case when undone then 0 else avg_amount - residue end or (running_qty = 0
        and running_value <> 0) then 'value'
        when reverses and (avg_amount <> -reversed_amount or undone and not reversed_undone) then 'reversal'
        when undone or reverses then null
        when reason = 'cost.residue' then case when avg_amount <> 0 then 'residue' end
        when qty < 0 then case when avg_unit_cost <> cost_before then 'unit cost' when running_qty > 0
        and value_before - running_value <> least(value_before, ${cents(sql`taken_before - qty`)} -
          ${cents(sql`taken_before`)}) then 'issue' end
        when not is_transfer and avg_amount <> amount then 'receipt'
        when qty > 0 and residue <> 0 then 'receipt'
        when running_qty > 0 and abs(avg_unit_cost * running_qty - running_value) * 1000000000 > running_qty then
        'unit cost' end as wrong
      from steps s),
    bought as materialized (
      select distinct on (m.location_id, m.material_id) m.* from stock_move m
      where ${saysLastCost(sql`m`)} and ${among(sql`m`, part)}
      order by m.location_id, m.material_id, m.business_time desc, m.seq desc),
    bad as (
      select location_id, material_id, bill_code, wrong from judged where wrong is not null
      union all
      select s.location_id, s.material_id, j.bill_code, 'balance' from judged j
      join stock s on s.location_id = j.location_id and s.material_id = j.material_id
      where j.is_last and (s.qty <> j.running_qty or s.avg_amount <> j.running_value or s.avg_cost <> j.avg_unit_cost)
      union all
      select s.location_id, s.material_id, null, 'last cost' from stock s
      left join bought b on b.location_id = s.location_id and b.material_id = s.material_id
      where s.last_cost <> coalesce(${costOf(sql`b`)}, 0)
        and ${among(sql`s`, part)})
    select b.*, l.called as location, m.called as material from bad b left join stock_location l on l.id = b.location_id
    left join material m on m.id = b.material_id
    order by b.location_id, b.material_id limit 1`);
  return row;
}

/** The column of the statistics a move counts in, as a statement finds it. */
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { SCRAP_TYPES } from '../ledger/move-reason.rules.ts';
import { placements } from './statistics.rules.ts';

const reasons = placements.map(({ reason }) => reason);
const ways = placements.map(({ inTransit }) => inTransit);
const marks = placements.map(({ marked }) => marked);
const columns = placements.map(({ column }) => column);

/** Reasons of which the place the goods were sent to decides. */
export const SETTLED: readonly string[] = ['difference.back', 'difference.over'].flatMap((each) => [
  each,
  `reverse.${each}`,
]);

/** `c.counted` for each reason, way and mark. */
export const countedColumns: Sql = sql`unnest(${reasons}::text[], ${ways}::boolean[], ${marks}::boolean[],
  ${columns}::text[]) as c(reason, in_transit, marked, counted)`;

/** Stores and what is on its way to them: `l` lies there or is in transit to `w`. */
export const STORES: Sql = sql`stock_location w join stock_location l on l.tenant_id = w.tenant_id
  and coalesce(l.transit_for_id, l.id) = w.id`;
export const IS_STORE: Sql = sql`w.kind in ('warehouse', 'factory-warehouse')`;

/** Whether a move is scrap, or is settled with a stall; `counter` is the other place where that decides. */
export const isMarked = (detail: Sql, counter: Sql): Sql => sql`(coalesce(${detail} = any(${SCRAP_TYPES}), false)
  or exists (select 1 from stock_location o join stock_location p on p.tenant_id = o.tenant_id
    and p.id = o.transit_for_id and p.kind = 'stall' where o.id = ${counter}))`;

/** Whether a move `t` of the list of moves is marked. */
const isMarkedRow: Sql = isMarked(
  sql`t.reason_detail`,
  sql`(case when t.reason = any(${SETTLED}) then t.counter_location_id end)`,
);
/** The column a move `t` counts in. */
export const countedOf: Sql = sql`(select c.counted from ${countedColumns} where c.reason = t.reason
  and c.in_transit = t.in_transit and c.marked = ${isMarkedRow})`;

/** Moves `t` that count in one of these columns: by their reasons, and by the mark alone where it decides. */
export function countsIn(wanted: readonly string[]): Sql {
  const found = placements.filter(({ column }) => wanted.includes(column));
  const reasonsOf = (inTransit: boolean, marked: boolean): readonly string[] =>
    found.filter((each) => each.inTransit === inTransit && each.marked === marked).map(({ reason }) => reason);
  const [marked, plain] = [reasonsOf(false, true), reasonsOf(false, false)];
  const of = (given: readonly string[]): Sql => sql`t.reason = any(${given}::text[])`;
  const both = of(plain.filter((each) => marked.includes(each)));
  return sql`case when t.in_transit then ${of(reasonsOf(true, false))} else ${both}
    or (${of(marked.filter((each) => !plain.includes(each)))} and ${isMarkedRow})
    or (${of(plain.filter((each) => !marked.includes(each)))} and not ${isMarkedRow}) end`;
}

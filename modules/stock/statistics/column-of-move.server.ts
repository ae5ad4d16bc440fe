/** The column of the statistics a move counts in, as a statement finds it. */
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { SCRAP_TYPES } from '../ledger/move-reason.rules.ts';
import { placements, type Column } from './statistics.rules.ts';

/** Stores and what is on its way to them: `l` lies there or is in transit to `w`. */
export const STORES: Sql = sql`stock_location w join stock_location l on l.tenant_id = w.tenant_id
  and coalesce(l.transit_for_id, l.id) = w.id`;
export const IS_STORE: Sql = sql`w.kind in ('warehouse', 'factory-warehouse')`;

/** Reasons of which the place the goods were sent to decides. */
const SETTLED: readonly string[] = ['difference.back', 'difference.over'].flatMap((each) => [each, `reverse.${each}`]);
/** The other place of a move, where it decides. */
export const counterOf = (reason: Sql, counter: Sql): Sql =>
  sql`case when ${reason} = any(${SETTLED}) then ${counter} end`;

/** Columns by reason. */
const columnsBy = (inTransit: boolean, marked: boolean): Readonly<Record<string, Column>> =>
  Object.fromEntries(
    placements
      .filter((each) => each.inTransit === inTransit && each.marked === marked)
      .map(({ reason, column }) => [reason, column]),
  );
const [onItsWay, marked, plain] = [columnsBy(true, false), columnsBy(false, true), columnsBy(false, false)];

/** What of a move decides. */
interface Deciding {
  readonly reason: Sql;
  readonly inTransit: Sql;
  readonly detail: Sql;
  /** As `counterOf` has it. */
  readonly counter: Sql;
}
/** Whether it is scrap, or is settled with a stall. */
const isMarked = ({ detail, counter }: Deciding): Sql => sql`(${detail} = any(${SCRAP_TYPES})
  or exists (select 1 from stock_location o join stock_location p on p.tenant_id = o.tenant_id
    and p.id = o.transit_for_id and p.kind = 'stall' where o.id = ${counter}))`;
/** The column a move counts in. */
export function columnOf(move: Deciding): Sql {
  const by = (columns: Readonly<Record<string, Column>>): Sql =>
    sql`${JSON.stringify(columns)}::jsonb ->> ${move.reason}`;
  return sql`case when ${move.inTransit} then ${by(onItsWay)} when ${isMarked(move)} then ${by(marked)}
    else ${by(plain)} end`;
}

const row: Deciding = {
  reason: sql`t.reason`,
  inTransit: sql`t.in_transit`,
  detail: sql`t.reason_detail`,
  counter: sql`(${counterOf(sql`t.reason`, sql`t.counter_location_id`)})`,
};
/** The column a move `t` counts in. */
export const columnOfRow: Sql = sql`(${columnOf(row)})`;

/** Moves `t` that count in one of these columns: by their reasons, and by the mark alone where it decides. */
export function countsIn(wanted: readonly string[]): Sql {
  const reasons = Object.keys(plain);
  const of = (holds: (reason: string) => boolean): Sql => sql`t.reason = any(${reasons.filter(holds)}::text[])`;
  const isIn = (columns: Readonly<Record<string, Column>>, reason: string): boolean =>
    wanted.includes(columns[reason]!);
  return sql`case when t.in_transit then ${of((reason) => isIn(onItsWay, reason))}
    else ${of((reason) => isIn(plain, reason) && isIn(marked, reason))}
      or (${of((reason) => !isIn(plain, reason) && isIn(marked, reason))} and ${isMarked(row)})
      or (${of((reason) => isIn(plain, reason) && !isIn(marked, reason))} and ${isMarked(row)} is not true) end`;
}

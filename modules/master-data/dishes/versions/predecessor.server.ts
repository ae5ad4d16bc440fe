/** Versions of BOMs follow each other: where one begins, the one in force before it ends. */
import type { Declaration } from '../../../../kernel/core/declaration.ts';
import type { Id } from '../../../../kernel/core/field.ts';
import { type Refusal, Refused } from '../../../../kernel/core/refusal.ts';
import { audit } from '../../../../kernel/server/audit.ts';
import type { Context } from '../../../../kernel/server/context.ts';
import { tableOf } from '../../../../kernel/server/schema.ts';
import { ident, sql, type Sql } from '../../../../parts/postgres/database.ts';

/** A released version beside the one that is being released. */
interface Beside {
  readonly id: Id;
  readonly title: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly lastDay: string;
}
interface Released {
  readonly id: Id | null;
  readonly startDate: string;
  readonly endDate: string | null;
  /** Which others are of the same, as a condition on their table `t`. */
  readonly same: Sql;
  /** What the audit calls them, an expression on their table `t`. */
  readonly title: Sql;
  /** Refuses what cannot be ended for it; without it the database refuses two for one day. */
  readonly overlaps?: (other: Beside) => Refusal;
}

/**
 * Ends the one in force the day before, locked. One that begins later, and one that has an end where this has one, too,
 * is not cut: what was to follow would be lost.
 */
export async function endPredecessor(context: Context, of: Declaration, released: Released): Promise<void> {
  const { id, startDate, endDate, same, title, overlaps } = released;
  const table = ident(tableOf(of));
  const others = await context.tx.rows<Beside>(sql`
    select t.id, ${title} as title, t.start_date, t.end_date, ${startDate}::date - 1 as last_day from ${table} t
    where ${same} and t.released = 1 and t.id <> ${id ?? '0'}::bigint
      and coalesce(t.end_date, 'infinity'::date) >= ${startDate}::date
      and t.start_date <= coalesce(${endDate}::date, 'infinity'::date) for update`);
  const isLater = (other: Beside): boolean =>
    other.startDate >= startDate || (other.endDate !== null && endDate !== null);
  const later = others.filter(isLater);
  if (later.length > 0 && overlaps !== undefined) throw new Refused(...later.map(overlaps));
  const ended = others.filter((other) => !isLater(other));
  if (ended.length === 0) return;
  await context.tx.run(
    sql`update ${table} set end_date = ${startDate}::date - 1, version = version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now()
      where id = any(${ended.map((other) => other.id)}::bigint[])`,
  );
  await audit(
    context,
    ended.map((other) => ({
      resource: of.name,
      recordId: other.id,
      action: 'update',
      title: other.title,
      changes: { endDate: [other.endDate, other.lastDay] },
    })),
  );
}

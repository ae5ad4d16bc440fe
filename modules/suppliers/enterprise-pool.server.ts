/** The pool of enterprises that suppliers and partners of stalls are taken from. */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';

/** Approved, not frozen, and the day within its cooperation; over the row `t` of an enterprise. */
export const inPool = (date: string): Sql =>
  sql`(t.status = 'approved' and t.frozen = 0 and t.valid_start_date <= ${date}::date
    and t.valid_end_date >= ${date}::date)`;

/** An enterprise as prices and suppliers take it over. */
interface Partner {
  readonly id: Id;
  readonly name: string;
  readonly commissionPercent: string | null;
  readonly cooperationTypeId: Id;
}
/**
 * Those of these that are in the pool today; what is wrong with the others, by field `enterpriseId`. Unknown ones are
 * the kernel's to refuse.
 */
export async function partnersIn(
  context: Context,
  ids: readonly Id[],
): Promise<{ readonly partners: ReadonlyMap<Id, Partner>; readonly refusals: ReadonlyMap<Id, Refusal> }> {
  const rows =
    ids.length === 0
      ? []
      : await context.tx.rows<Partner & { isIn: boolean }>(sql`
    select t.id, t.name, t.commission_percent, t.cooperation_type_id, ${inPool(context.today)} as is_in
    from enterprise t where t.id = any(${[...new Set(ids)]}::bigint[])`);
  return {
    partners: new Map(rows.filter((row) => row.isIn).map(({ isIn: _isIn, ...partner }) => [partner.id, partner])),
    refusals: new Map(
      rows
        .filter((row) => !row.isIn)
        .map(({ id, name }) => [id, refuse('suppliers.enterprise-not-in-pool', { name }, { field: 'enterpriseId' })]),
    ),
  };
}

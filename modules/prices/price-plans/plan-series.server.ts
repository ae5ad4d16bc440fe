/** Series of price documents: all versions of one plan, named by the first. */
import type { Declaration } from '../../../kernel/core/declaration.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';
import { tableOf } from '../../../kernel/server/schema.ts';
import { priceScheme } from './price-plan.document.ts';

/** What a version is one of. */
export interface NamedSeries {
  readonly seriesId: Id;
  readonly name: string;
  /** Of schemes: the kind of price; empty for plans. */
  readonly type: string;
  /** Some version prices something today or later. */
  readonly usable: boolean;
}
/** The series of versions, by the id of any. */
export async function seriesOf(
  context: Context,
  plan: Declaration,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, NamedSeries>> {
  const rows = await context.tx.rows<NamedSeries & { id: Id }>(sql`
    select t.id, t.price_series_id as series_id, t.name,
      ${plan.fields['type'] === undefined ? sql`''` : sql`t.type`} as type,
           exists (select 1 from ${ident(tableOf(plan))} v
           where v.price_series_id = t.price_series_id and v.status = 'approved' and (v.end_date is null
             or v.end_date >= ${context.today}::date)) as usable
    from ${ident(tableOf(plan))} t where t.id = any(${[...ids]}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
/** The series of a version that prices something today or later; refused otherwise. */
export async function approvedSeries(context: Context, plan: Declaration, id: Id, field: string): Promise<Id> {
  const series = (await seriesOf(context, plan, [id])).get(id);
  if (series === undefined)
    throw new Refused(
      refuse(
        'field.unknown-reference',
        { name: priceScheme.fields[field as keyof typeof priceScheme.fields].label },
        { field },
      ),
    );
  if (!series.usable) throw new Refused(refuse('prices.series-unapproved', { name: series.name }, { field }));
  return series.seriesId;
}

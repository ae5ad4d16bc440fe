import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';

/** A record with a period, about to be saved. */
interface Dated {
  readonly values: { startDate?: unknown; endDate?: unknown };
}

/** Fills an empty start with today; what stands against the period: that it ends before it begins. */
export function periodRefusals(context: Pick<Context, 'today'>, { values }: Dated): Refusal[] {
  values.startDate ??= context.today;
  const { startDate, endDate } = values;
  return endDate && String(endDate) < String(startDate)
    ? [refuse('master-data.period-reversed', { startDate, endDate }, { field: 'endDate' })]
    : [];
}
/** The same, thrown. */
export function requirePeriod(context: Pick<Context, 'today'>, saving: Dated): void {
  const refusals = periodRefusals(context, saving);
  if (refusals.length > 0) throw new Refused(...refusals);
}

/** The row `t` holds on a day, both ends included. */
export const validOn = (day: string): Sql =>
  sql`(t.start_date <= ${day}::date and (t.end_date is null or t.end_date >= ${day}::date))`;

import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';

/** Fills an empty start with today and refuses a period that ends before it begins. */
export function requirePeriod(context: Pick<Context, 'today'>, { values }: Pick<Saving, 'values'>): void {
  values['startDate'] ??= context.today;
  const { startDate, endDate } = values;
  if (endDate && String(endDate) < String(startDate)) throw new Refused(refuse('master-data.period-reversed', { startDate, endDate }, { field: 'endDate' }));
}

import type { Declaration } from '../core/declaration.ts';
import type { Saving } from './behaviour.ts';
import type { Context } from './context.ts';
import { sql } from '../../parts/postgres/database.ts';

/**
 * The next numbers of a counter on a day, without gaps or doubles: the counter stays locked until the transaction ends.
 * Take it last, so that it is held shortly.
 */
async function nextNumbers(context: Pick<Context, 'tx'>, name: string, day: string, count: number): Promise<number[]> {
  const row = await context.tx.row<{ last: number }>(sql`
    insert into number_counter (counter, day, last) values (${name}, ${day}::date, ${count})
    on conflict (tenant_id, counter, day) do update set last = number_counter.last + ${count}
    returning last`);
  const last = row!.last;
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
}

/** Ids for rows that are to name each other before they are written. */
export const newIds = async (context: Context, count: number): Promise<string[]> =>
  (await context.tx.rows<{ id: string }>(sql`select new_id() as id from generate_series(1, ${count}::integer)`)).map(
    (row) => row.id,
  );

/** Numbers of documents: prefix + yyyyMMdd + running number of the day, at least four digits. */
export async function nextBillCodes(
  context: Pick<Context, 'tx' | 'today'>,
  prefix: string,
  count: number,
): Promise<string[]> {
  const numbers = await nextNumbers(context, prefix, context.today, count);
  return numbers.map((number) => `${prefix}${context.today.replaceAll('-', '')}${String(number).padStart(4, '0')}`);
}

/** Codes of master records: prefix + running number, at least six digits. */
export async function nextCodes(context: Context, prefix: string, count: number): Promise<string[]> {
  const numbers = await nextNumbers(context, `code:${prefix}`, '2000-01-01', count);
  return numbers.map((number) => `${prefix}${String(number).padStart(6, '0')}`);
}

/** Gives new documents their number, records a code where it was left empty. Called late: it locks the counter. */
export async function assignNumbers(
  declaration: Declaration,
  context: Context,
  created: readonly Saving[],
): Promise<void> {
  if (created.length === 0) return;
  if (declaration.life) {
    const codes = await nextBillCodes(context, declaration.life.prefix, created.length);
    created.forEach((saving, index) => (saving.values['billCode'] = codes[index]!));
  } else if (declaration.fields['code']?.optional) {
    const without = created.filter((saving) => !saving.values['code']);
    const codes =
      without.length === 0
        ? []
        : await nextCodes(context, declaration.segment.slice(0, 3).toUpperCase(), without.length);
    without.forEach((saving, index) => (saving.values['code'] = codes[index]!));
  }
}

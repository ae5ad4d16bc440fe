import type { Declaration } from '../core/declaration.ts';
import type { Context, Input } from './context.ts';
import { column, join, sql } from '../../parts/postgres/database.ts';
import { conditions, scopeCondition, tabsOf } from './filters.ts';
import { sourceOf, where } from './record-query.ts';

/** Number of rows in each tab of what has no life, and of `all`, in one statement. */
async function countTabs(declaration: Declaration, context: Context, input: Input): Promise<Record<string, number>> {
  const shares = tabsOf(declaration, context).map(
    (tab) =>
      sql`, count(*) filter (${where(conditions(declaration, context, tab.where))})::integer
        as ${column(tab.key)}`,
  );
  const filter = where([
    ...scopeCondition(declaration, context),
    ...conditions(declaration, context, input, { wholly: true }),
  ]);
  return (await context.tx.row<Record<string, number>>(
    sql`select count(*)::integer as all_rows${join(shares, '')}
      from ${sourceOf(declaration, context, input)} t ${filter}`,
  ))!;
}

/** Number of documents in each state and tab, without the status filter; without a life: in each tab, and `allRows`. */
export async function countStates(
  declaration: Declaration,
  context: Context,
  input: Input,
): Promise<Record<string, number>> {
  const { status: _, ...rest } = input;
  if (declaration.life === undefined) return countTabs(declaration, context, rest);
  const tabs = tabsOf(declaration, context);
  const shares = tabs.map((tab) => sql`count(*) filter (${where(conditions(declaration, context, tab.where))})`);
  const filter = where([
    ...scopeCondition(declaration, context),
    ...conditions(declaration, context, rest, { wholly: true }),
  ]);
  const rows = await context.tx.rows<{ status: string; numbers: number[] }>(
    sql`select t.status, array[${join([sql`count(*)`, ...shares])}]::integer[] as numbers
      from ${sourceOf(declaration, context, input)} t ${filter} group by t.status`,
  );
  return {
    ...Object.fromEntries([
      ...Object.keys(declaration.life.states).map((state) => [state, 0]),
      ...rows.map((row) => [row.status, row.numbers[0]]),
    ]),
    ...Object.fromEntries(tabs.map((tab, at) => [tab.key, rows.reduce((sum, row) => sum + row.numbers[at + 1]!, 0)])),
  };
}

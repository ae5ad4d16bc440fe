import { type Declaration, permissionOf } from '../core/declaration.ts';
import { waitingIn } from '../core/life.ts';
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

/** Number of documents that wait for the caller's next act, by kind and state, within their scope, in one statement. */
export async function countWaiting(context: Context): Promise<Record<string, Record<string, number>>> {
  const kinds = context.registry.declarations
    .filter((of) => of.path !== undefined && context.allowed(permissionOf(of, 'view')))
    .flatMap((of) => {
      const states = [...new Set(waitingIn(of, context.allowed).map(({ state }) => state))];
      if (states.length === 0) return [];
      const filter = where([sql`t.status = any(${states})`, ...scopeCondition(of, context)]);
      return [
        sql`select ${of.name} as kind, t.status, count(*)::integer as number
          from ${sourceOf(of, context, {})} t ${filter} group by t.status`,
      ];
    });
  const rows =
    kinds.length === 0
      ? []
      : await context.tx.rows<{ kind: string; status: string; number: number }>(join(kinds, ' union all '));
  const found: Record<string, Record<string, number>> = {};
  for (const { kind, status, number } of rows) (found[kind] ??= {})[status] = number;
  return found;
}

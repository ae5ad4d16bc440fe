import type { Declaration } from '../../kernel/core/declaration.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { ident, sql } from '../../parts/postgres/database.ts';
import { readAll } from '../../kernel/server/record-query.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { nest } from '../../kernel/server/tree-calls.ts';

type Row = Record<string, unknown>;

/** Every row of a small list, as a client sees it. */
export async function allRows(
  services: Services,
  declaration: unknown,
  context: Context,
  input: Input,
): Promise<Row[]> {
  const found: Row[] = [];
  for await (const chunk of await readAll(services.registry(), declaration as Declaration, context, input))
    found.push(...chunk);
  return found;
}

/** Whole rows hung below their parents; a leaf has no `children`. */
export const treeOf = (rows: readonly Row[]): Row[] =>
  nest(rows.map((row) => ({ ...row, id: String(row['id']), parentId: String(row['parentId'] || '0') })));

/**
 * The lazy lists of the wire contract: with `parentId` one level, each row saying whether there is more;
 * without it everything that matches, nested, since some clients never load a second level.
 */
export async function levelOrTree(
  services: Services,
  declaration: unknown,
  context: Context,
  input: Input,
  childIs = sql`true`,
): Promise<Row[]> {
  const parentId = input['parentId'];
  if (parentId === undefined || parentId === null || parentId === '')
    return treeOf(await allRows(services, declaration, context, input));
  if (!/^\d{1,19}$/.test(String(parentId)))
    throw new Refused(refuse('param.invalid', { name: 'parentId', value: parentId }));
  const rows = await allRows(services, declaration, context, input);
  const parents = await context.tx.rows<{ parentId: string }>(sql`
    select distinct c.parent_id from ${ident(tableOf(declaration as Declaration))} c
    where c.parent_id = any(${rows.map((row) => String(row['id']))}::bigint[]) and ${childIs}`);
  const withChildren = new Set(parents.map((row) => row.parentId));
  return rows.map((row) => ({ ...row, hasChildren: withChildren.has(String(row['id'])) }));
}

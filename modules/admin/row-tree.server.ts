import type { Declaration } from '../../kernel/core/declaration.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { RecordOf, TreeNode } from '../../kernel/core/shape.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { ident, sql } from '../../parts/postgres/database.ts';
import { readAll } from '../../kernel/server/record-query.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { nest } from '../../kernel/server/tree-calls.ts';

interface TreeRow {
  readonly id: string;
  readonly parentId: string | null;
}

/** Every row of a small list that the filters of `input` let through, as a client sees it. */
export async function allRows<D extends Declaration>(
  declaration: D,
  context: Context,
  input: Input,
): Promise<RecordOf<D>[]> {
  const found: RecordOf<D>[] = [];
  for await (const chunk of await readAll(declaration, context, input)) found.push(...chunk);
  return found;
}

/** Whole rows, each with those below it as `children`; a leaf has no `children`. */
export const treeOf = <T extends TreeRow>(rows: readonly T[]): TreeNode<T & { readonly parentId: string }>[] =>
  nest(rows.map((row) => ({ ...row, parentId: row.parentId || '0' })));

/**
 * The lazy lists of the wire contract: with `parentId` one level, each row saying whether there is more;
 * without it everything that matches, nested, since some clients never load a second level.
 * `childIs` says which rows `c` count as being below another.
 */
export async function levelOrTree<T extends TreeRow>(
  declaration: Declaration,
  context: Context,
  parentId: unknown,
  read: () => Promise<readonly T[]>,
  childIs = sql`true`,
): Promise<readonly (T & { readonly hasChildren: boolean })[] | readonly TreeNode<T>[]> {
  if (parentId === null) return treeOf(await read());
  if (!/^\d{1,19}$/.test(String(parentId)))
    throw new Refused(refuse('param.invalid', { name: 'parentId', value: parentId }));
  const rows = await read();
  const parents = await context.tx.rows<{ parentId: string }>(sql`
    select distinct c.parent_id from ${ident(tableOf(declaration))} c
    where c.parent_id = any(${rows.map((row) => row.id)}::bigint[]) and ${childIs}`);
  const withChildren = new Set(parents.map((row) => row.parentId));
  return rows.map((row) => ({ ...row, hasChildren: withChildren.has(row.id) }));
}

import { type Declaration, titleField } from '../core/declaration.ts';
import { refuse, Refused } from '../core/refusal.ts';
import type { TreeNode } from '../core/shape.ts';
import type { Context, Input } from './context.ts';
import { column, ident, sql } from '../../parts/postgres/database.ts';
import { readIds } from './run-action.ts';
import { tableOf } from './schema.ts';

interface Option {
  readonly id: string;
  readonly parentId: string;
  readonly title: string;
  readonly key: string;
  readonly value: string;
  readonly hasChildren?: boolean;
}
/** An option node of the wire contract, section 7: a leaf has no `children` key. */
export type OptionNode = TreeNode<Option>;

interface TreeRow {
  readonly id: string;
  readonly parentId: string;
  readonly title: string;
  readonly hasChildren: boolean;
}

const rowsOf = (declaration: Declaration, context: Context, parentId: string | null): Promise<TreeRow[]> => {
  const table = ident(tableOf(declaration));
  return context.tx.rows<TreeRow>(sql`
    select t.id, t.parent_id, t.${column(titleField(declaration))} as title,
      exists (select 1 from ${table} c where c.parent_id = t.id) as has_children
    from ${table} t ${parentId === null ? sql`` : sql`where t.parent_id = ${parentId}::bigint`}
    order by ${declaration.fields['sort'] ? sql`t.sort,` : sql``} t.id`);
};

const nodeOf = (row: TreeRow): Option => ({
  id: row.id,
  parentId: row.parentId,
  title: row.title,
  key: row.id,
  value: row.id,
});

/** The nodes directly below `parentId`. */
export async function lazyTree(declaration: Declaration, context: Context, parentId: string): Promise<OptionNode[]> {
  if (!/^\d{1,19}$/.test(parentId)) throw new Refused(refuse('param.invalid', { name: 'parentId', value: parentId }));
  return (await rowsOf(declaration, context, parentId)).map((row) => ({
    ...nodeOf(row),
    hasChildren: row.hasChildren,
  }));
}

/** The whole tree. */
export const wholeTree = async (declaration: Declaration, context: Context): Promise<OptionNode[]> =>
  nest((await rowsOf(declaration, context, null)).map(nodeOf));

/** Nodes with those below them as `children`, which a leaf lacks; one whose parent is not among them becomes a root. */
export function nest<T extends { readonly id: string; readonly parentId: string }>(nodes: readonly T[]): TreeNode<T>[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const below = Map.groupBy(nodes, ({ id, parentId }) => (id === parentId || !ids.has(parentId) ? ROOT : parentId));
  const grown = (node: T): TreeNode<T> => {
    const children = below.get(node.id);
    return { ...node, ...(children === undefined ? {} : { children: children.map(grown) }) };
  };
  return (below.get(ROOT) ?? []).map(grown);
}
const ROOT = '';

const DIRECTIONS: Readonly<Record<string, 'up' | 'down' | 'top' | 'bottom'>> = {
  1: 'up',
  up: 'up',
  2: 'down',
  down: 'down',
  3: 'top',
  top: 'top',
  4: 'bottom',
  bottom: 'bottom',
};

/** Moves a node among its siblings: `seqModifyType` 1 or `up`, 2 or `down`, 3 or `top`, 4 or `bottom`. */
export async function moveInOrder(declaration: Declaration, context: Context, input: Input): Promise<boolean> {
  const [id] = readIds(input, 'id');
  const given = String(input['seqModifyType'] ?? '');
  const direction = DIRECTIONS[given];
  if (direction === undefined) throw new Refused(refuse('param.invalid', { name: 'seqModifyType', value: given }));
  // Half places let the moved node stand between two others; all are then numbered anew.
  const target = {
    up: sql`m.place::numeric - 1.5`,
    down: sql`m.place::numeric + 1.5`,
    top: sql`0.5`,
    bottom: sql`1e9`,
  }[direction];
  const table = ident(tableOf(declaration));
  await context.tx.run(sql`
    with siblings as (
      select s.id, row_number() over (order by s.sort, s.id) as place from ${table} s
      where s.parent_id = (select parent_id from ${table} where id = ${id!}::bigint)),
    mine as (select place from siblings where id = ${id!}::bigint),
    moved as (
      select s.id, row_number() over (order by case when s.id = ${id!}::bigint then ${target} else s.place end) as place
      from siblings s, mine m)
    update ${table} t set sort = moved.place, version = t.version + 1, update_user = ${context.user.userId}::bigint,
      update_time = now()
    from moved where t.id = moved.id and t.sort is distinct from moved.place`);
  return true;
}

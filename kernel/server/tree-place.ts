/** The place of a record in its tree: `level`, the path of names in `fullName`, the order among siblings in `sort`. */
import type { Declaration, Tree } from '../core/declaration.ts';
import { refuse, Refused } from '../core/refusal.ts';
import { ident, sql } from '../../parts/postgres/database.ts';
import type { Saving } from './behaviour.ts';
import type { Context } from './context.ts';
import { tableOf } from './schema.ts';

/**
 * Sets the place of a record about to be saved; a new one without an order comes after its siblings. Throws `Refused`
 * for a place below itself and for a tree that gets too deep, descendants included.
 */
export async function placeInTree(
  declaration: Declaration,
  { depthMax }: Tree,
  context: Context,
  { id, before, body, values }: Saving,
): Promise<void> {
  const table = ident(tableOf(declaration));
  const parentId = String(values['parentId'] ?? '0');
  const own = id ?? '-1';
  const facts = (await context.tx.row<{
    level: number | null;
    fullName: string | null;
    below: boolean;
    depth: number;
    lastSort: number;
  }>(sql`
    with recursive above as (
      select t.id, t.parent_id from ${table} t where t.id = ${parentId}::bigint
      union select t.id, t.parent_id from ${table} t join above a on t.id = a.parent_id),
    under as (
      select t.id, 1 as depth from ${table} t where t.parent_id = ${own}::bigint
      union all select t.id, u.depth + 1 from ${table} t join under u on t.parent_id = u.id where u.depth < 20)
    select (select level from ${table} where id = ${parentId}::bigint) as level,
           (select full_name from ${table} where id = ${parentId}::bigint) as full_name,
           exists (select 1 from above where id = ${own}::bigint) as below,
           (select coalesce(max(depth), 0) from under) as depth,
           (select coalesce(max(sort), 0) from ${table} where parent_id = ${parentId}::bigint) as last_sort`))!;
  const at = { field: 'parentId' };
  if (facts.below) throw new Refused(refuse('tree.cycle', {}, at));
  if (parentId !== '0' && facts.level === null)
    throw new Refused(refuse('field.unknown-reference', { name: { zh: '上级', en: 'The record above' } }, at));
  const level = (facts.level ?? 0) + 1;
  if (level + facts.depth > depthMax)
    throw new Refused(refuse('tree.too-deep', { name: declaration.label, max: depthMax }, at));
  values['level'] = level;
  values['fullName'] = [facts.fullName, values['name']].filter(Boolean).join('/');
  if (before === null && !body['sort']) values['sort'] = facts.lastSort + 1;
}

/** Writes level and path of everything below a record that was renamed or moved. */
export async function placeBelow(declaration: Declaration, context: Context, id: string): Promise<void> {
  const table = ident(tableOf(declaration));
  await context.tx.run(sql`
    with recursive under as (
      select t.id, t.level, t.full_name from ${table} t where t.id = ${id}::bigint
      union all
      select t.id, u.level + 1, u.full_name || '/' || t.name from ${table} t join under u on t.parent_id = u.id)
    update ${table} t set level = u.level, full_name = u.full_name from under u
    where t.id = u.id and t.id <> ${id}::bigint`);
}

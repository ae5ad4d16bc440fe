import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Label } from '../../../kernel/core/label.ts';
import type { Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ident, sql } from '../../../parts/postgres/database.ts';

/**
 * Finds the place of a tree record about to be saved: its level, its path of names, and at first its order behind its
 * siblings. Refuses a place below itself and a tree deeper than `depthMax`, the record's own descendants included.
 */
export async function placeInTree(
  context: Context,
  table: string,
  saving: Saving,
  tree: { readonly label: Label; readonly depthMax: number },
): Promise<void> {
  const parentId = String(saving.values['parentId'] ?? '0');
  const facts = (await context.tx.row<{
    level: number | null;
    fullName: string | null;
    below: boolean;
    depth: number;
    lastSort: number;
  }>(sql`
    with recursive above as (
      select t.id, t.parent_id from ${ident(table)} t where t.id = ${parentId}::bigint
      union select t.id, t.parent_id from ${ident(table)} t join above a on t.id = a.parent_id),
    under as (
      select t.id, 1 as depth from ${ident(table)} t where t.parent_id = ${saving.id ?? '-1'}::bigint
      union all select t.id, u.depth + 1 from ${ident(table)} t join under u on t.parent_id = u.id where u.depth < 20)
    select (select level from ${ident(table)} where id = ${parentId}::bigint) as level,
           (select full_name from ${ident(table)} where id = ${parentId}::bigint) as full_name,
           exists (select 1 from above where id = ${saving.id ?? '-1'}::bigint) as below,
           (select coalesce(max(depth), 0) from under) as depth,
           (select coalesce(max(sort), 0) from ${ident(table)} where parent_id = ${parentId}::bigint) as last_sort`))!;
  if (facts.below) throw new Refused(refuse('tree.cycle', {}, { field: 'parentId' }));
  if (parentId !== '0' && facts.level === null)
    throw new Refused(
      refuse('field.unknown-reference', { name: { zh: '上级', en: 'The record above' } }, { field: 'parentId' }),
    );
  const level = (facts.level ?? 0) + 1;
  if (level + facts.depth > tree.depthMax)
    throw new Refused(
      refuse('master-data.tree-too-deep', { name: tree.label, max: tree.depthMax }, { field: 'parentId' }),
    );
  saving.values['level'] = level;
  saving.values['fullName'] = [facts.fullName, saving.values['name']].filter(Boolean).join('/');
  if (saving.before === null && !saving.body['sort']) saving.values['sort'] = facts.lastSort + 1;
}

/** Writes level and path of everything below a record that was renamed or moved. */
export async function replaceBelow(context: Context, table: string, id: string): Promise<void> {
  await context.tx.run(sql`
    with recursive under as (
      select t.id, t.level, t.full_name from ${ident(table)} t where t.id = ${id}::bigint
      union all select t.id, u.level + 1, u.full_name || '/' || t.name from ${ident(table)} t join under u on t.parent_id = u.id)
    update ${ident(table)} t set level = u.level, full_name = u.full_name from under u where t.id = u.id and t.id <> ${id}::bigint`);
}

/** Ids of a record and everything below it, as a condition's right side: `… in (${withBelow(…)})`. */
export const withBelow = (table: string, id: string): ReturnType<typeof sql> => sql`
  with recursive under as (select s.id from ${ident(table)} s where s.id = ${/^\d{1,19}$/.test(id) ? id : '0'}::bigint
    union select s.id from ${ident(table)} s join under u on s.parent_id = u.id) select id from under`;

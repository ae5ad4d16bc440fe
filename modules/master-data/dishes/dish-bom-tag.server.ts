import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dishBomTag } from './dish-bom-tag.resource.ts';

export const dishBomTagBehaviour = behaviour(dishBomTag, {
  async beforeSave(_context, { values }) {
    const color = String(values.color ?? '');
    if (color !== '' && !/^#[0-9a-fA-F]{6}$/.test(color))
      throw new Refused(refuse('master-data.tag-color', { color }, { field: 'color' }));
  },
  // Dishes are gone through once for a page, whatever number of tags stands on it.
  fills: { dishCount: [] },
  async fillRows(context, rows) {
    const counted = await context.tx.rows<{ id: Id; dishes: number }>(sql`
      select tag as id, count(*)::integer as dishes from dish d cross join lateral unnest(d.tag_ids) tag
      where tag = any(${rows.map((row) => row.id)}::bigint[]) group by tag`);
    const dishes = new Map(counted.map((each) => [each.id, each.dishes]));
    for (const row of rows) row.dishCount = dishes.get(row.id) ?? 0;
  },
});

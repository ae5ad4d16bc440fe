import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { sql } from '../../kernel/server/database.ts';
import { post } from './post.resource.ts';

export const postBehaviour = behaviour(post, {
  async beforeRemove(context, rows) {
    const held = await context.tx.row(sql`select 1 as one from app_user where post_id && ${rows.map((row) => String(row['id']))}::bigint[]`);
    if (held !== undefined) throw new Refused(refuse('post.used'));
  },
  computed: { categoryName: () => sql`(select e.dict_value from dict e where e.code = 'post_category' and e.dict_key = t.category)` },
});

import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dictionaryName } from '../dictionaries/dictionary-name.server.ts';
import { post } from './post.resource.ts';

export const postBehaviour = behaviour(post, {
  async beforeRemove(context, rows) {
    const held = await context.tx.row(
      sql`select 1 as one from app_user where post_id && ${rows.map((row) => String(row.id))}::bigint[]`,
    );
    if (held !== undefined) throw new Refused(refuse('post.used'));
  },
  computed: { tenantId: () => sql`t.tenant_id`, categoryName: dictionaryName('post_category', 'category') },
});

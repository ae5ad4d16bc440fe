import { behaviour } from '../../../kernel/server/behaviour.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dictionaryName } from '../dictionaries/dictionary-name.server.ts';
import { post } from './post.resource.ts';

export const postBehaviour = behaviour(post, {
  computed: { tenantId: () => sql`t.tenant_id`, categoryName: dictionaryName('post_category', 'category') },
});

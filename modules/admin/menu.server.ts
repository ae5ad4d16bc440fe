import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { sql } from '../../kernel/server/database.ts';
import { requirePlatform } from './client.server.ts';
import { menu, topMenu } from './menu.resource.ts';
import type { Identity } from './signed-in.server.ts';

/** Menus are the platform's; a code is a route name and a permission, so it is unique. */
export const menuBehaviour = (identity: Identity) => behaviour(menu, {
  async beforeSave(context, saving) {
    requirePlatform(context);
    const { id, values } = saving;
    if ((await context.tx.row(sql`select 1 as one from menu where code = ${String(values['code'])} and id <> ${id ?? '0'}::bigint`)) !== undefined) throw new Refused(refuse('menu.code', {}, { field: 'code' }));
    const parentId = String(values['parentId'] ?? '0');
    if (parentId !== '0') {
      const line = await context.tx.rows<{ id: string }>(sql`
        with recursive up as (select id, parent_id from menu where id = ${parentId}::bigint union select m.id, m.parent_id from menu m join up on m.id = up.parent_id) select id from up`);
      if (line.length === 0) throw new Refused(refuse('menu.parent', {}, { field: 'parentId' }));
      if (line.some((row) => row.id === id)) throw new Refused(refuse('menu.self', {}, { field: 'parentId' }));
    }
    values['alias'] = values['alias'] || (Number(values['category']) === 2 ? 'button' : 'menu');
  },
  async afterSave(context) {
    context.tx.afterCommit(() => identity.forgetAll());
  },
  async beforeRemove(context) {
    requirePlatform(context);
    context.tx.afterCommit(() => identity.forgetAll());
  },
});

export const topMenuBehaviour = behaviour(topMenu, { computed: { tenantId: () => sql`t.tenant_id` } });

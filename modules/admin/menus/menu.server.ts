import { embedding, hostsIn } from '../../../parts/addresses/embedding.rules.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { behaviour } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { requirePlatform } from '../sign-in/client.server.ts';
import { menu, topMenu } from './menu.resource.ts';
import { ADMINISTRATOR, type Identity } from '../rights/signed-in.server.ts';

/** Menus are the platform's; a code is a route name and a permission, so it is unique. */
export const menuBehaviour = (identity: Identity) =>
  behaviour(menu, {
    async beforeSave(context, saving) {
      requirePlatform(context);
      const { id, before, values } = saving;
      if (before !== null && before.code !== values.code) requireAdministrator(context);
      if (
        (await context.tx.row(
          sql`select 1 as one from menu where code = ${values.code} and id <> ${id ?? '0'}::bigint`,
        )) !== undefined
      )
        throw new Refused(refuse('menu.code', {}, { field: 'code' }));
      const parentId = values.parentId ?? '0';
      if (parentId !== '0') {
        const line = await context.tx.rows<{ id: string }>(sql`
        with recursive up as (select id, parent_id from menu where id = ${parentId}::bigint union
          select m.id, m.parent_id from menu m join up on m.id = up.parent_id) select id from up`);
        if (line.length === 0) throw new Refused(refuse('menu.parent', {}, { field: 'parentId' }));
        if (line.some((row) => row.id === id)) throw new Refused(refuse('menu.self', {}, { field: 'parentId' }));
      }
      await requireAddress(context, values.path ?? '');
      values.alias = values.alias || (values.category === 2 ? 'button' : 'menu');
    },
    async afterSave(context) {
      context.tx.afterCommit(() => identity.forgetAll());
    },
    async beforeRemove(context) {
      requirePlatform(context);
      requireAdministrator(context);
      context.tx.afterCommit(() => identity.forgetAll());
    },
  });

/** The code of a menu is a right: whoever renames or removes it gives or takes that right, of everybody. */
function requireAdministrator(context: Context): void {
  if (!context.user.roles.includes(ADMINISTRATOR)) throw new Refused(refuse('menu.right', {}, { field: 'code' }));
}

/** An address a menu leads to is a page of ours, or one of a host that may be embedded. */
async function requireAddress(context: Context, path: string): Promise<void> {
  if (path !== '' && embedding(path, hostsIn(await readParameter(context, 'embed.allowedHosts')) ?? []) === undefined)
    throw new Refused(refuse('menu.path', { path }, { field: 'path' }));
}

export const topMenuBehaviour = behaviour(topMenu, {
  beforeSave: (context, { values }) => requireAddress(context, values.path ?? ''),
  computed: { tenantId: () => sql`t.tenant_id` },
});

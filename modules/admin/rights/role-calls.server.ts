import type { Call, Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { nest, wholeTree, type OptionNode } from '../../../kernel/server/tree-calls.ts';
import * as calls from './role.calls.ts';
import { role } from './role.resource.ts';
import { grantCall } from './role.server.ts';
import { allRows, treeOf } from '../row-tree.server.ts';
import { scopeTree, tickedScopes } from './scope.server.ts';
import type { Identity } from './signed-in.server.ts';

/** Menus and buttons that the caller may pass on: those they hold. */
async function grantableMenus(context: Context): Promise<OptionNode[]> {
  const rows = await context.tx.rows<{ id: string; parentId: string; title: string; titleEn: string }>(sql`
    select id, coalesce(parent_id, 0)::text as parent_id, name as title, coalesce(name_en, name) as title_en from menu
    where code = any(${[...context.user.permissions]}) order by sort, id`);
  return nest(
    rows.map(({ id, parentId, title, titleEn }) => ({
      id,
      parentId,
      title: context.language === 'en' ? titleEn : title,
      key: id,
      value: id,
    })),
  );
}

/** One role with those below it. */
async function branch(context: Context, id: string): Promise<OptionNode[]> {
  const find = (nodes: readonly OptionNode[]): OptionNode | undefined => {
    for (const node of nodes) {
      const found = node.id === id ? node : find(node.children ?? []);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = find(await wholeTree(role, context));
  return found === undefined ? [] : [found];
}

const roleList = serve(calls.roleList, async (context, _, { body }) => {
  const rows = await allRows(role, context, body);
  const names = new Map(rows.map((row) => [row.id, row.roleName]));
  return treeOf(
    rows.map((row) => ({ ...row, tenantId: context.tenant, parentName: names.get(row.parentId ?? '') ?? '' })),
  );
});

/**
 * Calls on roles beyond page, detail, submit and remove. Both reads of the grant dialog stand under `menu` and under
 * `role`.
 */
export const roleCalls = (services: Services, identity: Identity): readonly Call[] => [
  roleList,
  serve(calls.roleTree, (context) => wholeTree(role, context), { chooses: role.name }),
  serve(calls.roleBranch, (context, input) => branch(context, readIds(input, 'roleId')[0]!), { chooses: role.name }),
  grantCall(services, identity),
  ...[calls.menuGrantTree, calls.grantTree].map((contract) =>
    serve(contract, async (context) => ({
      menu: await grantableMenus(context),
      dataScope: await scopeTree(services, context, 'dataScope'),
      apiScope: await scopeTree(services, context, 'apiScope'),
    })),
  ),
  ...[calls.menuHeldKeys, calls.heldKeys].map((contract) =>
    serve(contract, async (context, input) => {
      const roleIds = readIds(input, 'roleIds');
      const rows = await context.tx.rows<{ menuId: string }>(
        sql`select distinct menu_id from role_menu where role_id = any(${roleIds}::bigint[])`,
      );
      return {
        menu: rows.map((row) => row.menuId),
        dataScope: await tickedScopes(context, 'dataScope', roleIds),
        apiScope: await tickedScopes(context, 'apiScope', roleIds),
      };
    }),
  ),
];

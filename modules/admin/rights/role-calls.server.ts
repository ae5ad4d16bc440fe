import { label } from '../../../kernel/core/label.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { nest, wholeTree, type OptionNode } from '../../../kernel/server/tree-calls.ts';
import { role } from './role.resource.ts';
import { grantMenus } from './role.server.ts';
import { allRows, treeOf } from '../row-tree.server.ts';
import { scopeTree, tickedScopes } from './scope.server.ts';
import type { Identity } from './signed-in.server.ts';

/** Menus and buttons the caller may pass on: those he holds. */
async function grantable(
  services: Services,
  context: Context,
): Promise<{ menu: OptionNode[]; dataScope: OptionNode[]; apiScope: OptionNode[] }> {
  const rows = await context.tx.rows<{ id: string; parentId: string; title: string; titleEn: string }>(sql`
    select id, coalesce(parent_id, 0)::text as parent_id, name as title, coalesce(name_en, name) as title_en from menu
    where code = any(${[...context.user.permissions]}) order by sort, id`);
  const nodes = rows.map(({ id, parentId, title, titleEn }): OptionNode => ({
    id,
    parentId,
    title: context.language === 'en' ? titleEn : title,
    key: id,
    value: id,
  }));
  return {
    menu: nest(nodes),
    dataScope: await scopeTree(services, context, 'dataScope'),
    apiScope: await scopeTree(services, context, 'apiScope'),
  };
}

/** Exactly the ticked nodes of these roles. */
async function ticked(
  context: Context,
  input: Input,
): Promise<{ menu: string[]; dataScope: string[]; apiScope: string[] }> {
  const roleIds = readIds(input, 'roleIds');
  const rows = await context.tx.rows<{ menuId: string }>(
    sql`select distinct menu_id from role_menu where role_id = any(${roleIds}::bigint[])`,
  );
  return {
    menu: rows.map((row) => row.menuId),
    dataScope: await tickedScopes(context, 'dataScope', roleIds),
    apiScope: await tickedScopes(context, 'apiScope', roleIds),
  };
}

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

async function list(services: Services, context: Context, input: Input): Promise<Record<string, unknown>[]> {
  const rows = await allRows(services, role, context, input);
  const names = new Map(rows.map((row) => [String(row['id']), row['roleName']]));
  return treeOf(
    rows.map((row) => ({ ...row, tenantId: context.tenant, parentName: names.get(String(row['parentId'])) ?? '' })),
  );
}

/**
 * Calls on roles beyond page, detail, submit and remove. Both reads of the grant dialog stand under `menu` and under
 * `role`.
 */
export const roleCalls = (services: Services, identity: Identity): readonly Call[] => {
  const get = (path: string, permission: string | string[], zh: string, en: string, handle: Call['handle']): Call => ({
    method: 'GET',
    service: 'blade-system',
    path,
    permission,
    summary: label(zh, en),
    handle,
  });
  return [
    get('role/list', 'role_view', '角色列表', 'Roles', (context, input) => list(services, context, input)),
    { ...get('role/tree', SESSION, '角色树', 'Role tree', (context) => wholeTree(role, context)), chooses: role.name },
    {
      ...get('role/tree-by-id', SESSION, '角色及下级', 'A role and those below', (context, input) =>
        branch(context, readIds(input, 'roleId')[0]!),
      ),
      chooses: role.name,
    },
    {
      ...get('role/grant', 'role_grant', '角色授权', 'Grant', (context, input) =>
        grantMenus(services, context, input, identity),
      ),
      method: 'POST',
    },
    ...['menu', 'role'].flatMap((segment) => [
      get(`${segment}/grant-tree`, ['role_grant', 'topmenu_setting'], '可授权菜单', 'Menus to grant', (context) =>
        grantable(services, context),
      ),
      get(
        `${segment}/role-tree-keys`,
        ['role_grant', 'role_view'],
        '角色已有菜单',
        'Menus of roles',
        (context, input) => ticked(context, input),
      ),
    ]),
  ];
};

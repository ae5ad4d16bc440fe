import { label } from '../../../kernel/core/label.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { nest, wholeTree } from '../../../kernel/server/tree-calls.ts';
import { menu } from './menu.resource.ts';
import { allRows, levelOrTree, treeOf } from '../row-tree.server.ts';

interface MenuRow {
  readonly id: string;
  readonly parentId: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly alias: string;
  readonly path: string;
  readonly source: string;
  readonly category: number;
  readonly roles: string;
  readonly [column: string]: unknown;
  children?: MenuRow[];
}

/** Menus and buttons of the caller in order. */
async function granted(context: Context): Promise<MenuRow[]> {
  const { user } = context;
  const rows = await context.tx.rows<MenuRow>(sql`
    with recursive held as (
      select id, parent_id from menu where code = any(${[...user.permissions]})
      union select m.id, m.parent_id from menu m join held h on m.id = h.parent_id where m.category = 1)
    select id, coalesce(parent_id, 0)::text as parent_id, code, name, coalesce(name_en, '') as name_en, coalesce(alias,
      '') as alias, coalesce(path, '') as path, coalesce(source, '') as source,
      category, action, is_open, sort, coalesce(roles, '') as roles, coalesce(i18n, '') as i18n, coalesce(remark,
      '') as remark, 0 as is_deleted
    from menu where id in (select id from held) order by sort, id`);
  return rows.filter((row) => row.roles === '' || listOf(row.roles).some((alias) => user.roles.includes(alias)));
}

/** A branch without a page is no menu. */
const prune = (nodes: readonly MenuRow[], isLeaf: (node: MenuRow) => boolean): MenuRow[] =>
  nodes.flatMap((node) => {
    const { children, ...rest } = node;
    const kept = prune(children ?? [], isLeaf);
    if (kept.length > 0) return [{ ...rest, children: kept }];
    return isLeaf(node) && (children ?? []).length === 0 ? [rest] : [];
  });

/** The menu of the caller; with `topMenuId` what stands in that top menu. */
async function routes(context: Context, input: Input): Promise<MenuRow[]> {
  const rows = (await granted(context)).filter((row) => row.category === 1);
  const within = await inTopMenu(context, input['topMenuId']);
  const pages = new Set(
    (await context.tx.rows<{ parentId: string }>(sql`select distinct parent_id from menu where category = 1`)).map(
      (row) => row.parentId,
    ),
  );
  const shown = within === null ? rows : rows.filter((row) => within.has(row.id));
  const words = await wordsOf(context);
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const withMeta = shown.map((row) => ({
    ...row,
    label: row.name,
    icon: row.source,
    meta: { i18n: row['i18n'] },
    parentName: names.get(row.parentId) ?? '',
    categoryName: words('menu_category', row.category),
    actionName: words('button_func', row['action']),
    isOpenName: words('yes_no', row['isOpen']),
  }));
  // A group whose pages are all withheld is not offered either.
  return knowing(prune(nest(withMeta as MenuRow[]), (node) => node.path !== '' && !pages.has(node.id)));
}

/** Each node says whether there is anything below it: some clients look there before they look at `children`. */
const knowing = (nodes: readonly MenuRow[]): MenuRow[] =>
  nodes.map((node) => ({
    ...node,
    hasChildren: node.children !== undefined,
    ...(node.children === undefined ? {} : { children: knowing(node.children) }),
  }));

/** What the small codes of a menu are called; one that means nothing has no name. */
async function wordsOf(context: Context): Promise<(code: string, key: unknown) => string> {
  const rows = await context.tx.rows<{ code: string; dictKey: string; word: string }>(sql`
    select code, dict_key, case when ${context.language} = 'en' then coalesce(nullif(dict_value_en, ''), dict_value)
      else dict_value end as word from dict where code in ('menu_category', 'button_func', 'yes_no')`);
  const words = new Map(rows.map((row) => [`${row.code} ${row.dictKey}`, row.word]));
  return (code, key) => words.get(`${code} ${String(key)}`) ?? '';
}

async function inTopMenu(context: Context, topMenuId: unknown): Promise<ReadonlySet<string> | null> {
  if (
    topMenuId === undefined ||
    topMenuId === null ||
    !/^\d{1,19}$/.test(String(topMenuId)) ||
    String(topMenuId) === '0'
  )
    return null;
  const rows = await context.tx.rows<{ id: string }>(sql`
    with recursive up as (
      select m.id, m.parent_id from menu m join top_menu_grant g on g.menu_id = m.id
      where g.top_menu_id = ${String(topMenuId)}::bigint
      union select m.id, m.parent_id from menu m join up on m.id = up.parent_id),
    down as (
      select g.menu_id as id from top_menu_grant g where g.top_menu_id = ${String(topMenuId)}::bigint and not exists (
        select 1 from menu c join top_menu_grant x on x.menu_id = c.id and x.top_menu_id = g.top_menu_id
        where c.parent_id = g.menu_id)
      union select m.id from menu m join down on m.parent_id = down.id)
    select id from up union select id from down`);
  return rows.length === 0 ? null : new Set(rows.map((row) => row.id));
}

/**
 * Buttons of the caller below their pages. A page without buttons is left out: its code would be taken for a button.
 */
async function buttons(context: Context): Promise<MenuRow[]> {
  return prune(nest(await granted(context)), (node) => node.category === 2);
}

async function grantTopMenus(context: Context, input: Input): Promise<boolean> {
  const tops = readIds(input, 'topMenuIds');
  const given = input['menuIds'];
  const menus = given === undefined || given === '' ? [] : listOf(given);
  for (const id of menus)
    if (!/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name: 'menuIds', value: id }));
  await context.tx.run(sql`delete from top_menu_grant where top_menu_id = any(${tops}::bigint[])`);
  await context.tx.run(sql`
    insert into top_menu_grant (top_menu_id, menu_id) select t, m.id from unnest(${tops}::bigint[]) t, menu m
    where m.id = any(${menus}::bigint[]) and m.category = 1`);
  await audit(
    context,
    tops.map((id) => ({
      resource: 'topMenu',
      recordId: id,
      action: 'grant',
      title: '',
      changes: { menuIds: [null, menus] as const },
    })),
  );
  return true;
}

/** Calls on menus beyond page, detail, submit and remove. */
export const menuCalls = (services: Services): readonly Call[] => {
  const get = (
    path: string,
    permission: string | string[],
    zh: string,
    en: string,
    handle: Call['handle'],
    service = 'blade-system',
  ): Call => ({ method: 'GET', service, path, permission, summary: label(zh, en), handle });
  // A program of this family that starts with a guest asks for these, and shows nothing at all when one is refused.
  const forAll = (call: Call): Call => ({
    ...call,
    outsiders: true,
    beforeRegistered: true,
    handle: async (context, input, file) =>
      context.user.unregistered === undefined ? call.handle(context, input, file) : [],
  });
  return [
    forAll(get('menu/routes', SESSION, '我的菜单', 'My menu', routes)),
    forAll(get('menu/getRoutes', SESSION, '我的菜单', 'My menu', routes, 'ops-system')),
    forAll(get('menu/buttons', SESSION, '我的按钮', 'My buttons', (context) => buttons(context))),
    forAll(
      get('menu/top-menu', SESSION, '顶部菜单', 'Top menus', (context) =>
        context.tx.rows(
          sql`select id, code, name, coalesce(source, '') as source, coalesce(path, '') as path, sort from top_menu
            order by sort, id`,
        ),
      ),
    ),
    get('menu/list', 'menu_view', '菜单列表', 'Menus', async (context, input) =>
      treeOf(await allRows(services, menu, context, input)),
    ),
    get('menu/menu-list', 'menu_view', '菜单（不含按钮）', 'Menus without buttons', async (context, input) =>
      treeOf(await allRows(services, menu, context, { ...input, category: '1' })),
    ),
    get('menu/lazy-list', 'menu_view', '菜单（逐级）', 'Menus, level by level', (context, input) =>
      levelOrTree(services, menu, context, input),
    ),
    get(
      'menu/lazy-menu-list',
      'menu_view',
      '菜单（逐级，不含按钮）',
      'Menus without buttons, level by level',
      (context, input) => levelOrTree(services, menu, context, { ...input, category: '1' }, sql`c.category = 1`),
    ),
    { ...get('menu/tree', SESSION, '菜单树', 'Menu tree', (context) => wholeTree(menu, context)), chooses: menu.name },
    get('menu/grant-top-tree', 'topmenu_setting', '顶部菜单可选菜单', 'Menus for a top menu', async (context) => ({
      menu: nest(
        (await granted(context))
          .filter((row) => row.category === 1)
          .map(({ id, parentId, name }) => ({ id, parentId, title: name, key: id, value: id })),
      ),
    })),
    get('menu/top-tree-keys', 'topmenu_setting', '顶部菜单已选菜单', 'Menus of top menus', async (context, input) => ({
      menu: (
        await context.tx.rows<{ menuId: string }>(
          sql`select distinct menu_id from top_menu_grant
            where top_menu_id = any(${readIds(input, 'topMenuIds')}::bigint[])`,
        )
      ).map((row) => row.menuId),
    })),
    { ...get('topmenu/grant', 'topmenu_setting', '设置顶部菜单', 'Fill a top menu', grantTopMenus), method: 'POST' },
  ];
};

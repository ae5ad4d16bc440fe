import { listOf } from '../../../kernel/core/kinds.ts';
import type { Contract, InputOf, Inputs } from '../../../kernel/core/contract.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { TreeNode, TypeOf } from '../../../kernel/core/shape.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Call, type Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { nest, wholeTree } from '../../../kernel/server/tree-calls.ts';
import * as calls from './menu.calls.ts';
import { menu, topMenu } from './menu.resource.ts';
import { type TopMenuGrant, withinTopMenu } from './top-menu.rules.ts';
import { allRows, levelOrTree, treeOf } from '../row-tree.server.ts';

/** A menu or a button. */
type Node = TypeOf<typeof calls.buttonNode>;
type MenuNode = TypeOf<typeof calls.menuNode>;

/** Menus and buttons of the caller in order. */
async function granted(context: Context): Promise<Node[]> {
  const { user } = context;
  const rows = await context.tx.rows<Node>(sql`
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

/** The tree without branches that end in no leaf. */
const pruned = <T>(nodes: readonly TreeNode<T>[], isLeaf: (node: TreeNode<T>) => boolean): TreeNode<T>[] =>
  nodes.flatMap((node) => {
    const children = pruned(node.children ?? [], isLeaf);
    if (children.length > 0) return [{ ...node, children }];
    return node.children === undefined && isLeaf(node) ? [node] : [];
  });

/** The menus of the caller, and which of all menus are groups. */
interface Held {
  readonly menus: readonly Node[];
  readonly groups: ReadonlySet<string>;
}
async function heldMenus(context: Context): Promise<Held> {
  const menus = (await granted(context)).filter((row) => row.category === 1);
  const groups = await context.tx.rows<{ parentId: string }>(
    sql`select distinct parent_id from menu where category = 1`,
  );
  return { menus, groups: new Set(groups.map((row) => row.parentId)) };
}

/** Menus as a tree; a group whose pages are all withheld is not offered either. */
const offered = <T extends Pick<Node, 'id' | 'parentId' | 'path'>>(menus: readonly T[], { groups }: Held) =>
  pruned(nest(menus), (node) => node.path !== '' && !groups.has(node.id));

/**
 * The menu of the caller; with `topMenuId` the part that is in that top menu, unless nothing of the caller's is in it.
 */
async function menuOf(context: Context, topMenuId: unknown): Promise<TreeNode<MenuNode>[]> {
  const held = await heldMenus(context);
  const words = await wordsOf(context);
  const names = new Map(held.menus.map((row) => [row.id, row.name]));
  const shown = held.menus.map((row) => ({
    ...row,
    label: row.name,
    icon: row.source,
    meta: { i18n: row.i18n },
    parentName: names.get(row.parentId) ?? '',
    categoryName: words('menu_category', row.category),
    actionName: words('button_func', row.action),
    isOpenName: words('yes_no', row.isOpen),
  }));
  const id = String(topMenuId);
  const grants = /^\d{1,19}$/.test(id) && id !== '0' ? await topMenuGrants(context, [id]) : [];
  const within = withinTopMenu(shown, grants);
  const part = offered(
    shown.filter((row) => within.has(row.id)),
    held,
  );
  return withHasChildren(part.length > 0 ? part : offered(shown, held));
}

/** What was put into these top menus. */
const topMenuGrants = (context: Context, ids: readonly string[]): Promise<TopMenuGrant[]> =>
  context.tx.rows(sql`
    select g.top_menu_id, g.menu_id, coalesce(m.parent_id, 0)::text as parent_id from top_menu_grant g
    join menu m on m.id = g.menu_id where g.top_menu_id = any(${ids}::bigint[])`);

/** The top menus in which something of the caller's stands: others have nothing to show them. */
async function filledTopMenus(context: Context) {
  const tops = await context.tx.rows<TypeOf<typeof calls.topMenus.answer>[number]>(
    sql`select id, code, name, coalesce(source, '') as source, coalesce(path, '') as path, sort from top_menu
      order by sort, id`,
  );
  if (tops.length === 0) return [];
  const held = await heldMenus(context);
  const grants = Map.groupBy(
    await topMenuGrants(
      context,
      tops.map((top) => top.id),
    ),
    (grant) => grant.topMenuId,
  );
  return tops.filter((top) => {
    const within = withinTopMenu(held.menus, grants.get(top.id) ?? []);
    return (
      offered(
        held.menus.filter((row) => within.has(row.id)),
        held,
      ).length > 0
    );
  });
}

/** Each node says whether there is anything below it: some clients look there before they look at `children`. */
const withHasChildren = (nodes: readonly TreeNode<Omit<MenuNode, 'hasChildren'>>[]): TreeNode<MenuNode>[] =>
  nodes.map(({ children, ...node }) => ({
    ...node,
    hasChildren: children !== undefined,
    ...(children === undefined ? {} : { children: withHasChildren(children) }),
  }));

/** What the small codes of a menu are called; one that means nothing has no name. */
async function wordsOf(context: Context): Promise<(code: string, key: unknown) => string> {
  const rows = await context.tx.rows<{ code: string; dictKey: string; word: string }>(sql`
    select code, dict_key, case when ${context.language} = 'en' then coalesce(nullif(dict_value_en, ''), dict_value)
      else dict_value end as word from dict where code in ('menu_category', 'button_func', 'yes_no')`);
  const words = new Map(rows.map((row) => [`${row.code} ${row.dictKey}`, row.word]));
  return (code, key) => words.get(`${code} ${String(key)}`) ?? '';
}

/**
 * Serves what a program asks when it starts, also one that starts with a guest, who is answered nothing: such a program
 * shows nothing at all when one of these is refused.
 */
const serveAtStart = <I extends Inputs, T>(
  contract: Contract<I, readonly T[]>,
  handle: (context: Context, input: InputOf<I>) => Promise<readonly NoInfer<T>[]>,
): Call =>
  serve(contract, async (context, input) => (context.user.unregistered === undefined ? handle(context, input) : []), {
    outsiders: true,
    beforeRegistered: true,
  });

const fillTopMenus = serve(calls.fillTopMenus, async (context, input, { body }) => {
  const tops = readIds(input, 'topMenuIds');
  const locked = await lockRows(topMenu, context, tops);
  if (locked.length < tops.length) throw unknownRecord(topMenu.label);
  // Left out it empties them; null is no list, and nobody's menu is emptied by it.
  const menus = input.menuIds === null && body['menuIds'] !== null ? [] : listOf(input.menuIds);
  for (const id of menus)
    if (!/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name: 'menuIds', value: id }));
  await context.tx.run(sql`delete from top_menu_grant where top_menu_id = any(${tops}::bigint[])`);
  await context.tx.run(sql`
    insert into top_menu_grant (top_menu_id, menu_id) select t, m.id from unnest(${tops}::bigint[]) t, menu m
    where m.id = any(${menus}::bigint[]) and m.category = 1`);
  await audit(
    context,
    locked.map(({ id, name }) => ({
      resource: topMenu.name,
      recordId: id,
      action: 'grant',
      title: name,
      changes: { menuIds: [null, menus] as const },
    })),
  );
  return true;
});

/** Calls on menus beyond page, detail, submit and remove. */
export const menuCalls: readonly Call[] = [
  serveAtStart(calls.myMenu, (context, { topMenuId }) => menuOf(context, topMenuId)),
  serveAtStart(calls.myMenuElsewhere, (context, { topMenuId }) => menuOf(context, topMenuId)),
  // A menu without buttons is left out: its code would be taken for a button.
  serveAtStart(calls.myButtons, async (context) => pruned(nest(await granted(context)), (node) => node.category === 2)),
  serveAtStart(calls.topMenus, filledTopMenus),
  serve(calls.menuList, async (context, _, { body }) => treeOf(await allRows(menu, context, body))),
  serve(calls.menusOnly, async (context, _, { body }) =>
    treeOf(await allRows(menu, context, { ...body, category: '1' })),
  ),
  serve(calls.menuLevel, (context, { parentId }, { body }) =>
    levelOrTree(menu, context, parentId, () => allRows(menu, context, body)),
  ),
  serve(calls.menusOnlyLevel, (context, { parentId }, { body }) =>
    levelOrTree(menu, context, parentId, () => allRows(menu, context, { ...body, category: '1' }), sql`c.category = 1`),
  ),
  serve(calls.menuTree, (context) => wholeTree(menu, context), { chooses: menu.name }),
  serve(calls.topMenuTree, async (context) => ({
    menu: nest(
      (await granted(context))
        .filter((row) => row.category === 1)
        .map(({ id, parentId, name, nameEn }) => ({
          id,
          parentId,
          title: context.language === 'en' ? nameEn || name : name,
          key: id,
          value: id,
        })),
    ),
  })),
  serve(calls.topMenuKeys, async (context, input) => ({
    menu: (
      await context.tx.rows<{ menuId: string }>(
        sql`select distinct menu_id from top_menu_grant
          where top_menu_id = any(${readIds(input, 'topMenuIds')}::bigint[])`,
      )
    ).map((row) => row.menuId),
  })),
  fillTopMenus,
];

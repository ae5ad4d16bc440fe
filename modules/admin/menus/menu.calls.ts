/** Calls on menus beyond the ordinary ones: menus and buttons of the caller, trees, and what a top menu holds. */
import { addressOf, callOf, contract, SESSION } from '../../../kernel/core/contract.ts';
import { json } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { levelInput, levelKeys, optionTree } from '../trees.calls.ts';
import { menu, topMenu } from './menu.resource.ts';

const node = {
  id: shape.id,
  parentId: shape.id,
  code: shape.text,
  name: shape.text,
  nameEn: shape.text,
  alias: shape.text,
  path: shape.text,
  source: shape.text,
  /** 1 menu, 2 button. */
  category: shape.integer,
  /** 0 none, 1 toolbar, 2 row, 3 both. */
  action: shape.integer,
  isOpen: shape.integer,
  sort: shape.integer,
  /** Aliases of roles it is for, parted by commas; empty for all who hold its code. */
  roles: shape.text,
  i18n: shape.text,
  remark: shape.text,
  isDeleted: shape.flag,
};
/** A menu or a button as it is stored. */
export const buttonNode = shape.object(node);
/** A menu with what it is called beside its codes. */
export const menuNode = shape.object({
  ...node,
  /** Its name. */
  label: shape.text,
  /** Its source. */
  icon: shape.text,
  meta: shape.object({ i18n: shape.text }),
  parentName: shape.text,
  categoryName: shape.text,
  actionName: shape.text,
  isOpenName: shape.text,
  hasChildren: shape.boolean,
});

const get = (name: string) => ({ method: 'GET', ...addressOf(menu, name) }) as const;
const view = (name: string) => ({ method: 'GET', ...callOf(menu, name, 'view') }) as const;
const rows = shape.tree(shape.row(menu));
const levels = shape.tree(shape.row(menu, levelKeys));

/**
 * The menus of the caller with the groups above them; of one top menu where `topMenuId` names one that is filled. A
 * group without a page is left out.
 */
export const myMenu = contract({
  ...get('routes'),
  permission: SESSION,
  summary: label('我的菜单', 'My menu'),
  input: { topMenuId: json('顶部菜单', 'Top menu', { optional: true }) },
  answer: shape.tree(menuNode),
});
/** The same under the address that other clients ask. */
export const myMenuElsewhere = contract({ ...myMenu, service: 'ops-system', path: 'menu/getRoutes' });

/** The buttons of the caller below their menus: every node without `children` is a button. */
export const myButtons = contract({
  ...get('buttons'),
  permission: SESSION,
  summary: label('我的按钮', 'My buttons'),
  input: {},
  answer: shape.tree(buttonNode),
});

/** The areas the menu can be narrowed to: the top menus in which something of the caller's stands. */
export const topMenus = contract({
  ...get('top-menu'),
  permission: SESSION,
  summary: label('顶部菜单', 'Top menus'),
  input: {},
  answer: shape.list(
    shape.object({
      id: shape.id,
      code: shape.text,
      name: shape.text,
      source: shape.text,
      path: shape.text,
      sort: shape.integer,
    }),
  ),
});

/** All menus and buttons; takes the filters of the list, as the next three do. */
export const menuList = contract({
  ...view('list'),
  summary: label('菜单列表', 'Menus'),
  input: {},
  answer: rows,
});
export const menusOnly = contract({
  ...view('menu-list'),
  summary: label('菜单（不含按钮）', 'Menus without buttons'),
  input: {},
  answer: rows,
});
/** Menus and buttons of one level, or the whole tree. */
export const menuLevel = contract({
  ...view('lazy-list'),
  summary: label('菜单（逐级）', 'Menus, level by level'),
  input: levelInput,
  answer: levels,
});
export const menusOnlyLevel = contract({
  ...view('lazy-menu-list'),
  summary: label('菜单（逐级，不含按钮）', 'Menus without buttons, level by level'),
  input: levelInput,
  answer: levels,
});

/** Menus and buttons to choose from. */
export const menuTree = contract({
  ...get('tree'),
  permission: SESSION,
  summary: label('菜单树', 'Menu tree'),
  input: {},
  answer: optionTree,
});

const topMenuIds = {
  topMenuIds: json('顶部菜单', 'Top menus', { optional: true }),
  id: json('顶部菜单', 'Top menu', { optional: true }),
};

/** Menus a top menu can hold: those of the caller. */
export const topMenuTree = contract({
  method: 'GET',
  ...callOf(topMenu, 'grant', 'setting'),
  ...addressOf(menu, 'grant-top-tree'),
  summary: label('顶部菜单可选菜单', 'Menus for a top menu'),
  input: {},
  answer: shape.object({ menu: optionTree }),
});
/** Menus that these top menus hold. */
export const topMenuKeys = contract({
  method: 'GET',
  ...callOf(topMenu, 'grant', 'setting'),
  ...addressOf(menu, 'top-tree-keys'),
  summary: label('顶部菜单已选菜单', 'Menus of top menus'),
  input: topMenuIds,
  answer: shape.object({ menu: shape.list(shape.id) }),
});
/** These top menus hold exactly these menus afterwards; without any they are empty, and nobody is shown them. */
export const fillTopMenus = contract({
  method: 'POST',
  ...callOf(topMenu, 'grant', 'setting'),
  summary: label('设置顶部菜单', 'Fill a top menu'),
  input: { ...topMenuIds, menuIds: json('菜单', 'Menus', { optional: true }) },
  answer: shape.done,
});

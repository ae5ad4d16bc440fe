import { resource } from '../../../kernel/core/declaration.ts';
import { code, type Choice, integer, parent, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** Small numbers of the wire with the words people choose them by. */
const choicesOf = (...choices: readonly (readonly [value: string, zh: string, en: string])[]): readonly Choice[] =>
  choices.map(([value, zh, en]) => ({ value, label: label(zh, en) }));

/** Pages and buttons of the whole platform: what routes, buttons and grants are made of. */
export const menu = resource('menu', {
  label: label('菜单', 'Menu'),
  service: 'blade-system',
  segment: 'menu',
  path: '/system/menu',
  platform: true,
  purpose: label(
    '菜单随程序自动建立，这里可以改名、排序和移动',
    'Menus come with the program; rename, order and move them here',
  ),
  title: 'name',
  shown: 'called',
  keyword: ['name', 'nameEn', 'code'],
  alike: [],
  sort: 'sort',
  scope: null,
  calls: ['page', 'detail', 'submit', 'remove', 'select'],
  few: true,
  fields: {
    name: text('菜单名称', 'Name', { max: 50, search: true, list: true }),
    nameEn: text('英文名称', 'English name', { max: 100, optional: true, search: true, list: true }),
    code: code('菜单编号', 'Code', { max: 80, unique: true, search: true, list: true }),
    alias: text('菜单别名', 'Alias', { max: 50, optional: true, list: true }),
    path: text('路由地址', 'Path', { max: 255, optional: true, list: true }),
    source: text('菜单图标', 'Icon', { max: 60, optional: true, list: true }),
    parentId: parent('上级菜单', 'Above', { optional: true }),
    category: integer('菜单类型', 'Kind', {
      min: 1,
      max: 2,
      default: 1,
      list: true,
      choices: choicesOf(['1', '页面', 'Page'], ['2', '按钮', 'Button']),
    }),
    action: integer('按钮功能', 'Button kind', {
      min: 0,
      max: 9,
      default: 0,
      choices: choicesOf(
        ['0', '无', 'None'],
        ['1', '工具栏', 'Toolbar'],
        ['2', '操作栏', 'Row'],
        ['3', '工具栏与操作栏', 'Toolbar and row'],
      ),
    }),
    isOpen: integer('新窗口', 'New window', {
      min: 0,
      max: 2,
      default: 0,
      choices: choicesOf(['0', '默认', 'Standard'], ['1', '否', 'No'], ['2', '是', 'Yes']),
    }),
    sort: integer('排序', 'Order', { min: 0, max: 99_999, default: 1, list: true }),
    roles: text('限定角色', 'Only for roles', { max: 255, optional: true }),
    i18n: text('国际化键', 'Translation key', { max: 90, optional: true }),
    resource: text('对应资源', 'Resource', { max: 60, optional: true, readonly: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
});

/** A part of the menu to choose at the top of the page; which menus are in it is granted. */
export const topMenu = resource('topMenu', {
  label: label('顶部菜单', 'Top menu'),
  service: 'blade-system',
  segment: 'topmenu',
  path: '/system/topmenu',
  purpose: label(
    '把菜单分成几组，在页面顶部切换；分配了菜单的才会显示',
    'Groups the menu; switched at the top of the page. One without menus is shown to nobody',
  ),
  keyword: ['name', 'code'],
  sort: 'sort',
  scope: null,
  few: true,
  fields: {
    code: code('顶部菜单编号', 'Code', { max: 40, unique: true, search: true, list: true }),
    name: text('顶部菜单名称', 'Name', { max: 50, search: true, list: true }),
    source: text('图标', 'Icon', { max: 60, optional: true, list: true }),
    path: text('路由地址', 'Path', { max: 255, optional: true, list: true }),
    sort: integer('排序', 'Order', { min: 0, max: 9999, default: 1, list: true }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const topMenuReads = ['name'] as const;

import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, flag, integer, parent, percent, quantity, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { remark } from '../materials/validity.fields.ts';

/** A class of dishes; its role is what menu structures count. */
export const dishType = resource('dishType', {
  label: label('菜品类型', 'Dish type'),
  service: 'master-data',
  segment: 'dishtype',
  path: '/masterdata/dishtype',
  purpose: label('按大荤、小荤、素菜、汤羹等管理菜品。', 'Sorts dishes: main meat, vegetable, soup and so on.'),
  few: true,
  fields: {
    parentId: parent('上级类型', 'Above'),
    code: code('类型编码', 'Code', { unique: true, max: 32, list: true, search: true }),
    name: text('类型名称', 'Name', { unique: ['parentId'], max: 64, list: true, search: true }),
    fullName: text('全路径', 'Path', { readonly: true, optional: true, list: true }),
    level: integer('层级', 'Level', { readonly: true, default: 1 }),
    sort: integer('排序', 'Order', { default: 0, min: 0, list: true }),
    dishRole: choice(
      '菜谱角色',
      'Role in a menu',
      [
        ['main-meat', '大荤', 'Main meat'],
        ['half-meat', '小荤', 'Half meat'],
        ['vegetable', '素菜', 'Vegetable'],
        ['soup', '汤羹', 'Soup'],
        ['staple', '主食', 'Staple'],
        ['snack', '点心小吃', 'Snack'],
        ['cold', '凉菜', 'Cold dish'],
        ['fruit', '水果', 'Fruit'],
        ['drink', '饮品', 'Drink'],
        ['set', '套餐', 'Set meal'],
      ],
      { optional: true, list: true },
    ),
    defaultPortionWeight: quantity('默认份重(g)', 'Portion weight (g)', { optional: true, positive: true }),
    targetFoodCost: percent('目标食材成本率(%)', 'Target food cost (%)', { optional: true, min: 0, max: 100 }),
    expiresWithParts: flag('保质期取最早的用料', 'Expires with its earliest ingredient', {
      default: 0,
      hint: label('做好的成品不晚于最早到期的用料', 'What is made is good no longer than the first of its ingredients'),
    }),
    remark,
  },
  tree: { depthMax: 4 },
  calls: ['list', 'page', 'submit', 'remove', 'select', 'lazy-tree', 'tree', 'setSeq'],
  keyword: ['code', 'name'],
  sort: 'sort',
  scope: null,
});

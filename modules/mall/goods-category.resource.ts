import { resource } from '../../kernel/core/declaration.ts';
import { code, integer, parent, pictures, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { frozen } from '../master-data/materials/validity.fields.ts';

/** A shelf of the mall: what stands below it is found with it. */
export const goodsCategory = resource('goodsCategory', {
  label: label('商品分类', 'Goods category'),
  service: 'sales-mall',
  segment: 'goodscategory',
  path: '/sales-mall/goodscategory',
  purpose: label(
    '商城货架的分类，最多三级。先建分类，再上架商品。',
    'The shelves of the mall, up to three levels. Make them first, then put goods up.',
  ),
  few: true,
  fields: {
    parentId: parent('上级分类', 'Above'),
    code: code('分类编码', 'Code', { unique: true, max: 32, list: true, search: true }),
    name: text('分类名称', 'Name', { unique: ['parentId'], max: 30, list: true, search: true }),
    fullName: text('全路径', 'Path', { readonly: true, optional: true }),
    level: integer('层级', 'Level', { readonly: true, default: 1 }),
    icon: pictures('图标', 'Icon', { optional: true, max: 1 }),
    sort: integer('排序', 'Order', { default: 0, min: 0, list: true }),
    frozen,
  },
  tree: { depthMax: 3 },
  calls: ['page', 'detail', 'submit', 'remove', 'select', 'lazy-tree', 'tree', 'setSeq', 'freeze', 'thaw'],
  keyword: ['code', 'name'],
  sort: 'sort',
  scope: null,
});

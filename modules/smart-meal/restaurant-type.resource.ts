import { resource } from '../../kernel/core/declaration.ts';
import { code, integer, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { frozen, remark } from '../master-data/materials/validity.fields.ts';

/** A kind of restaurant: of everybody, or of one site. */
export const restaurantType = resource('restaurantType', {
  label: label('餐厅类型', 'Restaurant type'),
  service: 'smart-meal',
  segment: 'restauranttype',
  path: '/smart-meal/restauranttype',
  purpose: label(
    '职工餐厅、学生餐厅、清真餐厅等类型；不填项目部门的为所有项目共用。',
    'Kinds of restaurants, such as for staff, pupils or halal; without a site they are everybody’s.',
  ),
  few: true,
  fields: {
    code: code('类型编码', 'Code', { unique: true, max: 32, list: true, search: true }),
    name: text('类型名称', 'Name', { unique: ['projectDeptId'], max: 30, list: true, search: true }),
    projectDeptId: ref('项目部门', 'Site', 'dept', {
      offer: OFFER.sites,
      optional: true,
      list: true,
      search: true,
      hint: label('不填为所有项目共用', 'Leave empty to share it with every site'),
    }),
    sort: integer('排序', 'Order', { default: 0, min: 0, list: true }),
    frozen,
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'select', 'freeze', 'thaw'],
  keyword: ['code', 'name'],
  sort: 'sort,code',
  scope: null,
});

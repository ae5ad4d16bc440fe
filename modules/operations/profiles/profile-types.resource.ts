import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, integer, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';

/** What every list of kinds holds: a code and a name, an order, and whether it may still be chosen. */
const named = {
  code: code('编码', 'Code', { unique: true, max: 32, list: true, search: true }),
  name: text('名称', 'Name', { unique: true, max: 50, list: true, search: true }),
};
const rest = { sort: integer('排序', 'Order', { default: 0, min: 0, list: true }), frozen, remark };
const shared = {
  service: 'gear-operation',
  few: true,
  calls: ['list', 'page', 'detail', 'save', 'update', 'saveOrUpdate', 'remove', 'select', 'freeze', 'thaw'],
  keyword: ['code', 'name'],
  sort: 'sort,code',
  scope: null,
} as const;

/** 项目部类型: a kind of site. */
export const projectDeptType = resource('projectDeptType', {
  ...shared,
  label: label('项目部类型', 'Site type'),
  segment: 'gearprojectdepttype',
  path: '/gear/gearprojectdepttype',
  purpose: label(
    '学校、医院、企业等项目部的类型，禁用食品规则按它适用。先建类型，再在项目部体系中选择。',
    'Kinds of sites, such as schools and hospitals; rules on forbidden foods go by them. Make them first, then choose them on the sites.',
  ),
  fields: { ...named, ...rest },
});

/** 经营模式: who bears the business of a stall and how it is settled. */
export const businessModel = resource('businessModel', {
  ...shared,
  label: label('经营模式', 'Business model'),
  segment: 'gearbusinessmodel',
  path: '/gear/gearbusinessmodel',
  purpose: label(
    '自营、联营、托管、租赁等经营模式和结算方式，项目部和档口选用。',
    'Own business, joint, managed, rented: how a site or stall is run and settled.',
  ),
  fields: {
    ...named,
    settleKind: choice(
      '结算方式',
      'Settled',
      [
        ['self', '自营', 'Own'],
        ['joint', '联营', 'Joint'],
        ['managed', '托管', 'Managed'],
        ['rent', '租赁', 'Rented'],
      ],
      { list: true, search: true },
    ),
    ...rest,
  },
});

/** 区域: a region of sites with its director. */
export const district = resource('district', {
  ...shared,
  label: label('区域', 'District'),
  segment: 'geardistrict',
  path: '/gear/geardistrict',
  purpose: label('项目部所属的区域和区域总监。', 'The districts sites belong to, and who directs them.'),
  fields: {
    ...named,
    directorUserId: ref('区域总监', 'Director', 'user', { optional: true, list: true, search: true }),
    ...rest,
  },
});

/** 经营类型: what a stall serves. */
export const operationType = resource('operationType', {
  ...shared,
  label: label('经营类型', 'Operation type'),
  segment: 'gearoperationtype',
  path: '/gear/gearoperationtype',
  purpose: label(
    '快餐、面食、特色、自助、水吧等经营类型，项目部和档口选用。',
    'Fast food, noodles, specialities, buffet, drinks: what a site or stall serves.',
  ),
  fields: { ...named, ...rest },
});

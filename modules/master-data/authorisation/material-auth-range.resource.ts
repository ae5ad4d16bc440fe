import { resource } from '../../../kernel/core/declaration.ts';
import { choice, flag, integer, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { frozen, remark, validity } from '../materials/validity.fields.ts';

/** Groups of the form. */
const SECTION = { purposes: label('用途', 'For'), narrower: label('禁用食品', 'Forbidden foods') };
const ONE = label('物料、物料类型和菜品填写其一', 'One of material, type and dish');
const MONTH = label('1–12；两个都填才算；11 到 2 即跨年', '1–12, both or neither; 11 to 2 runs over the year’s end');

/**
 * Which departments may use a material, all of a type, or a dish, for what and when; a row may be narrowed to sites of
 * one type and to months of every year, with its basis. Without a row that speaks, the material’s own way counts.
 */
export const materialAuthRange = resource('materialAuthRange', {
  label: label('物料授权范围', 'Material authorisation'),
  service: 'master-data',
  segment: 'materialauthrange',
  path: '/masterdata/materialauthrange',
  purpose: label(
    '规定哪些部门可以使用或禁止使用某种物料或某类物料。没有规定的，按物料的授权方式。',
    'Says which departments may use a material or a type, and which may not. Where nothing is said, the material’s own way counts.',
  ),
  fields: {
    materialId: ref('物料', 'Material', 'material', { optional: true, list: true, search: true, hint: ONE }),
    materialTypeId: ref('物料类型', 'Type', 'materialType', { optional: true, list: true, search: true, hint: ONE }),
    dishId: ref('菜品', 'Dish', 'dish', { optional: true, list: true, search: true, hint: ONE }),
    deptId: ref('部门', 'Department', 'dept', { list: true, search: true }),
    includeChildren: flag('含下级', 'Including departments below', { default: 1, list: true }),
    access: choice(
      '授权',
      'May use',
      [
        ['allow', '允许', 'Allowed', 'done'],
        ['deny', '禁止', 'Denied', 'stop'],
      ],
      { default: 'allow', list: true, search: true },
    ),
    /** Where somebody looks at one material: the row is of its type. */
    inherited: flag('类型继承', 'From type', { readonly: true, computed: true, optional: true, list: true }),
    forPlan: flag('计划', 'Planning', { default: 1, section: SECTION.purposes }),
    forBuy: flag('采购', 'Buying', { default: 1, section: SECTION.purposes }),
    forIssue: flag('领用', 'Issue', { default: 1, section: SECTION.purposes }),
    forCook: flag('配方', 'Cooking', { default: 1, section: SECTION.purposes }),
    forSale: flag('销售', 'Sale', { default: 1, section: SECTION.purposes }),
    projectDeptTypeId: ref('项目部类型', 'Type of site', 'projectDeptType', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.narrower,
      hint: label('只对该类型的项目部；不填为部门内的全部', 'Only sites of this type; empty for all of the department'),
    }),
    monthFrom: integer('起始月', 'From month', {
      optional: true,
      min: 1,
      max: 12,
      section: SECTION.narrower,
      hint: MONTH,
    }),
    monthTo: integer('截止月', 'To month', { optional: true, min: 1, max: 12, section: SECTION.narrower, hint: MONTH }),
    basis: text('依据', 'Basis', {
      optional: true,
      max: 200,
      section: SECTION.narrower,
      hint: label('法规、标准或合同条款', 'The law, standard or clause it follows'),
    }),
    ...validity,
    frozen,
    remark,
  },
  calls: [
    'list',
    'page',
    'detail',
    'remove',
    'submit',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  excelKey: [
    'materialId',
    'materialTypeId',
    'dishId',
    'deptId',
    'projectDeptTypeId',
    'monthFrom',
    'monthTo',
    'access',
    'startDate',
  ],
  title: 'remark',
  sort: 'deptId,materialTypeId,materialId,startDate',
  constraints: {
    target_ck: 'check (num_nonnulls(material_id, material_type_id, dish_id) = 1)',
    months_ck: 'check (num_nonnulls(month_from, month_to) <> 1)',
    days_ck: 'check (end_date is null or end_date >= start_date)',
  },
  scope: 'deptId',
});

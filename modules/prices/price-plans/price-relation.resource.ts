import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, day, integer, ref } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { remark } from '../../master-data/materials/validity.fields.ts';
import { priceScheme, USABLE } from './price-plan.document.ts';

/**
 * Days on which a relation holds. Of one department, or one role and kind of price, they never overlap (the database
 * guards it).
 */
const days = {
  startDate: day('生效日期', 'Valid from', {
    withYear: true,
    list: true,
    missing: label('请选择生效日期', 'Say from which day it holds'),
  }),
  endDate: day('失效日期', 'Valid until', {
    withYear: true,
    optional: true,
    list: true,
    hint: label('当天仍有效；不填为长期', 'Still valid on this day; leave empty for no end'),
  }),
  effectState: choice(
    '生效状态',
    'State',
    [
      ['current', '生效中', 'In force', 'done'],
      ['future', '未生效', 'To come'],
      ['ended', '已失效', 'Ended', 'plain'],
    ],
    { readonly: true, computed: true, optional: true, list: true },
  ),
};
const own = {
  code: code('编号', 'Code', {
    optional: true,
    unique: true,
    fixed: true,
    max: 32,
    list: true,
    search: true,
    hint: label('不填自动编号', 'Leave empty to number automatically'),
  }),
};
const dept = ref('部门', 'Department', 'dept', {
  fixed: true,
  list: true,
  search: true,
  hint: label('含下级部门；下级另有关联的以下级为准', 'And all below it that have none of their own'),
});

const shared = (purpose: Label) =>
  ({
    service: 'master-data',
    purpose,
    title: 'code',
    keyword: ['code', 'remark'],
    scope: null,
    opensAt: 'current',
    sort: '-startDate',
    tabs: (
      [
        ['current', '生效中', 'In force'],
        ['future', '未生效', 'To come'],
        ['ended', '已失效', 'Ended'],
      ] as const
    ).map(([key, zh, en]) => ({ key, label: label(zh, en), where: { effect: key } })),
    constraints: { days_ck: 'check (end_date is null or end_date >= start_date)' },
  }) as const;

/**
 * Which department is charged by which plan. A relation holds for the plan's series: a new version needs no new one.
 */
export const managementPriceDeptRelation = resource('managementPriceDeptRelation', {
  ...shared(
    label(
      '哪个部门按哪个管理价方案取价；调价后新版本自动沿用。',
      'Which department is charged by which plan. New versions of the plan are taken over by themselves.',
    ),
  ),
  label: label('管理价部门关系', 'Management price relation'),
  segment: 'managementpricedeptrelation',
  path: '/price/managementpricedeptrelation',
  fields: {
    ...own,
    deptId: dept,
    managementPricePlanId: ref('管理价方案', 'Plan', 'managementPricePlan', {
      offer: USABLE,
      list: true,
      search: true,
    }),
    ...days,
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'save', 'update', 'remove', 'exportExcel'],
  excelKey: ['deptId', 'startDate'],
});

/** Which department is measured by which assessment prices. */
export const assessmentPriceRelation = resource('assessmentPriceRelation', {
  ...shared(
    label(
      '哪个部门按哪份考核价考核；调价后新版本自动沿用。',
      'Which department is measured by which prices. New versions are taken over by themselves.',
    ),
  ),
  label: label('考核价关系', 'Assessment price relation'),
  segment: 'assessmentpricerelation',
  path: '/price/assessmentpricerelation',
  fields: {
    ...own,
    deptId: dept,
    assessmentPriceMaintenanceId: ref('考核价', 'Assessment prices', 'assessmentPriceMaintenance', {
      offer: USABLE,
      list: true,
      search: true,
    }),
    ...days,
    remark,
  },
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'save',
    'update',
    'remove',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  excelKey: ['deptId', 'startDate'],
});

/** Which role buys by which scheme, of every kind of price one at a time. */
export const pricePlanRoleRelation = resource('pricePlanRoleRelation', {
  ...shared(
    label(
      '哪个角色按哪个价格方案取价；部门有价时以部门为准。',
      'Which role is charged by which scheme; a price of the department goes first.',
    ),
  ),
  label: label('价格方案角色关系', 'Role and price scheme'),
  segment: 'priceplanrolerelation',
  alias: [['store-management', 'priceplanrolerelation']],
  path: '/price/priceplanrolerelation',
  fields: {
    ...own,
    roleId: ref('角色', 'Role', 'role', { fixed: true, list: true, search: true }),
    priceSchemeId: ref('价格方案', 'Scheme', 'priceScheme', { offer: USABLE, list: true, search: true }),
    type: {
      ...priceScheme.fields.type,
      optional: true as const,
      rules: { ...priceScheme.fields.type.rules, readonly: true, optional: true },
    },
    priority: integer('优先级', 'Priority', {
      default: 10,
      min: 1,
      max: 999,
      list: true,
      hint: label('一人多个角色时，数字小的优先', 'Of several roles of a person the lowest goes first'),
    }),
    ...days,
    remark,
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove'],
});

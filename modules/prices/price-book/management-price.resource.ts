import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, day, flag, percent, price, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { baseUnit } from '../../master-data/units/base-unit.fields.ts';
import { SEES } from './price.resource.ts';

/**
 * Every published management price, whichever plan it stands in: the lines of approved versions, cut to the days they
 * hold.
 */
export const managementPrice = resource('managementPrice', {
  label: label('管理价', 'Management price'),
  service: 'master-data',
  segment: 'managementprice',
  path: '/price/managementprice',
  purpose: label(
    '各管理价方案已审批的价格，按物料查看。价格在方案里维护。',
    'Approved prices of all management plans, by material. They are kept in the plans.',
  ),
  view: true,
  scope: 'companyDeptId',
  sort: 'materialId,startDate',
  title: 'materialId',
  keyword: ['code', 'name'],
  opensAt: 'current',
  tabs: (
    [
      ['current', '生效中', 'In force'],
      ['future', '未生效', 'To come'],
      ['ended', '已失效', 'Ended'],
    ] as const
  ).map(([key, zh, en]) => ({ key, label: label(zh, en), where: { effect: key } })),
  fields: {
    materialId: ref('物料', 'Material', 'material', { readonly: true, list: true, search: true }),
    unitId: ref('计价单位', 'Unit', 'materialUnit', { readonly: true, list: true }),
    price: price('含税单价', 'Price', {
      readonly: true,
      optional: true,
      unit: 'unitId',
      list: true,
      right: SEES.management,
    }),
    taxRate: percent('税率(%)', 'Tax (%)', { readonly: true, optional: true, list: true }),
    basePrice: price('基本单位价', 'Per base unit', {
      readonly: true,
      optional: true,
      unit: 'baseUnit',
      list: true,
      right: SEES.management,
    }),
    baseUnit,
    startDate: day('生效日期', 'Valid from', { withYear: true, readonly: true, list: true }),
    endDate: day('失效日期', 'Valid until', { withYear: true, readonly: true, optional: true, list: true }),
    effectState: choice(
      '生效状态',
      'State',
      [
        ['current', '生效中', 'In force', 'done'],
        ['future', '未生效', 'To come'],
        ['ended', '已失效', 'Ended', 'plain'],
      ],
      { readonly: true, list: true },
    ),
    name: text('方案', 'Plan', { readonly: true, max: 100, list: true, search: true }),
    code: code('方案单号', 'Document', { readonly: true, list: true, search: true }),
    isDefault: flag('基础价', 'Base price', { readonly: true, list: true, search: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, search: true }),
    managementPricePlanId: ref('管理价方案', 'Management plan', 'managementPricePlan', { readonly: true }),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
});

import { resource } from '../../kernel/core/declaration.ts';
import { choice, percent, quantity, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { frozen } from '../master-data/materials/validity.fields.ts';
import { orderFields, scopeFields, SECTION } from './source-rule.fields.ts';

/** Goods a supplier brings straight to the site: one receipt, bought by the operator and sold on to the site. */
export const purchaseDirectDeliveryRule = resource('purchaseDirectDeliveryRule', {
  label: label('采购直送规则', 'Direct delivery rule'),
  service: 'store-management',
  segment: 'purchasedirectdeliveryrules',
  path: '/purchasing/purchasedirectdeliveryrules',
  purpose: label(
    '规定哪些物料由供应商直接送到现场。同一范围内先于货源清单配置。',
    'Says which goods a supplier brings straight to the site. Within one scope it goes before source rules.',
  ),
  fields: {
    ...scopeFields,
    supplierId: ref('供应商', 'Supplier', 'supplier', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.source,
      hint: label(
        '不填：可直送的供应商按协议、份额和价格选择',
        'Leave empty to choose among the suppliers who deliver, by agreement, share and price',
      ),
    }),
    warehouseId: ref('收货仓库', 'Received at', 'warehouse', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.source,
      hint: label('不填为部门的任一仓库', 'Leave empty for any warehouse of the department'),
    }),
    weekdays: text('送货日', 'Weekdays', {
      optional: true,
      max: 20,
      list: true,
      section: SECTION.terms,
      hint: label('例 1,3,5（1 为周一）；不填为每天', 'For example 1,3,5 (1 is Monday); leave empty for every day'),
    }),
    minOrderQty: quantity('起送数量', 'Minimum quantity', {
      optional: true,
      positive: true,
      unit: 'unitId',
      list: true,
      section: SECTION.terms,
      hint: label('不足时本规则不适用', 'Below it the rule does not apply'),
    }),
    unitId: ref('单位', 'Unit', 'materialUnit', { optional: true, section: SECTION.terms }),
    minBaseQty: quantity('起送基本数量', 'Minimum quantity in base unit', { readonly: true, optional: true }),
    settleBasis: choice(
      '结算依据',
      'Charged by',
      [
        ['settlement', '结算价', 'Settlement price'],
        ['markup', '采购价加成', 'Purchase price and markup'],
      ],
      { default: 'settlement', list: true, section: SECTION.terms },
    ),
    markupPercent: percent('加成比例(%)', 'Markup (%)', {
      optional: true,
      min: 0,
      max: 1000,
      section: SECTION.terms,
      hint: label('结算依据为加成时必填', 'Needed where charged by markup'),
    }),
    ...orderFields,
    frozen,
  },
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  title: 'code',
  keyword: ['code', 'agreementNo', 'remark'],
  sort: 'code',
  scope: 'companyDeptId',
  constraints: {
    what_ck: 'check (material_id is null or material_type_id is null)',
    days_ck: 'check (end_date is null or end_date >= start_date)',
  },
  indexes: [
    ['companyDeptId', 'materialId'],
    ['companyDeptId', 'materialTypeId'],
  ],
});

import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, day, factor, percent, price, ref, text, type Fields } from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { FROM_SAP, localOrSap } from '../../master-data/materials/sap.fields.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';
import { baseUnit } from '../../master-data/units/base-unit.fields.ts';

/** Whoever may see what a thing costs here; without it the figures are in no list, sheet or print. */
export const SEES = {
  settlement: 'settlementprice_see',
  joint: 'jointoperationprice_see',
  management: 'managementprice_see',
  assessment: 'assessmentpricemaintenance_see',
} as const;
export type PriceType = keyof typeof SEES;
export const PRICE_TYPES: Readonly<Record<PriceType, Label>> = {
  settlement: label('结算价', 'Settlement price'),
  joint: label('联营价', 'Joint-operation price'),
  management: label('管理价', 'Management price'),
  assessment: label('考核价', 'Assessment price'),
};
/** Whether a text names a kind of published price. */
export const isPriceType = (type: string): type is PriceType => Object.hasOwn(PRICE_TYPES, type);

/**
 * A published price: of one material, for everybody or for a department and all below it, over a span of days. For one
 * department and material the spans never overlap (the database guards it); a price that was in force is ended and
 * followed by another, never rewritten.
 */
const published = <const P extends Fields>(right: string, partner: P) => ({
  materialId: ref('物料', 'Material', 'material', { fixed: true, list: true, search: true }),
  deptId: ref('适用部门', 'Department', 'dept', {
    optional: true,
    fixed: true,
    list: true,
    search: true,
    hint: label(
      '含下级部门；不填为基础价，适用于所有部门',
      'And all below it; leave empty for the base price of every department',
    ),
  }),
  ...partner,
  unitId: ref('计价单位', 'Unit', 'materialUnit', { list: true }),
  factor: factor('换算率', 'Factor', {
    readonly: true,
    optional: true,
    hint: label(
      '1 计价单位等于多少基本单位，按生效日期的换算',
      'Base units in one unit, by the conversions of the first day',
    ),
  }),
  /** Needed, though not of who may not see it: of him nothing is asked that he would have to guess. */
  price: price('含税单价', 'Price', {
    optional: true,
    needed: true,
    positive: true,
    places: 2,
    unit: 'unitId',
    list: true,
    right,
    hint: label('每计价单位，含税', 'Per unit, tax included'),
  }),
  taxRate: percent('税率(%)', 'Tax (%)', {
    optional: true,
    min: 0,
    max: 100,
    list: true,
    hint: label('不填取物料的税率', 'Leave empty to use the material’s tax rate'),
  }),
  priceNoTax: price('不含税单价', 'Price without tax', { readonly: true, optional: true, unit: 'unitId', right }),
  basePrice: price('折基本单位价', 'Per base unit', {
    readonly: true,
    optional: true,
    unit: 'baseUnit',
    list: true,
    right,
  }),
  basePriceNoTax: price('折基本单位不含税价', 'Per base without tax', {
    readonly: true,
    optional: true,
    unit: 'baseUnit',
    right,
  }),
  baseUnit,
  startDate: day('生效日期', 'Valid from', {
    withYear: true,
    list: true,
    begins: 'today',
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
      ['frozen', '冻结', 'Frozen', 'stop'],
    ],
    { readonly: true, computed: true, optional: true, list: true },
  ),
  sourceRunId: ref('来源调价单', 'Price run', 'priceRun', { readonly: true, optional: true, search: true }),
  formulaText: text('公式内容', 'Formula', { readonly: true, optional: true, worded: true, max: 200 }),
  code: code('价格编号', 'Code', {
    optional: true,
    unique: true,
    fixed: true,
    max: 32,
    list: true,
    search: true,
    hint: label('不填自动编号', 'Leave empty to number automatically'),
  }),
  source: localOrSap,
  sapKey: text('SAP主键', 'SAP key', { readonly: true, optional: true, unique: true, max: 80 }),
  frozen,
  remark,
});

/** Shares of the list that people look at. */
const TABS = (
  [
    ['current', '生效中', 'In force'],
    ['future', '未生效', 'To come'],
    ['ended', '已失效', 'Ended'],
    ['frozen', '冻结', 'Frozen'],
  ] as const
).map(([key, zh, en]) => ({ key, label: label(zh, en), where: { effect: key } }));

const shared = (purpose: Label) =>
  ({
    service: 'master-data',
    purpose,
    tabs: TABS,
    opensAt: 'current',
    title: 'code',
    keyword: ['code', 'remark'],
    excelKey: ['materialId', 'deptId', 'startDate'],
    sort: 'materialId,deptId,startDate',
    indexes: [['materialId', 'startDate']],
    scope: null,
    constraints: {
      days_ck: 'check (end_date is null or end_date >= start_date)',
      whole_ck: 'check (price > 0 and tax_rate is not null and factor > 0)',
    },
  }) as const;

export const settlementPrice = resource('settlementPrice', {
  ...shared(
    label(
      '现场按结算价向公司结算所收的货。先录入基础价，再为价格不同的部门单独录入。',
      'What a site is charged for what it receives. Enter base prices first, then departments that pay another.',
    ),
  ),
  label: label('结算价', 'Settlement price'),
  segment: 'settlementprice',
  alias: [['store-management', 'settlementprice']],
  path: '/price/settlementprice',
  fields: published(SEES.settlement, {}),
  foreign: { ...FROM_SAP, fields: ['materialId', 'deptId', 'unitId', 'price', 'taxRate', 'startDate', 'endDate'] },
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
});

/** Whose stalls a price is for: of his it goes before one that names nobody. */
const partner = {
  enterpriseId: ref('合作企业', 'Partner', 'enterprise', {
    offer: { pool: '1' },
    optional: true,
    fixed: true,
    list: true,
    search: true,
    hint: label(
      '只对该企业的档口有效；不填适用于所有合作企业',
      'For the stalls of this partner only; leave empty for any partner',
    ),
  }),
} as const;

export const jointOperationPrice = resource('jointOperationPrice', {
  ...shared(
    label(
      '联营档口向公司取货的价格。可为某一档口单独定价。',
      'What stalls run by partners pay for what they draw. A stall may have a price of its own.',
    ),
  ),
  label: label('联营价', 'Joint-operation price'),
  segment: 'jointoperationprice',
  path: '/price/jointoperationprice',
  excelKey: ['materialId', 'deptId', 'enterpriseId', 'startDate'],
  fields: published(SEES.joint, partner),
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
});

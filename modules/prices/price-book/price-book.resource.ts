import { resource } from '../../../kernel/core/declaration.ts';
import { code, day, json, price, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { SEES } from './price.resource.ts';

/** What a material costs at a place on a day, of each kind the person may see, per base unit. */
/** What was paid stands on receipts: only who sees their prices is shown it. */
export const SEES_PAID = 'invinstore_view_cost';
const cost = (zh: string, en: string, right: string) =>
  price(zh, en, {
    readonly: true,
    computed: true,
    optional: true,
    list: true,
    right,
    hint: label('含税，每基本单位', 'With tax, per base unit'),
  });

/** Every price of a material side by side: a row for each material, for the place and day that were asked for. */
export const priceBook = resource('priceBook', {
  label: label('价格一览', 'Price book'),
  service: 'master-data',
  segment: 'pricebook',
  path: '/price/pricebook',
  purpose: label(
    '某部门某天各类价格的对照，均为含税、每基本单位。选择部门和日期即可查询。',
    'All kinds of price at a department on a day side by side, with tax, per base unit. Choose the department and the day.',
  ),
  view: true,
  scope: null,
  sort: 'code',
  title: 'name',
  keyword: ['code', 'name'],
  fields: {
    code: code('物料编码', 'Code', { readonly: true, list: true }),
    name: text('物料', 'Material', { readonly: true, list: true }),
    materialTypeId: ref('物料类型', 'Type', 'materialType', { readonly: true, search: true }),
    baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', { readonly: true, list: true }),
    deptId: ref('部门', 'Department', 'dept', {
      readonly: true,
      optional: true,
      search: true,
      hint: label('不选为本人部门', 'Leave empty for your own department'),
    }),
    date: day('日期', 'Day', { readonly: true, hint: label('不选为今天', 'Leave empty for today') }),
    purchasePrice: cost('采购价', 'Purchase', 'purchaseprice_see'),
    recentPrices: json('近期收货价', 'Paid lately', {
      readonly: true,
      computed: true,
      optional: true,
      right: SEES_PAID,
      hint: label('90 天内最近几次，含税，每基本单位', 'The last ones of 90 days, with tax, per base unit'),
    }),
    settlementPrice: cost('结算价', 'Settlement', SEES.settlement),
    managementPrice: cost('管理价', 'Management', SEES.management),
    jointPrice: cost('联营价', 'Joint', SEES.joint),
    assessmentPrice: cost('考核价', 'Assessment', SEES.assessment),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
});

/** What the page of the list reads of a row beside the columns it shows. */
export const priceBookReads = [
  'name',
  'date',
  'deptId',
  'baseUnitName',
  'recentPrices',
  'purchasePrice',
  'settlementPrice',
  'managementPrice',
  'jointPrice',
  'assessmentPrice',
] as const;

import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, day, integer, json, percent, price, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';

const SECTION = {
  scope: label('适用范围', 'Where it holds'),
  reference: label('参考价', 'What it goes by'),
  price: label('定价', 'What it comes to'),
} as const;
const OF_MARKETS = ['reference', 'market-avg', 'market-low', 'market-high'] as const;
const METHODS = [
  ['markup', '上浮', 'Above'],
  ['discount', '下浮', 'Below'],
  ['add', '加价', 'Plus'],
] as const;

/** How a published price follows from another: so many per cent on the purchase price, or below the market. */
export const priceFormula = resource('priceFormula', {
  label: label('定价公式', 'Price formula'),
  service: 'master-data',
  segment: 'priceformula',
  path: '/price/priceformula',
  purpose: label(
    '规定价格怎样由采购价或行情得出。结算价和联营价由调价单按公式算出并发布，管理价和考核价在方案里按公式生成。',
    'Says how prices follow from purchase prices or the market. Price runs publish settlement and joint prices by it; plans fill their lines by it.',
  ),
  few: true,
  fields: {
    name: text('公式名称', 'Name', { max: 60, list: true, search: true }),
    sentence: text('公式', 'Reads', { readonly: true, computed: true, optional: true, max: 1000, list: true }),
    priceType: choice(
      '价格类型',
      'Prices',
      [
        ['settlement', '结算价', 'Settlement'],
        ['joint', '联营价', 'Joint operation'],
        ['management', '管理价', 'Management'],
        ['assessment', '考核价', 'Assessment'],
      ],
      { default: 'settlement', search: true },
    ),
    deptId: ref('适用部门', 'Department', 'dept', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.scope,
      hint: label(
        '不填为基础价；管理价和考核价不填',
        'Leave empty for the base price, and for management and assessment prices',
      ),
    }),
    materialId: ref('物料', 'Material', 'material', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.scope,
      hint: label('物料和物料类型最多填一个；都不填为全部', 'Material or type, not both; neither: everything'),
    }),
    materialTypeId: ref('物料类型', 'Type', 'materialType', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.scope,
      hint: label('含下级类型', 'And all types below it'),
    }),
    startDate: day('生效日期', 'Valid from', {
      withYear: true,
      optional: true,
      list: true,
      section: SECTION.scope,
      hint: label('不填为当天', 'Leave empty for today'),
    }),
    endDate: day('失效日期', 'Valid until', {
      withYear: true,
      optional: true,
      list: true,
      section: SECTION.scope,
      hint: label('当天仍有效；不填为长期', 'Still valid on this day; leave empty for no end'),
    }),
    reference: choice(
      '参考价',
      'Goes by',
      [
        ['purchase', '采购价', 'Purchase price'],
        ['last-receipt', '最近收货价', 'Last receipt'],
        ['settlement', '结算价', 'Settlement price'],
        ['management', '管理价', 'Management price'],
        ['market-avg', '行情均价', 'Market average'],
        ['market-low', '行情最低价', 'Market low'],
        ['market-high', '行情最高价', 'Market high'],
      ],
      { default: 'purchase', search: true, section: SECTION.reference },
    ),
    marketSourceId: ref('行情来源', 'Market', 'marketSource', {
      optional: true,
      needed: true,
      onlyWith: OF_MARKETS,
      section: SECTION.reference,
    }),
    period: choice(
      '取值方式',
      'Taken from',
      [
        ['latest', '最近一次', 'The latest'],
        ['day', '当日', 'The day'],
        ['avg-days', '近N天均价', 'Mean of days'],
        ['last-week', '上周均价', 'Mean of last week'],
        ['last-month', '上月均价', 'Mean of last month'],
      ],
      { default: 'latest', onlyWith: OF_MARKETS, section: SECTION.reference },
    ),
    periodDays: integer('均价天数', 'Days', {
      default: 7,
      min: 1,
      max: 365,
      onlyWith: ['period', 'avg-days'],
      section: SECTION.reference,
    }),
    maxAgeDays: integer('最长有效天数', 'Good for days', {
      default: 7,
      min: 0,
      max: 365,
      onlyWith: [...OF_MARKETS, 'last-receipt'],
      section: SECTION.reference,
      hint: label('更早的行情和收货价不用', 'Older quotes and receipts are not used'),
    }),
    method: choice('方式', 'Method', METHODS, {
      optional: true,
      section: SECTION.price,
      hint: label('有价格区间时不填', 'Empty where bands say it'),
    }),
    rate: percent('比例(%)', 'Rate (%)', {
      optional: true,
      min: 0,
      max: 999.99,
      places: 2,
      needed: true,
      onlyWith: ['method', 'markup', 'discount'],
      section: SECTION.price,
    }),
    addAmount: price('加价额', 'Amount', {
      optional: true,
      places: 2,
      needed: true,
      onlyWith: ['method', 'add'],
      section: SECTION.price,
      hint: label('每基本单位；可为负数', 'Per base unit; may be negative'),
    }),
    floorPrice: price('最低价', 'Not below', {
      optional: true,
      positive: true,
      places: 2,
      section: SECTION.price,
      hint: label('每基本单位', 'Per base unit'),
    }),
    ceilingPrice: price('最高价', 'Not above', {
      optional: true,
      positive: true,
      places: 2,
      section: SECTION.price,
      hint: label('每基本单位', 'Per base unit'),
    }),
    roundPlaces: integer('小数位', 'Places', {
      default: 2,
      min: 0,
      max: 2,
      section: SECTION.price,
      hint: label('最后一步四舍五入', 'Rounded half up, once, at the end'),
    }),
    cliffs: json('断崖提示', 'Cliffs', { readonly: true, optional: true }),
    code: code('公式编码', 'Code', {
      optional: true,
      unique: true,
      fixed: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    frozen,
    remark,
  },
  lines: {
    bands: {
      label: label('价格区间', 'Bands'),
      table: 'price_formula_band',
      fields: {
        fromPrice: price('起价（含）', 'From', {
          min: 0,
          places: 2,
          list: true,
          hint: label('每基本单位', 'Per base unit'),
        }),
        toPrice: price('止价（不含）', 'Below', {
          optional: true,
          positive: true,
          places: 2,
          list: true,
          hint: label('每基本单位；不填为无上限', 'Per base unit; leave empty for no upper limit'),
        }),
        method: choice('方式', 'Method', METHODS, { default: 'markup', list: true }),
        rate: percent('比例(%)', 'Rate (%)', { optional: true, min: 0, max: 999.99, places: 2, list: true }),
        addAmount: price('加价额', 'Amount', {
          optional: true,
          places: 2,
          list: true,
          hint: label('每基本单位', 'Per base unit'),
        }),
      },
    },
  },
  keyword: ['code', 'name'],
  sort: 'code',
  scope: null,
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'freeze', 'thaw', 'exportExcel'],
  constraints: {
    what_ck: 'check (material_id is null or material_type_id is null)',
    days_ck: 'check (end_date is null or end_date >= start_date)',
  },
});

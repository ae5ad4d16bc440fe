import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, day, flag, integer, percent, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';

const REFERENCES = [
  ['average', '近期收货均价', 'Paid lately'],
  ['contract', '协议价', 'Agreement'],
  ['peer', '同类供应商', 'Other suppliers'],
  ['market', '市场参考价', 'Market'],
  ['last', '最近一次收货价', 'Last receipt'],
] as const;

const SECTION = {
  scope: label('适用范围', 'Where it holds'),
  measure: label('参考口径（依次取第一个数据足够的）', 'Measured by the first that is known well enough'),
  line: label('预警线', 'Lines'),
  notified: label('通知', 'Who is told'),
} as const;
const reference = (nr: number, zh: string, en: string, standing?: (typeof REFERENCES)[number][0]) =>
  choice(
    zh,
    en,
    REFERENCES,
    standing === undefined
      ? { optional: true, section: SECTION.measure }
      : { optional: nr > 1, default: standing, list: nr === 1, section: SECTION.measure },
  );

/**
 * When a price is suspicious. The rule of the material goes before that of its type, of the company before one for all.
 */
export const priceEarlyWarning = resource('priceEarlyWarning', {
  label: label('价格预警规则', 'Price warning rule'),
  service: 'master-data',
  segment: 'priceearlywarning',
  path: '/price/priceearlywarning',
  purpose: label(
    '规定价格偏离多少算异常。先建一条适用于全部物料的规则，再为波动大的品类单独设置。',
    'Says how far a price may stray. Begin with one rule for everything, then add rules for restless goods.',
  ),
  few: true,
  fields: {
    name: text('规则名称', 'Name', { max: 60, list: true, search: true }),
    companyDeptId: ref('适用公司', 'Company', 'dept', {
      offer: OFFER.companies,
      optional: true,
      list: true,
      search: true,
      section: SECTION.scope,
      hint: label('不填为所有公司', 'Leave empty for all companies'),
    }),
    materialId: ref('物料', 'Material', 'material', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.scope,
      hint: label('物料和物料类型最多填一个；都不填为全部', 'A material or a type. Leave both empty for everything.'),
    }),
    materialTypeId: ref('物料类型', 'Type', 'materialType', {
      optional: true,
      list: true,
      search: true,
      section: SECTION.scope,
      hint: label('含下级类型', 'And all types below it'),
    }),
    priceType: choice(
      '价格类型',
      'Prices',
      [
        ['all', '全部', 'All'],
        ['purchase', '采购价', 'Purchase'],
        ['settlement', '结算价', 'Settlement'],
        ['management', '管理价', 'Management'],
        ['joint', '联营价', 'Joint operation'],
        ['assessment', '考核价', 'Assessment'],
      ],
      { default: 'all', list: true, search: true, section: SECTION.scope },
    ),
    onQuote: flag('供应商报价时', 'On quotes', { default: 1, section: SECTION.scope }),
    onOrder: flag('采购下单时', 'On orders', { default: 1, section: SECTION.scope }),
    onReceipt: flag('收货时', 'On receipt', { default: 1, section: SECTION.scope }),
    onSave: flag('定价时', 'On pricing', {
      default: 1,
      section: SECTION.scope,
      hint: label(
        '保存或导入结算价、联营价、价格方案和调价单时；其他三个时点只看采购价',
        'When settlement and joint-operation prices, plans and price runs are saved or brought in; the other three look at purchase prices',
      ),
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
    reference1: reference(1, '首选口径', 'First', 'average'),
    reference2: reference(2, '其次', 'Second', 'contract'),
    reference3: reference(3, '再次', 'Third', 'peer'),
    reference4: reference(4, '最后', 'Last', 'last'),
    marketSourceId: ref('行情来源', 'Market', 'marketSource', {
      optional: true,
      section: SECTION.measure,
      hint: label(
        '以市场参考价为口径时必填；用 7 天内的均价',
        'Needed where the market is a measure; its average of the last 7 days is used',
      ),
    }),
    days: integer('均价天数', 'Days', { default: 30, min: 1, max: 365, section: SECTION.measure }),
    minSamples: integer('最少样本', 'Minimum samples', {
      default: 3,
      min: 1,
      max: 100,
      section: SECTION.measure,
      hint: label('少于此数不取均价', 'With fewer, what was paid is no measure'),
    }),
    robust: flag('稳健判断', 'Robust', {
      default: 1,
      section: SECTION.measure,
      hint: label(
        '8 次及以上取中位数，价格本来波动大的不误报',
        'From 8 receipts on the middle one counts, and goods whose price is restless anyway are not reported',
      ),
    }),
    direction: choice(
      '方向',
      'Direction',
      [
        ['both', '双向', 'Both'],
        ['up', '只看上涨', 'Rises'],
        ['down', '只看下跌', 'Falls'],
      ],
      { default: 'both', list: true, section: SECTION.line },
    ),
    warnPercent: percent('预警线(%)', 'Warn (%)', {
      default: '10',
      positive: true,
      max: 1000,
      places: 2,
      list: true,
      section: SECTION.line,
      hint: label('偏离超过即预警，不阻止保存', 'Beyond it a warning is raised; saving goes on'),
    }),
    blockPercent: percent('禁止线(%)', 'Block (%)', {
      optional: true,
      positive: true,
      max: 1000,
      places: 2,
      list: true,
      section: SECTION.line,
      hint: label('偏离超过即不能审批；不填为不禁止', 'Beyond it nothing is approved; leave empty to block nothing'),
    }),
    notifyRoleIds: refs('通知角色', 'Roles told', 'role', { optional: true, section: SECTION.notified }),
    notifyUserIds: refs('通知人', 'People told', 'user', { optional: true, section: SECTION.notified }),
    code: code('规则编码', 'Code', {
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
  keyword: ['code', 'name'],
  sort: 'code',
  scope: 'companyDeptId',
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'freeze', 'thaw', 'exportExcel'],
  constraints: {
    what_ck: 'check (material_id is null or material_type_id is null)',
    days_ck: 'check (end_date is null or end_date >= start_date)',
    lines_ck: 'check (block_percent is null or block_percent > warn_percent)',
  },
});

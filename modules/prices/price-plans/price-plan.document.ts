import { document, type When } from '../../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  day,
  factor,
  flag,
  integer,
  percent,
  price,
  ref,
  refs,
  text,
} from '../../../kernel/core/field.ts';
import { label, type Label } from '../../../kernel/core/label.ts';
import { approvalLife } from '../../../kernel/core/life.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { remark } from '../../master-data/materials/validity.fields.ts';
import { SETTLE_WAYS } from '../../suppliers/cooperation-type.document.ts';
import { lineWarning } from '../warnings/line-warning.fields.ts';
import { SEES } from '../price-book/price.resource.ts';

/** Whoever may see the fixed prices of role schemes. */
export const SEES_SCHEMES = 'priceschememanagement_see';
/** Versions that price something now or later, of all there are: what a relation or a scheme may name. */
export const USABLE = { usable: '1' } as const;

const requested = {
  startDate: day('新价生效日期', 'New prices from'),
  changeReason: text('调价原因', 'Why', { min: 2, max: 200 }),
};
const newEnd = { endDate: day('截止日期', 'Last day', { hint: label('当天仍有效', 'Still valid on this day') }) };

/**
 * draft → pending → approved; a version that another replaced before its first day is superseded. What has begun or
 * ended is told by its days.
 */
const lifeOf = (prefix: string, generated: { readonly when?: When } = {}) => {
  const standard = approvalLife(prefix, {
    actions: {
      generateDetails: {
        label: label('按公式生成', 'Fill by formula'),
        from: ['draft', 'rejected'],
        button: 'edit',
        page: true,
        unlogged: true,
        ...generated,
      },
      newVersion: { label: label('调价', 'New prices'), from: ['approved'], button: 'edit', ask: requested },
      endEarly: {
        label: label('提前截止', 'End early'),
        from: ['approved'],
        button: 'do_apply',
        ask: newEnd,
        danger: true,
      },
    },
    events: {
      superseded: label('被新版本替代', 'Replaced by a newer version'),
      restored: label('新版本作废，恢复有效', 'In force again, the newer version was voided'),
    },
    tabs: [
      'draft',
      'pending',
      { key: 'current', label: label('生效中', 'In force'), where: { effect: 'current' } },
      { key: 'future', label: label('未生效', 'To come'), where: { effect: 'future' } },
      { key: 'ended', label: label('已失效', 'Ended'), where: { effect: 'ended' } },
      'rejected',
      'void',
    ],
  });
  return {
    ...standard,
    states: { ...standard.states, done: { label: label('已被替代', 'Superseded'), tone: 'plain' as const } },
  };
};

/**
 * Header of every price document. A plan is a series of versions, each replacing the whole one before; the series is
 * named by its first version. Approving a version ends the one before the day before.
 */
const named = {
  name: text('方案名称', 'Name', { max: 100, list: true, search: true }),
  companyDeptId: ref('归属公司', 'Company', 'dept', { offer: OFFER.companies, list: true, search: true }),
};
const dated = <const N extends string>(self: N, right: string) => ({
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
    'Effect',
    [
      ['current', '生效中', 'In force', 'done'],
      ['future', '未生效', 'To come'],
      ['ended', '已失效', 'Ended', 'plain'],
    ],
    { readonly: true, computed: true, optional: true },
  ),
  versionNo: integer('版本号', 'Version', { readonly: true, default: 1, list: true }),
  changeReason: text('调价原因', 'Why it changes', {
    optional: true,
    max: 200,
    hint: label('第 2 版起必填', 'Needed from version 2 on'),
  }),
  priceSeriesId: ref('价格集', 'Series', self, { readonly: true, optional: true }),
  supersedesId: ref('替代版本', 'Replaces', self, { readonly: true, optional: true }),
  supersededById: ref('被替代于', 'Replaced by', self, { readonly: true, optional: true }),
  /** Its own last day, while a newer version has cut it. */
  originalEndDate: day('原失效日期', 'Valid until, before it was replaced', { readonly: true, optional: true }),
  lineCount: integer('物料数', 'Materials', { readonly: true, optional: true, list: true }),
  maxRise: percent('最大涨幅(%)', 'Highest rise (%)', { readonly: true, optional: true, list: true, right }),
  maxFall: percent('最大跌幅(%)', 'Deepest fall (%)', { readonly: true, optional: true, list: true, right }),
  warnCount: integer('预警数', 'Warnings', { readonly: true, default: 0, list: true }),
  overrideReason: text('放行原因', 'Let pass because', { readonly: true, optional: true, max: 200 }),
  remark,
  files: attachments('附件', 'Attachments', { optional: true }),
});
/** Priced where no department has a relation: the plan of the company itself. */
const isDefault = flag('作为基础价', 'Base price', {
  default: 0,
  list: true,
  search: true,
  hint: label('公司内没有关联方案的部门按它取价', 'For departments of the company without a plan of their own'),
});

const line = (right: string) => ({
  materialId: ref('物料', 'Material', 'material', { list: true }),
  unitId: ref('计价单位', 'Unit', 'materialUnit', { list: true, takes: 'purchaseUnitId' }),
  factor: factor('换算率', 'Factor', { readonly: true, optional: true }),
  /** Needed, though not of who may not see it. */
  price: price('含税单价', 'Price', { optional: true, positive: true, places: 2, unit: 'unitId', list: true, right }),
  taxRate: percent('税率(%)', 'Tax (%)', {
    optional: true,
    min: 0,
    max: 100,
    list: true,
    hint: label('不填取物料的税率', 'Leave empty to use the material’s tax rate'),
  }),
  lastPrice: price('原价', 'Last price', {
    readonly: true,
    unit: 'unitId',
    optional: true,
    list: true,
    right,
    hint: label('生效前一日的价格，按本行单位', 'On the day before, in the unit of this line'),
  }),
  changePercent: percent('涨跌幅(%)', 'Change (%)', { readonly: true, optional: true, list: true, right }),
  ...lineWarning(right),
  formulaId: ref('公式', 'Formula', 'priceFormula', { readonly: true, optional: true }),
  formulaText: text('公式内容', 'Formula', { readonly: true, optional: true, worded: true, max: 200, list: true }),
  referencePrice: price('公式参考价', 'Formula reference', {
    readonly: true,
    optional: true,
    right,
    hint: label('每基本单位', 'Per base unit'),
  }),
  referenceDate: day('参考日', 'Of', { readonly: true, optional: true }),
  evidence: text('依据', 'Evidence', { readonly: true, optional: true, max: 200, right }),
  basePrice: price('基本单位价', 'Per base unit', { readonly: true, optional: true, list: true, right }),
  priceNoTax: price('不含税单价', 'Without tax', { readonly: true, optional: true, unit: 'unitId', right }),
  purchasePrice: price('采购价', 'Purchase price', {
    readonly: true,
    optional: true,
    unit: 'unitId',
    right: 'purchaseprice_see',
  }),
  marginPercent: percent('差价率(%)', 'Margin (%)', { readonly: true, optional: true, right: 'purchaseprice_see' }),
  startDate: day('生效日期', 'Valid from', {
    withYear: true,
    optional: true,
    hint: label('不填同方案', 'Leave empty to use the day of the plan'),
  }),
  endDate: day('失效日期', 'Valid until', {
    withYear: true,
    optional: true,
    hint: label('不填同方案', 'Leave empty to use the day of the plan'),
  }),
  remark: text('备注', 'Remark', { optional: true, max: 200 }),
});
const details = (right: string) => ({ label: label('价格明细', 'Prices'), fields: line(right) });

const shared = (purpose: Label) =>
  ({
    service: 'master-data',
    purpose,
    title: 'name',
    keyword: ['billCode', 'name'],
    scope: 'companyDeptId',
    opensAt: 'current',
    indexes: [['status', 'startDate']],
    constraints: { days_ck: 'check (end_date is null or end_date >= start_date)' },
  }) as const;

/** What a company charges its own departments. */
export const managementPricePlan = document('managementPricePlan', {
  ...shared(
    label(
      '公司内部结算用的管理价，按方案定价、审批，再关联到部门。',
      'What a company charges its own departments: priced and approved as a plan, then related to departments.',
    ),
  ),
  label: label('管理价方案', 'Management price plan'),
  segment: 'managementpriceplan',
  path: '/price/managementpriceplan',
  fields: { ...named, isDefault, ...dated('managementPricePlan', SEES.management) },
  lines: { details: details(SEES.management) },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel'],
  life: lifeOf('GLJ'),
});

/** What stalls run by partners pay. A stall stands in one plan at a time. */
export const operatingJointVenturePricePlan = document('operatingJointVenturePricePlan', {
  ...shared(
    label(
      '联营档口取货的价格方案。一个档口同一时间只属于一个方案。',
      'Prices for stalls run by partners. A stall is in one plan at a time.',
    ),
  ),
  label: label('经营联营价格方案', 'Joint-venture price plan'),
  segment: 'operatingjointventurepriceplan',
  path: '/price/operatingjointventurepriceplan',
  fields: {
    ...named,
    enterpriseId: ref('合作企业', 'Partner', 'enterprise', {
      offer: { pool: '1' },
      list: true,
      search: true,
      hint: label('从企业池中选择', 'From the pool of enterprises'),
    }),
    settleWay: choice('结算规则', 'Settled by', SETTLE_WAYS, { readonly: true, computed: true, optional: true }),
    gearOperationDeptIds: refs('联营档口', 'Stalls', 'dept', { offer: OFFER.stalls, list: true, search: true }),
    commissionPercent: percent('扣点(%)', 'Commission (%)', {
      optional: true,
      min: 0,
      max: 100,
      hint: label('不填取合作企业的约定扣点', 'Leave empty for the rate agreed with the partner'),
    }),
    ...dated('operatingJointVenturePricePlan', SEES.joint),
  },
  lines: { details: details(SEES.joint) },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel'],
  life: lifeOf('LYJ'),
});

/** What a site is measured by, for a year, half, quarter or month. */
export const assessmentPriceMaintenance = document('assessmentPriceMaintenance', {
  ...shared(
    label(
      '项目部考核用的价格，按年、半年、季度或月度制定，再关联到部门。',
      'Prices that departments are measured by, for a year or a part of it; then related to departments.',
    ),
  ),
  label: label('考核价维护', 'Assessment price plan'),
  segment: 'assessmentpricemaintenance',
  path: '/price/assessmentpricemaintenance',
  fields: {
    ...named,
    isDefault,
    assessYear: integer('考核年度', 'Year', { min: 2000, max: 2100, list: true, search: true }),
    assessPeriod: choice(
      '考核周期',
      'Period',
      [
        ['year', '年度', 'Year'],
        ['half', '半年', 'Half'],
        ['quarter', '季度', 'Quarter'],
        ['month', '月度', 'Month'],
      ],
      { default: 'year', list: true, search: true },
    ),
    periodNo: integer('期次', 'Number', {
      optional: true,
      min: 1,
      max: 12,
      list: true,
      hint: label('半年 1–2，季度 1–4，月度 1–12', 'Half 1–2, quarter 1–4, month 1–12'),
    }),
    ...dated('assessmentPriceMaintenance', SEES.assessment),
    startDate: day('生效日期', 'Valid from', {
      withYear: true,
      optional: true,
      list: true,
      hint: label('不填为考核期第一天', 'Leave empty for the first day of the period'),
    }),
    endDate: day('失效日期', 'Valid until', {
      withYear: true,
      optional: true,
      list: true,
      hint: label('不填为考核期最后一天', 'Leave empty for the last day of the period'),
    }),
  },
  lines: { details: details(SEES.assessment) },
  calls: ['list', 'page', 'detail', 'submit', 'save', 'update', 'remove', 'exportExcel'],
  life: lifeOf('KHJ'),
});

/** Prices for roles: fixed, those of another series, or so many per cent above or below the base price. */
export const priceScheme = document('priceScheme', {
  ...shared(
    label(
      '为角色定价：固定价格、引用另一方案，或在基础价上浮动。批准后关联到角色。',
      'Prices for roles: fixed, those of another plan, or a percentage of the base price. Then related to roles.',
    ),
  ),
  label: label('价格方案', 'Price scheme'),
  segment: 'priceschememanagement',
  alias: [['store-management', 'priceschememanagement']],
  path: '/price/priceschememanagement',
  fields: {
    ...named,
    type: choice(
      '价格类型',
      'Kind of price',
      [
        ['settlement', '结算价', 'Settlement'],
        ['management', '管理价', 'Management'],
        ['joint', '联营价', 'Joint operation'],
        ['assessment', '考核价', 'Assessment'],
      ],
      { list: true, search: true },
    ),
    mode: choice(
      '定价方式',
      'Priced by',
      [
        ['fixed', '固定价格', 'Fixed prices'],
        ['reference', '引用价格集', 'Another plan'],
        ['percent', '基础价浮动', 'Share of the base price'],
      ],
      { default: 'percent', list: true, search: true },
    ),
    ratePercent: percent('浮动比例(%)', 'Share (%)', {
      optional: true,
      min: -99.99,
      max: 999.99,
      list: true,
      hint: label('基础价浮动时必填；-5 为下浮 5%', 'Needed for a share of the base price; -5 is five per cent below'),
    }),
    managementPricePlanId: ref('引用管理价方案', 'Management plan', 'managementPricePlan', {
      offer: USABLE,
      optional: true,
      hint: label('引用且类型为管理价时必填', 'Needed where it refers to management prices'),
    }),
    operatingJointVenturePricePlanId: ref('引用联营价格方案', 'Joint-venture plan', 'operatingJointVenturePricePlan', {
      offer: USABLE,
      optional: true,
      hint: label('引用且类型为联营价时必填', 'Needed where it refers to joint prices'),
    }),
    assessmentPriceMaintenanceId: ref('引用考核价', 'Assessment prices', 'assessmentPriceMaintenance', {
      offer: USABLE,
      optional: true,
      hint: label('引用且类型为考核价时必填', 'Needed where it refers to assessment prices'),
    }),
    ...dated('priceScheme', SEES_SCHEMES),
  },
  lines: {
    details: details(SEES_SCHEMES),
    rates: {
      label: label('品类浮动', 'By material type'),
      table: 'price_scheme_rate',
      unique: ['materialTypeId'],
      fields: {
        materialTypeId: ref('物料类型', 'Type', 'materialType', { list: true }),
        ratePercent: percent('浮动比例(%)', 'Share (%)', { min: -99.99, max: 999.99, list: true }),
        remark: text('备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  calls: ['list', 'page', 'detail', 'submit', 'save', 'update', 'remove', 'exportExcel'],
  life: lifeOf('JGFA', { when: ['mode', 'fixed'] }),
});

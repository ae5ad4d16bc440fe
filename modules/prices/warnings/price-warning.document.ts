import { document } from '../../../kernel/core/declaration.ts';
import {
  choice,
  integer,
  json,
  moment,
  money,
  percent,
  price,
  quantity,
  ref,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

const SEE = 'purchaseprice_see';
const why = { reason: text('处理说明', 'Why', { min: 2, max: 200 }) };
export const MEASURED = [
  ['average', '近期收货均价', 'Paid lately'],
  ['contract', '协议价', 'Agreement'],
  ['peer', '同类供应商', 'Other suppliers'],
  ['market', '市场参考价', 'Market'],
  ['last', '最近一次收货价', 'Last receipt'],
  ['order', '订单价', 'Order price'],
  ['settled', '近期结算均价', 'Settled lately'],
  ['last-settled', '最近一次结算价', 'Last settled'],
  ['before', '原价', 'Price before'],
] as const;

/** A price that strayed from what it is measured by, and what somebody made of it. */
export const priceWarning = document('priceWarning', {
  label: label('价格预警', 'Price warning'),
  service: 'master-data',
  segment: 'pricewarning',
  path: '/price/pricewarning',
  purpose: label(
    '报价、下单、收货和定价时偏离过大的价格自动出现在这里，按影响金额排列。',
    'Prices of quotes, orders, receipts and of what is charged that stray too far appear here by themselves, those with most money at stake first.',
  ),
  scope: 'companyDeptId',
  fields: {
    level: choice(
      '级别',
      'Level',
      [
        ['warn', '预警', 'Warning', 'look'],
        ['block', '禁止', 'Blocked', 'stop'],
      ],
      { readonly: true, list: true, search: true },
    ),
    kind: choice(
      '类型',
      'Kind',
      [
        ['deviation', '价格偏离', 'Price deviation'],
        ['delivered', '送货价与订单价不符', 'Delivered at another price'],
      ],
      { readonly: true, search: true },
    ),
    materialId: ref('物料', 'Material', 'material', { readonly: true, list: true, search: true }),
    deviationPercent: percent('偏离(%)', 'Deviation (%)', { readonly: true, list: true }),
    stakeAmount: money('影响金额', 'At stake', {
      readonly: true,
      default: '0',
      list: true,
      hint: label('（价格 − 参考价）× 数量', '(price − reference) × quantity'),
    }),
    priceType: choice(
      '价格类型',
      'Prices',
      [
        ['purchase', '采购价', 'Purchase'],
        ['settlement', '结算价', 'Settlement'],
        ['joint', '联营价', 'Joint operation'],
      ],
      { readonly: true, default: 'purchase', list: true, search: true },
    ),
    supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true, optional: true, list: true, search: true }),
    basePrice: price('基本单位价', 'Per base unit', { readonly: true, unit: 'baseUnitId', list: true, right: SEE }),
    referencePrice: price('参考价', 'Measured by', {
      readonly: true,
      unit: 'baseUnitId',
      list: true,
      right: SEE,
      hint: label('每基本单位', 'Per base unit'),
    }),
    moment: choice(
      '检查时点',
      'On',
      [
        ['quote', '报价', 'Quote'],
        ['order', '下单', 'Order'],
        ['receipt', '收货', 'Receipt'],
        ['save', '定价', 'Pricing'],
      ],
      { readonly: true, list: true, search: true },
    ),
    sourceCode: text('来源单据', 'Document', { readonly: true, optional: true, max: 60, list: true, search: true }),
    sourceLineNo: integer('行号', 'Line', { readonly: true, optional: true }),
    referenceKind: choice('参考口径', 'Reference', MEASURED, { readonly: true }),
    sampleCount: integer('样本数', 'Samples', { readonly: true, default: 1 }),
    price: price('价格', 'Price', { readonly: true, unit: 'unitId', right: SEE }),
    unitId: ref('计价单位', 'Unit', 'materialUnit', { readonly: true }),
    plannedQty: quantity('涉及数量', 'Quantity at stake', {
      readonly: true,
      default: '0',
      unit: 'baseUnitId',
      right: SEE,
      hint: label(
        '今后 30 天的需求，或本行数量，取较大者；都没有时为近期收货量',
        'Needed in the next 30 days, or of the line itself where that is more; without either, what came lately',
      ),
    }),
    baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', { readonly: true, optional: true }),
    blockPercent: percent('禁止线(%)', 'Block line (%)', { readonly: true, optional: true }),
    ruleId: ref('规则', 'Rule', 'priceEarlyWarning', { readonly: true, optional: true, search: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    deptId: ref('部门', 'Department', 'dept', { readonly: true, optional: true, search: true }),
    sourceType: text('来源类型', 'Of', { readonly: true, max: 40 }),
    sourceId: text('来源', 'Document id', { readonly: true, max: 20, search: true }),
    sourceLineId: text('来源行', 'Line id', { readonly: true, max: 20 }),
    samples: json('样本', 'Samples', { readonly: true, optional: true, right: SEE }),
    handleUserId: ref('处理人', 'Handled by', 'user', { readonly: true, optional: true }),
    handleTime: moment('处理时间', 'Handled', { readonly: true, optional: true }),
    overrideReason: text('放行原因', 'Let pass because', { readonly: true, optional: true, max: 200 }),
  },
  sort: '-stakeAmount,-createTime',
  opensAt: 'open',
  indexes: [
    ['status', '-stakeAmount'],
    ['sourceType', 'sourceId'],
  ],
  calls: ['list', 'page', 'detail', 'exportExcel'],
  life: {
    prefix: 'YJ',
    states: {
      open: { label: label('待处理', 'Open'), tone: 'next' },
      accepted: { label: label('已接受', 'Accepted'), tone: 'done' },
      refused: { label: label('已拒绝', 'Refused'), tone: 'stop' },
      'false-alarm': { label: label('误报', 'False alarm'), tone: 'plain' },
      corrected: { label: label('已更正', 'Corrected'), tone: 'plain' },
    },
    first: 'open',
    editable: [],
    removable: [],
    done: ['accepted', 'refused', 'false-alarm', 'corrected'],
    actions: {
      accept: {
        label: label('接受价格', 'Accept'),
        from: ['open'],
        to: 'accepted',
        button: 'handle',
        ask: why,
        next: true,
      },
      refuse: {
        label: label('拒绝价格', 'Refuse'),
        from: ['open'],
        to: 'refused',
        button: 'handle',
        ask: why,
        danger: true,
      },
      falseAlarm: {
        label: label('标为误报', 'False alarm'),
        from: ['open'],
        to: 'false-alarm',
        button: 'handle',
        ask: why,
      },
    },
    events: {
      corrected: label('价格已更正或单据已撤', 'Corrected, or the document is gone'),
      override: label('说明原因后放行', 'Let pass with a reason'),
    },
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const priceWarningReads = ['status', 'referencePrice', 'baseUnitName'] as const;

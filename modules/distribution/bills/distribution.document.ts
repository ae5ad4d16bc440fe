import { document } from '../../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  day,
  dictionary,
  flag,
  integer,
  json,
  moment,
  money,
  price,
  quantity,
  ref,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife, dueTabs } from '../../../kernel/core/life.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { materialLine } from '../../purchasing/purchase-line.fields.ts';

const SEES_COST = 'invdistribution_view_cost';

const derived = { readonly: true, optional: true } as const;
const inUnit = { readonly: true, default: '0', unit: 'unitId', min: 0 } as const;
const inBase = { readonly: true, default: '0', unit: 'baseUnitId', min: 0 } as const;

/** What a line asks goods for. */
const SOURCES = [
  ['sales-plan', '营销计划', 'Sales plan'],
  ['special-meal', '特殊餐', 'Special meal'],
  ['manual', '手工', 'By hand'],
] as const;

/** 配送单: goods of certain meals that a site or stall asks for without a net plan. */
export const distribution = document('distribution', {
  label: label('配送单', 'Distribution'),
  service: 'store-management',
  segment: 'invdistribution',
  path: '/distribution/invdistribution',
  purpose: label(
    '项目部或档口按餐次要货：从已审批的营销计划和特殊餐提取用料，调整后送审。审批后在直配、统配中分配。',
    'A site or stall asks for the goods of its meals: taken from approved sales plans and special meals, adjusted, sent for approval. Once approved its lines are distributed.',
  ),
  scope: 'bladeProjectDeptId',
  fields: {
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', {
      ...derived,
      offer: OFFER.sites,
      list: true,
      search: true,
    }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { search: true }),
    useRestaurantDeptId: ref('餐厅', 'Restaurant', 'dept', {
      offer: OFFER.restaurants,
      optional: true,
      list: true,
      search: true,
    }),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', {
      offer: OFFER.stalls,
      optional: true,
      list: true,
      search: true,
      hint: label('不填为整个餐厅', 'Leave empty for the whole restaurant'),
    }),
    startTime: moment('开始时间', 'From', {
      search: true,
      hint: label('开餐时间在此范围内的餐次', 'Meals that begin in this window'),
    }),
    endTime: moment('结束时间', 'Until', { search: true }),
    deliveryDate: day('配送日期', 'Delivery', { list: true, search: true }),
    netFlag: flag('扣减库存', 'Less stock', {
      default: 0,
      hint: label('建议量先扣减库存与在订', 'What is proposed leaves out what stock and orders cover'),
    }),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0, list: true, total: true }),
    amount: money('预估金额', 'Est. amount', { ...derived, list: true, total: true, right: SEES_COST }),
    generateStatus: choice(
      '生成状态',
      'Distributed',
      [
        ['none', '未生成', 'Not yet', 'look'],
        ['partial', '部分', 'Partly', 'waiting'],
        ['all', '已生成', 'All', 'done'],
      ],
      { readonly: true, default: 'none', list: true, search: true },
    ),
    orderBefore: moment('最晚下单时间', 'Order before', derived),
    lateFlag: flag('截单后', 'After the cut-off', { readonly: true, default: 0, search: true }),
    lateReason: text('截单后原因', 'Why after it', {
      optional: true,
      max: 200,
      hint: label('有明细已过最晚下单时间时填写', 'Needed where a line is past its last moment to order'),
    }),
    companyDeptId: ref('公司', 'Company', 'dept', { ...derived, search: true }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 20 }),
  },
  lines: {
    details: {
      label: label('配送明细', 'Lines'),
      fields: {
        ...materialLine,
        needQty: quantity('需求量', 'Needed', { ...inBase, list: true }),
        qty: quantity('配送数量', 'Asked', { positive: true, unit: 'unitId', list: true }),
        proposedQty: quantity('建议量', 'Proposed', { readonly: true, optional: true, unit: 'unitId' }),
        adjustReason: text('调整原因', 'Why changed', {
          optional: true,
          max: 100,
          hint: label('数量与建议量不同时填写', 'Needed where it differs from what is proposed'),
        }),
        sourceType: choice('来源', 'For', SOURCES, { default: 'manual', list: true }),
        /** Of what it is for, and the lines of that; given once, when a line is added. */
        sourceId: text('来源单', 'Source', { optional: true, max: 20 }),
        sourceLineIds: json('来源行', 'Source lines', { optional: true }),
        sourceCode: text('来源单号', 'Source number', { ...derived, max: 40, list: true }),
        mealDate: day('用餐日期', 'Meal on', { optional: true, list: true }),
        mealType: dictionary('餐次', 'Meal', 'mealType', { optional: true, list: true }),
        needDate: day('需求日期', 'Needed on', { list: true }),
        deliveryDate: day('配送日期', 'Delivery', { optional: true, list: true }),
        /** Of the need, what stock and orders leave open; all of it where they do not count. */
        netQty: quantity('净需求', 'Net', inBase),
        baseQty: quantity('基本数量', 'Base quantity', inBase),
        sourceKind: choice(
          '货源',
          'Supplied',
          [
            ['direct', '供应商直送', 'Supplier direct'],
            ['warehouse', '中心仓', 'Central warehouse'],
            ['factory', '工厂', 'Factory'],
            ['self', '自采', 'Self-purchase'],
          ],
          { default: 'direct', list: true },
        ),
        /** Names the price that decided. */
        sourceReason: text('货源依据', 'Why from there', { ...derived, max: 200, right: SEES_COST }),
        outWarehouseId: ref('中心仓', 'Central warehouse', 'warehouse', derived),
        outOrgId: ref('发货组织', 'Sender', 'dept', derived),
        supplierId: ref('建议供应商', 'Suggested supplier', 'supplier', { optional: true, list: true }),
        price: price('预估单价', 'Est. price', { ...derived, unit: 'unitId', right: SEES_COST }),
        amount: money('预估金额', 'Est. amount', { ...derived, total: true, right: SEES_COST }),
        orderBefore: moment('最晚下单时间', 'Order before', { ...derived, list: true }),
        lateFlag: flag('截单后', 'After the cut-off', { readonly: true, default: 0 }),
        originMaterialId: ref('原物料', 'In place of', 'material', derived),
        distributedQty: quantity('已分配', 'Distributed', inUnit),
        cancelledQty: quantity('取消', 'Cancelled', inUnit),
        openQty: quantity('未分配', 'Open', inUnit),
        remark: text('备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  constraints: { window_ck: 'check (end_time > start_time)' },
  indexes: [
    ['bladeProjectDeptId', 'deliveryDate'],
    ['status', 'createTime'],
  ],
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  opensAt: 'open',
  life: approvalLife('PS', {
    facts: { afterCutoff: 'lateFlag' },
    tabs: [
      ...dueTabs('deliveryDate', label('未分完', 'Not all distributed'), {
        status: 'draft,pending,approved,rejected',
        generateStatus: 'none,partial',
      }),
      {
        key: 'to-distribute',
        label: label('待分配', 'To distribute'),
        where: { status: 'approved', generateStatus: 'none,partial' },
      },
      ...APPROVAL_STATES,
    ],
    events: {
      distributed: label('已全部分配', 'All distributed'),
      reopen: label('重新待分配', 'Open again'),
    },
  }),
});

/** So many days a distribution spans at most. */
export const SPAN_DAYS_MAX = 31;

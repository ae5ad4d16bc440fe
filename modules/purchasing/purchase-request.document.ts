import { document } from '../../kernel/core/declaration.ts';
import { attachments, choice, day, integer, money, quantity, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife, dueTabs } from '../../kernel/core/life.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { changeLateFee, lateFields } from '../sourcing/late/late.fields.ts';
import { baseQuantity, estimate, materialLine } from './purchase-line.fields.ts';

/** 请购单: an approved need handed to purchasing; generated from requirement plans or entered by a site. */
export const purchaseRequest = document('purchaseRequest', {
  label: label('请购单', 'Purchase request'),
  service: 'store-management',
  segment: 'invpleasepurchase',
  path: '/purchasing/invpleasepurchase',
  purpose: label(
    '已审批、等待采购的需求。先在需求计划中生成请购单，或在此新增手工请购。',
    'Approved needs waiting to be bought. Generate requests from a requirement plan, or enter one by hand here.',
  ),
  scope: 'bladeProjectDeptId',
  fields: {
    needDateFrom: day('最早需求日期', 'Earliest need', { readonly: true, optional: true, list: true }),
    executeStatus: choice(
      '执行状态',
      'Progress',
      [
        ['none', '未订购', 'Not ordered', 'look'],
        ['partial', '部分订购', 'Partly ordered', 'waiting'],
        ['all', '已订购', 'Ordered', 'done'],
      ],
      { readonly: true, default: 'none', search: true, list: true },
    ),
    distributeStatus: choice(
      '分配状态',
      'Distributed',
      [
        ['none', '未分配', 'Not distributed', 'plain'],
        ['partial', '部分分配', 'Partly distributed', 'waiting'],
        ['all', '已分配', 'Distributed', 'done'],
      ],
      { readonly: true, default: 'none', search: true },
    ),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0, list: true, total: true }),
    amount: money('预估金额', 'Estimated amount', {
      readonly: true,
      optional: true,
      list: true,
      total: true,
      right: 'invpleasepurchase_view_cost',
    }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { search: true, list: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', {
      offer: OFFER.sites,
      readonly: true,
      optional: true,
      search: true,
    }),
    applyDate: day('请购日期', 'Request date', { optional: true, search: true }),
    requestType: choice(
      '请购类型',
      'Type',
      [
        ['plan', '计划', 'From a plan'],
        ['manual', '手工', 'By hand'],
        ['supplement', '补充', 'Supplement'],
      ],
      { readonly: true, default: 'manual', search: true },
    ),
    needDateTo: day('最晚需求日期', 'Latest need', { readonly: true, optional: true }),
    ...lateFields('invpleasepurchase_view_cost'),
    planCodes: text('来源计划', 'From plans', { readonly: true, optional: true, max: 500 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 20 }),
  },
  lines: {
    details: {
      label: label('请购明细', 'Request lines'),
      min: 1,
      fields: {
        ...materialLine,
        requestQty: quantity('请购数量', 'Quantity', { positive: true, unit: 'unitId', list: true }),
        baseQty: baseQuantity,
        needDate: day('需求日期', 'Needed on', { list: true }),
        deliveryDate: day('到货日期', 'Delivery', { optional: true, list: true }),
        sourceKind: choice(
          '货源',
          'Source',
          [
            ['direct', '供应商直送', 'Supplier direct'],
            ['warehouse', '中心仓', 'Central warehouse'],
            ['factory', '工厂', 'Factory'],
            ['self', '自采', 'Self-purchase'],
          ],
          { default: 'direct' },
        ),
        supplierId: ref('建议供应商', 'Suggested supplier', 'supplier', { optional: true, list: true }),
        ...estimate('invpleasepurchase_view_cost'),
        orderedQty: quantity('已订购', 'Ordered', { readonly: true, default: '0', unit: 'unitId', min: 0 }),
        distributedQty: quantity('已分配', 'In distribution', {
          readonly: true,
          default: '0',
          unit: 'unitId',
          min: 0,
        }),
        receivedQty: quantity('已收货', 'Received', { readonly: true, default: '0', unit: 'unitId', min: 0 }),
        cancelledQty: quantity('取消', 'Cancelled', { readonly: true, default: '0', unit: 'unitId', min: 0 }),
        planDetailId: text('来源计划行', 'Plan line', { readonly: true, optional: true }),
        remark: text('备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  constraints: {},
  indexes: [['status', 'createTime']],
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  opensAt: 'open',
  life: approvalLife('QG', {
    actions: { changeLateFee },
    tabs: [
      ...dueTabs('needDateFrom', label('未订完', 'Not all ordered'), {
        status: 'draft,pending,approved,rejected',
        executeStatus: 'none,partial',
        // What stands on work lists as a whole is ordered from there.
        distributeStatus: 'none,partial',
      }),
      ...APPROVAL_STATES,
    ],
    events: { generatePleasePurchase: label('由需求计划生成', 'Generated from a requirement plan') },
  }),
});

/** What the page of the list reads of a row beside the columns it shows. */
export const purchaseRequestReads = ['billCode', 'status', 'executeStatus'] as const;

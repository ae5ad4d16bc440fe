import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  day,
  integer,
  moment,
  money,
  percent,
  quantity,
  ref,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife, dueTabs } from '../../kernel/core/life.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { changeLateFee, lateFields } from '../sourcing/late/late.fields.ts';
import { agreedPrice, baseQuantity, materialLine } from './purchase-line.fields.ts';

const life = approvalLife('CG', {
  actions: { changeLateFee },
  tabs: [
    ...dueTabs('deliveryDate', label('未完成', 'Open'), {
      status: 'draft,pending,approved,rejected',
      executeStatus: 'none,partial',
    }),
    {
      key: 'unanswered',
      label: label('待供应商确认', 'Not answered'),
      where: { status: 'approved', supplierStatus: 'none,declined', executeStatus: 'none' },
      sort: 'deliveryDate',
    },
    ...APPROVAL_STATES,
  ],
  events: {
    received: label('收货完成', 'Received in full'),
    closed: label('剩余关闭，订单完成', 'The rest was closed: done'),
    changed: label('订单变更', 'Changed'),
    reopen: label('收货冲销，重新打开', 'Open again: a delivery was taken back'),
  },
});
/** What a document became gives its quantity back: to be distributed again, or not needed any more. */
const released = {
  ...life.actions.void,
  ask: {
    ...life.actions.void.ask,
    releaseTo: choice(
      '数量去向',
      'Its quantity',
      [
        ['redistribute', '退回重新分配', 'Distributed again'],
        ['cancel', '取消需求', 'Cancelled'],
      ],
      { optional: true, hint: label('由采购单据生成的订单必填', 'Needed where a purchase document made it') },
    ),
  },
};

/** 采购订单: an order to one supplier for one place. */
export const purchaseOrder = document('purchaseOrder', {
  label: label('采购订单', 'Purchase order'),
  service: 'store-management',
  segment: 'purchaseorder',
  path: '/purchasing/purchaseorder',
  purpose: label(
    '发给供应商的订单。先从请购单生成订单，或在此新增。',
    'Orders to suppliers. Generate them from purchase requests, or add one here.',
  ),
  signed: [label('供应商确认', 'Confirmed by the supplier')],
  scope: 'bladeProjectDeptId',
  fields: {
    supplierId: ref('供应商', 'Supplier', 'supplier', { search: true, list: true }),
    amount: money('含税金额', 'Amount', {
      readonly: true,
      default: '0',
      list: true,
      total: true,
      right: 'purchaseorder_view_cost',
    }),
    deliveryDate: day('到货日期', 'Delivery date', { search: true, list: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0, list: true, total: true }),
    executeStatus: choice(
      '收货状态',
      'Receiving',
      [
        ['none', '未收货', 'Nothing received', 'waiting'],
        ['partial', '部分收货', 'Partly received', 'look'],
        ['all', '已收货', 'Received', 'done'],
        ['closed', '已关闭', 'Closed', 'plain'],
      ],
      { readonly: true, default: 'none', search: true, list: true },
    ),
    supplierStatus: choice(
      '供应商确认',
      'Supplier’s answer',
      [
        ['none', '待确认', 'Not answered', 'waiting'],
        ['confirmed', '已确认', 'Confirmed', 'done'],
        ['partial', '部分确认', 'Confirmed in part', 'look'],
        ['declined', '已拒绝', 'Declined', 'stop'],
      ],
      { readonly: true, default: 'none', search: true, list: true },
    ),
    supplierTime: moment('确认时间', 'Answered at', { readonly: true, optional: true }),
    supplierRemark: text('供应商说明', 'Supplier’s remark', { readonly: true, optional: true, max: 200 }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { optional: true, search: true, list: true }),
    factoryWarehouseId: ref('收货工厂仓', 'Receiving factory store', 'factoryWarehouse', {
      optional: true,
      search: true,
      hint: label('订给工厂时填，仓库留空', 'For a factory; leave the warehouse empty then'),
    }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', {
      offer: OFFER.sites,
      readonly: true,
      optional: true,
      search: true,
    }),
    buyerId: ref('采购员', 'Buyer', 'user', { readonly: true, optional: true, search: true, list: true }),
    orderType: choice(
      '订单类型',
      'Type',
      [
        ['straight', '直配', 'Direct'],
        ['central', '集采', 'Central'],
        ['manual', '手工', 'By hand'],
      ],
      { readonly: true, default: 'manual', search: true },
    ),
    orderDate: day('订单日期', 'Order date', { optional: true, search: true }),
    amountNoTax: money('不含税金额', 'Amount without tax', {
      readonly: true,
      default: '0',
      right: 'purchaseorder_view_cost',
    }),
    taxAmount: money('税额', 'Tax', { readonly: true, default: '0', right: 'purchaseorder_view_cost' }),
    ...lateFields('purchaseorder_view_cost'),
    /** Declared below purchasing, so it is named by its id alone. */
    purchaseDocumentId: text('采购单据', 'Purchase document', { readonly: true, optional: true, max: 20 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 20 }),
  },
  lines: {
    details: {
      label: label('订单明细', 'Order lines'),
      min: 1,
      fields: {
        ...materialLine,
        orderQty: quantity('订购数量', 'Quantity', { positive: true, unit: 'unitId', list: true }),
        baseQty: baseQuantity,
        surplusQty: quantity('富余量', 'Surplus', { readonly: true, default: '0', unit: 'unitId', min: 0 }),
        ...agreedPrice('purchaseorder_view_cost'),
        deliveryDate: day('到货日期', 'Delivery', { optional: true }),
        overRate: percent('超收容差', 'Over tolerance', { readonly: true, default: '0', min: 0 }),
        underRate: percent('短收容差', 'Under tolerance', { readonly: true, default: '0', min: 0 }),
        promisedQty: quantity('承诺数量', 'Promised', { readonly: true, optional: true, unit: 'unitId', min: 0 }),
        promisedDate: day('承诺日期', 'Promised for', { readonly: true, optional: true }),
        shippedQty: quantity('已发货', 'Shipped', { readonly: true, default: '0', unit: 'unitId', min: 0 }),
        receivedQty: quantity('已收货', 'Received', {
          readonly: true,
          default: '0',
          unit: 'unitId',
          min: 0,
          list: true,
        }),
        settledQty: quantity('差异已结', 'Settled', { readonly: true, default: '0', unit: 'unitId', min: 0 }),
        cancelledQty: quantity('取消', 'Cancelled', { readonly: true, default: '0', unit: 'unitId', min: 0 }),
        remark: text('备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  constraints: { place_ck: 'check (num_nonnulls(warehouse_id, factory_warehouse_id) = 1)' },
  indexes: [
    ['status', 'createTime'],
    ['supplierId', 'status'],
  ],
  calls: [
    'list',
    'page',
    'donePage',
    'detail',
    'submit',
    'remove',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
  opensAt: 'open',
  life: { ...life, actions: { ...life.actions, void: released } },
});

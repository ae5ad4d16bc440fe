import { document } from '../../../kernel/core/declaration.ts';
import {
  choice,
  day,
  factor,
  flag,
  integer,
  moment,
  money,
  percent,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { SUPPLY_MODES } from '../lists/distribution-line.fields.ts';

const SEES_COST = 'purchasedocument_view_cost';
const SEES_SETTLEMENT = 'purchasedocument_view_settlement';
const given = { readonly: true, optional: true } as const;
const cost = { ...given, right: SEES_COST } as const;
const settlement = { ...given, right: SEES_SETTLEMENT } as const;
const derivedQty = (zh: string, en: string) =>
  quantity(zh, en, { readonly: true, default: '0', unit: 'unitId', min: 0, list: true });

/** 采购单据: what a distribution turns into, by supplier or sender and by place; completed it becomes an order. */
export const purchaseDocument = document('purchaseDocument', {
  label: label('采购单据', 'Purchase document'),
  service: 'store-management',
  segment: 'purchasedocument',
  path: '/purchasing/purchasedocument',
  purpose: label(
    '直配、统配制单后在这里：按供应商或发货仓和收货仓归单，核对后完成，生成采购订单或工厂订单。',
    'What was distributed stands here by supplier or sender and by place. Look at it once more and complete it: purchase orders and factory orders come of it.',
  ),
  scope: 'visibleDeptIds',
  fields: {
    docType: choice(
      '单据类型',
      'Type',
      [
        ['straight', '直配采购', 'Direct purchase'],
        ['central', '统配集采', 'Central purchase'],
        ['delivery', '统配配送', 'Delivery'],
      ],
      { readonly: true, default: 'straight', list: true, search: true },
    ),
    supplierId: ref('供应商', 'Supplier', 'supplier', { ...given, list: true, search: true }),
    outOrgId: ref('中心组织', 'Centre', 'dept', { ...given, list: true, search: true }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { ...given, list: true, search: true }),
    deliveryDate: day('到货日期', 'Delivery date', { readonly: true, list: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0, list: true, total: true }),
    amount: money('含税金额', 'Amount', { ...cost, list: true, total: true }),
    settlementAmount: money('结算金额', 'Settlement', { ...settlement, total: true }),
    orderCode: text('生成单号', 'Order', { ...given, max: 40, list: true, search: true }),
    outWarehouseId: ref('中心仓', 'Central warehouse', 'warehouse', { ...given, search: true }),
    outFactoryWarehouseId: ref('工厂仓', 'Factory store', 'factoryWarehouse', { ...given, search: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { ...given, search: true }),
    projectDeptSysId: ref('项目部体系', 'Site profile', 'projectDeptSystem', given),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', { ...given, search: true }),
    sapFactory: text('SAP工厂', 'SAP plant', { ...given, max: 20, search: true }),
    orderId: text('生成单据', 'Order made', { ...given, max: 20 }),
    completeUser: ref('完成人', 'Completed by', 'user', given),
    completeTime: moment('完成时间', 'Completed at', given),
    orderBefore: moment('最晚下单时间', 'Order before', { ...given, search: true }),
    lateFlag: flag('截单后', 'Late', { readonly: true, default: 0, search: true }),
    lateReason: text('截单后原因', 'Why late', { ...given, max: 200 }),
    // Derived from both ends, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { ...given, weak: true }),
    remark: text('备注', 'Remark', { ...given, max: 500 }),
  },
  lines: {
    details: {
      label: label('单据明细', 'Lines'),
      readonly: true,
      fields: {
        materialId: ref('物料', 'Material', 'material', { readonly: true, list: true, search: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, list: true }),
        qty: quantity('数量', 'Quantity', { readonly: true, positive: true, unit: 'unitId', list: true, total: true }),
        price: price('含税单价', 'Price', { ...cost, unit: 'unitId' }),
        taxRate: percent('税率(%)', 'Tax rate (%)', cost),
        amount: money('含税金额', 'Amount', { ...cost, total: true }),
        settlementPrice: price('结算价', 'Settlement price', { ...settlement, unit: 'unitId' }),
        settlementTaxRate: percent('结算税率(%)', 'Tax rate of it (%)', settlement),
        settlementAmount: money('结算金额', 'Settlement', { ...settlement, total: true }),
        siteCount: integer('需求行数', 'Lines behind', { readonly: true, default: 0 }),
        supplyMode: choice('供给方式', 'Supply', SUPPLY_MODES, given),
        orderedQty: derivedQty('已下单', 'Ordered'),
        cancelledQty: derivedQty('取消', 'Cancelled'),
        factor: factor('换算系数', 'Factor', { readonly: true, positive: true, default: '1' }),
        baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', given),
        baseQty: quantity('基本数量', 'Base quantity', { readonly: true, default: '0', unit: 'baseUnitId', min: 0 }),
        priceReason: text('取价说明', 'Where the price comes from', { ...cost, max: 200, worded: true }),
        routeId: text('线路', 'Route', { ...given, max: 20 }),
        stopSeq: integer('停靠顺序', 'Stop', given),
      },
    },
  },
  indexes: [
    ['status', 'createTime'],
    ['supplierId', 'deliveryDate'],
  ],
  opensAt: 'open',
  calls: ['list', 'page', 'detail', 'exportExcel'],
  life: {
    prefix: 'CD',
    states: {
      open: { label: label('待完成', 'Open'), tone: 'next' },
      completed: { label: label('已完成', 'Completed'), tone: 'done' },
      void: { label: label('已作废', 'Void'), tone: 'plain' },
    },
    first: 'open',
    editable: [],
    removable: [],
    done: ['completed', 'void'],
    actions: {
      completePurchaseDocument: {
        label: label('完成', 'Complete'),
        from: ['open'],
        to: 'completed',
        button: 'complete',
        next: true,
        ask: {
          lateReason: text('截单后原因', 'Why after the cut-off', {
            optional: true,
            max: 200,
            hint: label('过了最晚下单时间才需要填写', 'Only after the last moment to order'),
          }),
          confirmDuplicate: flag('同日已有订单，仍继续', 'Go on though there is an order for that day', { default: 0 }),
        },
      },
      refresh: { label: label('重新取价', 'Take prices anew'), from: ['open'], button: 'refresh' },
      void: {
        label: label('作废', 'Void'),
        from: ['open'],
        to: 'void',
        button: 'void',
        ask: { reason: text('原因', 'Reason', { min: 2, max: 500 }) },
        danger: true,
      },
    },
    events: {
      generatePurchaseDocument: label('由分配制单', 'Made from a distribution'),
      reopen: label('订单作废，重新打开', 'Open again: its order is void'),
    },
  },
});

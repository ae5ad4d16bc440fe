import { document } from '../../../kernel/core/declaration.ts';
import {
  choice,
  code,
  day,
  factor,
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

const SEES_COST = 'factoryorder_view_cost';
const given = { readonly: true, optional: true } as const;
const cost = { ...given, right: SEES_COST } as const;
const derivedQty = (zh: string, en: string) =>
  quantity(zh, en, { readonly: true, default: '0', unit: 'unitId', min: 0, list: true });

/** What becomes of what a shipment is short of. */
const SHORT_HANDLINGS = [
  ['backorder', '补送', 'Sent later'],
  ['redistribute', '退回重新分配', 'Distributed again'],
  ['cancel', '取消需求', 'Cancelled'],
] as const;
/** Where the quantity of a void order goes. */
const RELEASES = SHORT_HANDLINGS.slice(1) as unknown as readonly [
  (typeof SHORT_HANDLINGS)[1],
  (typeof SHORT_HANDLINGS)[2],
];

/** 工厂订单: what a factory or a central warehouse owes a site on a day. Its number is that of its sorting lines. */
export const factoryOrder = document('factoryOrder', {
  label: label('工厂订单', 'Factory order'),
  service: 'store-management',
  segment: 'factoryorder',
  path: '/distribution/factoryorder',
  purpose: label(
    '工厂或中心仓要送给项目部的货。采购单据完成后自动生成：接单、分拣，再发货，项目部在入库单收货。',
    'What a factory or central warehouse owes a site on a day. Made when a purchase document is completed: accept it, sort it, ship it; the site receives it.',
  ),
  signed: [label('发货', 'Sent by'), label('司机', 'Driver'), label('收货', 'Received by')],
  scope: 'visibleDeptIds',
  fields: {
    outOrgId: ref('发货组织', 'Sender', 'dept', { readonly: true, list: true, search: true }),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', { ...given, list: true, search: true }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { readonly: true, list: true, search: true }),
    deliveryDate: day('配送日期', 'Delivery date', { readonly: true, list: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0 }),
    progress: percent('分拣进度(%)', 'Sorted (%)', { readonly: true, computed: true, list: true }),
    factoryWarehouseId: ref('工厂仓', 'Factory store', 'factoryWarehouse', { ...given, search: true }),
    outWarehouseId: ref('中心仓', 'Central warehouse', 'warehouse', { ...given, search: true }),
    orderNo: code('订单号', 'Order number', { ...given, computed: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { ...given, search: true }),
    projectDeptSysId: ref('项目部体系', 'Site profile', 'projectDeptSystem', given),
    sapFactory: text('SAP工厂', 'SAP plant', { ...given, max: 20, search: true }),
    routeId: ref('线路', 'Route', 'deliveryRoute', { ...given, list: true, search: true }),
    stopSeq: integer('停靠顺序', 'Stop', given),
    settlementAmount: money('结算金额', 'Settlement', cost),
    purchaseDocumentId: ref('采购单据', 'Purchase document', 'purchaseDocument', { ...given, search: true }),
    shipTime: moment('发货时间', 'Shipped at', given),
    plateNo: text('车牌', 'Vehicle', { ...given, max: 20 }),
    driver: text('司机', 'Driver', { ...given, max: 40 }),
    // Derived from both ends, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { ...given, weak: true }),
    remark: text('备注', 'Remark', { ...given, max: 500 }),
  },
  lines: {
    details: {
      label: label('订单明细', 'Lines'),
      readonly: true,
      fields: {
        materialId: ref('物料', 'Material', 'material', { readonly: true, list: true, search: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, list: true }),
        orderQty: quantity('订货数量', 'Ordered', {
          readonly: true,
          positive: true,
          unit: 'unitId',
          list: true,
          total: true,
        }),
        sortedQty: derivedQty('已分拣', 'Sorted'),
        shippedQty: derivedQty('已发货', 'Shipped'),
        receivedQty: derivedQty('已收货', 'Received'),
        settledQty: quantity('差异已结', 'Settled', { readonly: true, default: '0', unit: 'unitId' }),
        shortQty: derivedQty('缺货', 'Short'),
        cancelledQty: derivedQty('取消', 'Cancelled'),
        openQty: quantity('未清', 'Open', { ...given, computed: true, unit: 'unitId', list: true }),
        settlementPrice: price('结算价', 'Settlement price', { ...cost, unit: 'unitId' }),
        taxRate: percent('税率(%)', 'Tax rate (%)', cost),
        settlementAmount: money('结算金额', 'Settlement', { ...cost, total: true }),
        supplyMode: choice('供给方式', 'Supply', SUPPLY_MODES, { readonly: true, default: 'stock' }),
        shortHandling: choice('缺货处理', 'What of the rest', SHORT_HANDLINGS, given),
        factor: factor('换算系数', 'Factor', { readonly: true, positive: true, default: '1' }),
        baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', given),
        baseQty: quantity('基本数量', 'Base quantity', { readonly: true, default: '0', unit: 'baseUnitId', min: 0 }),
      },
    },
  },
  constraints: { store_ck: 'check (num_nonnulls(factory_warehouse_id, out_warehouse_id) = 1)' },
  indexes: [
    ['status', 'createTime'],
    ['deliveryDate', 'outOrgId'],
  ],
  opensAt: 'pending',
  calls: ['list', 'page', 'donePage', 'detail', 'exportExcel'],
  life: {
    prefix: 'GD',
    states: {
      pending: { label: label('待接单', 'To accept'), tone: 'next' },
      accepted: { label: label('已接单', 'Accepted'), tone: 'waiting' },
      sorting: { label: label('分拣中', 'Being sorted'), tone: 'waiting' },
      shipped: { label: label('在途', 'On its way'), tone: 'system' },
      done: { label: label('已完成', 'Done'), tone: 'done' },
      void: { label: label('已作废', 'Void'), tone: 'plain' },
    },
    first: 'pending',
    editable: [],
    removable: [],
    done: ['shipped', 'done', 'void'],
    tabs: [
      'pending',
      { key: 'sort', label: label('分拣中', 'Being sorted'), where: { status: 'accepted,sorting' } },
      { key: 'ready', label: label('待发货', 'To ship'), where: { status: 'accepted,sorting', sortedAll: '1' } },
      'shipped',
      'done',
      'void',
    ],
    actions: {
      accept: { label: label('接单', 'Accept'), from: ['pending'], to: 'accepted', button: 'accept', next: true },
      ship: {
        label: label('发货', 'Ship'),
        from: ['accepted', 'sorting'],
        to: 'shipped',
        button: 'ship',
        next: true,
        ask: {
          plateNo: text('车牌', 'Vehicle', { optional: true, max: 20 }),
          driver: text('司机', 'Driver', { optional: true, max: 40 }),
          shortHandling: choice('缺货处理', 'What of the rest', SHORT_HANDLINGS, {
            optional: true,
            hint: label('有缺货时必填', 'Needed where something is short'),
          }),
        },
      },
      void: {
        label: label('作废', 'Void'),
        from: ['pending', 'accepted'],
        to: 'void',
        button: 'void',
        ask: {
          reason: text('原因', 'Reason', { min: 2, max: 500 }),
          releaseTo: choice('数量去向', 'Its quantity', RELEASES, { optional: true }),
        },
        danger: true,
      },
      closeRest: {
        label: label('关闭剩余', 'Close the rest'),
        from: ['accepted'],
        to: 'done',
        button: 'void',
        ask: {
          reason: text('原因', 'Reason', { min: 2, max: 500 }),
          releaseTo: choice('数量去向', 'Its quantity', RELEASES, { default: 'redistribute' }),
        },
        danger: true,
      },
    },
    events: {
      sort: label('开始分拣', 'Sorting began'),
      unsort: label('分拣撤销', 'Sorting taken back'),
      complete: label('项目部收货完成', 'Received by the site'),
      backorder: label('缺货待补送', 'The rest is sent later'),
      reopen: label('重新收货', 'Received again'),
    },
  },
});

import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  code,
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
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { dueTabs } from '../../kernel/core/life.ts';

export const SEES_COST = 'invinstore_view_cost';

const instoreTypes = [
  ['site', '项目入库', 'Site'],
  ['factory', '工厂仓入库', 'Factory warehouse'],
  ['suppress', '强压入库', 'Suppress'],
  ['returned', '退货入库', 'Returned'],
  ['self-purchase', '自采入库', 'Self-purchase'],
] as const;
const sourceBillTypes = [
  ['purchase-order', '采购订单', 'Purchase order'],
  ['factory-order', '工厂订单', 'Factory order'],
  ['stall-return', '档口退库', 'Stall return'],
  ['suppress-order', '强压单', 'Suppress order'],
  ['inv-return', '退库单', 'Inventory return'],
  ['factory-returned', '工厂退货单', 'Factory return'],
  ['self-purchase-order', '自采单', 'Self-purchase order'],
] as const;
const lineStates = [
  ['waiting', '待收', 'Waiting', 'waiting'],
  ['part', '部分', 'Part', 'next'],
  ['received', '收齐', 'Received', 'done'],
  ['difference', '差异中', 'Difference', 'look'],
  ['closed', '已结', 'Closed', 'plain'],
] as const;

/**
 * 入库单: what is to come from one source to one place, and what of it came. One bill per source, several deliveries on
 * it.
 */
export const inStore = document('inStore', {
  label: label('入库单', 'In-store'),
  service: 'store-management',
  segment: 'invinstore',
  path: '/store/invinstore',
  purpose: label(
    '到货在这里收：采购订单审批后自动生成待收货单，逐行填写实收、批次和日期。',
    'Goods are received here: an approved purchase order makes an in-store; enter what came, its lot and dates, line by line.',
  ),
  signed: [label('送货', 'Delivered by'), label('验收', 'Inspected by'), label('收货', 'Received by')],
  scope: 'bladeProjectDeptId',
  where: { instoreType: 'site' },
  faces: {
    factorywarehouseinstore: {
      label: label('工厂仓入库单', 'Factory in-store'),
      path: '/store/factorywarehouseinstore',
      purpose: label(
        '到工厂仓的货在这里收：订给工厂的采购订单审批后自动生成待收货单。',
        'Goods for factories are received here: an approved purchase order to a factory makes the bill.',
      ),
      where: { instoreType: 'factory' },
      prefix: 'GR',
      calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
      actions: ['doReceiving', 'doDifference', 'completeReceiving', 'reverseReceiving', 'void'],
    },
    factorysuppressinstore: {
      label: label('强压入库单', 'Suppress in-store'),
      path: '/store/factorysuppressinstore',
      purpose: label(
        '工厂强压的货在这里收：按批次填实收，不要的填拒收，差异由工厂确认。',
        'What a factory pushed is received here, lot by lot; refuse what is not wanted, and the factory settles the difference.',
      ),
      where: { instoreType: 'suppress' },
      prefix: 'QR',
      calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
      actions: ['doReceiving', 'doDifference', 'completeReceiving', 'reverseReceiving'],
    },
    factoryreturnedinstore: {
      label: label('退货入库单', 'Returned in-store'),
      path: '/store/factoryreturnedinstore',
      purpose: label(
        '项目部退回工厂的货在这里收：退货出库后自动生成，按批次填实收。',
        'What sites give back to a factory is received here, lot by lot; made when they ship it.',
      ),
      where: { instoreType: 'returned' },
      prefix: 'TR',
      calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
      actions: ['doReceiving', 'doDifference', 'completeReceiving', 'reverseReceiving'],
    },
    selfpurchaseinstore: {
      label: label('自采入库单', 'Self-purchase in-store'),
      path: '/store/selfpurchaseinstore',
      purpose: label(
        '自采的货在这里收：自采单审批后自动生成，按实付价格入账。',
        'What a site bought itself is received here: an approved self-purchase order makes the bill, posted at the price paid.',
      ),
      where: { instoreType: 'self-purchase' },
      prefix: 'ZR',
      actions: ['doReceiving', 'doDifference', 'completeReceiving', 'reverseReceiving'],
    },
  },
  fields: {
    channel: choice(
      '供应渠道',
      'Channel',
      [
        ['direct', '直配', 'Direct'],
        ['warehouse', '中心仓', 'Central warehouse'],
        ['factory', '工厂', 'Factory'],
        ['self', '自采', 'Self-purchase'],
        ['internal', '内部', 'Internal'],
      ],
      { readonly: true, default: 'warehouse' },
    ),
    supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true, optional: true, list: true, search: true }),
    vendorName: text('商户名称', 'Vendor', { readonly: true, optional: true, max: 60, list: true }),
    expectTime: moment('预计到货', 'Expected', { optional: true, list: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0, list: true, total: true }),
    receivedLineCount: integer('已收行数', 'Lines received', { readonly: true, default: 0, list: true }),
    fromLocationId: ref('发货方', 'Sender', 'stockLocation', { readonly: true, optional: true }),
    locationId: ref('收货地点', 'Place', 'stockLocation', { readonly: true }),
    sourceBillCode: code('来源单号', 'Source number', {
      readonly: true,
      optional: true,
      max: 40,
      list: true,
      search: true,
    }),
    warehouseId: ref('仓库', 'Warehouse', 'warehouse', { readonly: true, optional: true, list: true, search: true }),
    factoryWarehouseId: ref('工厂仓库', 'Factory warehouse', 'factoryWarehouse', {
      readonly: true,
      optional: true,
      search: true,
    }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', { readonly: true, optional: true, search: true }),
    billDate: day('业务日期', 'Date', { readonly: true, optional: true, search: true }),
    instoreType: choice('入库类型', 'Kind', instoreTypes, { readonly: true, default: 'site' }),
    sourceBillType: choice('来源类型', 'Source', sourceBillTypes, {
      fixed: true,
      default: 'purchase-order',
      search: true,
    }),
    sourceBillId: text('来源单据', 'Source document', { fixed: true, max: 20 }),
    amount: money('收货金额', 'Value received', { readonly: true, default: '0', right: SEES_COST }),
    settlementAmount: money('结算金额', 'Settlement', { readonly: true, optional: true, right: SEES_COST }),
    firstReceiveTime: moment('首次收货', 'First received', { readonly: true, optional: true }),
    completeTime: moment('完成时间', 'Completed', { readonly: true, optional: true }),
    byHand: flag('手工建立', 'Made by hand', { readonly: true, default: 1 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
  },
  lines: {
    details: {
      label: label('入库明细', 'Lines'),
      readonly: true,
      fields: {
        materialId: ref('物料', 'Material', 'material', { readonly: true, list: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, list: true }),
        // Nothing of a line that its order closed before anything came.
        qty: quantity('应收', 'Ordered', { readonly: true, min: 0, unit: 'unitId', list: true }),
        receivedQty: quantity('已收', 'Received', { readonly: true, default: '0', unit: 'unitId', min: 0, list: true }),
        refusedQty: quantity('拒收', 'Refused', { readonly: true, default: '0', unit: 'unitId', min: 0, list: true }),
        settledQty: quantity('已结差异', 'Settled', { readonly: true, default: '0', unit: 'unitId', list: true }),
        openQty: quantity('未收', 'Open', { readonly: true, default: '0', unit: 'unitId', min: 0, list: true }),
        limitQty: quantity('可收上限', 'Limit', { readonly: true, default: '0', unit: 'unitId', min: 0 }),
        lineState: choice('行状态', 'State', lineStates, { readonly: true, default: 'waiting', list: true }),
        overRate: percent('超收(%)', 'Over (%)', { readonly: true, default: '0', min: 0 }),
        underRate: percent('短收(%)', 'Under (%)', { readonly: true, default: '0', min: 0 }),
        absTolerance: quantity('绝对容差', 'Absolute tolerance', {
          readonly: true,
          default: '0',
          min: 0,
          unit: 'unitId',
        }),
        factor: factor('换算系数', 'Factor', { readonly: true, positive: true, default: '1' }),
        baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', { readonly: true, optional: true }),
        baseQty: quantity('基本数量', 'Base quantity', { readonly: true, default: '0', unit: 'baseUnitId' }),
        batchId: ref('批次', 'Lot', 'batch', { readonly: true, optional: true }),
        price: price('协议价', 'Agreed price', { readonly: true, optional: true, unit: 'unitId', right: SEES_COST }),
        taxRate: percent('税率(%)', 'Tax rate (%)', { readonly: true, optional: true, right: SEES_COST }),
        settlementPrice: price('结算价', 'Settlement price', {
          readonly: true,
          optional: true,
          unit: 'unitId',
          right: SEES_COST,
        }),
        sourceDetailId: text('来源行', 'Source line', { readonly: true, optional: true, max: 20 }),
        remark: text('行备注', 'Remark', { readonly: true, optional: true, max: 200 }),
      },
    },
  },
  indexes: [
    ['status', 'expectTime'],
    ['sourceBillId'],
    // Numbers of a face lie together, behind those of all others.
    ['instoreType', 'billCode'],
  ],
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  opensAt: 'open',
  life: {
    prefix: 'RK',
    tabs: [
      ...dueTabs('expectTime', label('未收完', 'Not all received'), { status: 'to-receive,receiving,difference' }),
      'to-receive',
      'receiving',
      'difference',
      'done',
      'void',
    ],
    states: {
      'to-receive': { label: label('待收货', 'To receive'), tone: 'next' },
      receiving: { label: label('收货中', 'Receiving'), tone: 'waiting' },
      difference: { label: label('差异待确认', 'Difference'), tone: 'look' },
      done: { label: label('已完成', 'Done'), tone: 'done' },
      void: { label: label('已作废', 'Void'), tone: 'plain' },
    },
    first: 'to-receive',
    editable: ['to-receive'],
    removable: ['to-receive'],
    done: ['done', 'void'],
    actions: {
      // Goods a case waits for may still come after the bill was completed: then it is being received again.
      doReceiving: {
        label: label('收货', 'Receive'),
        from: ['to-receive', 'receiving', 'difference'],
        to: 'receiving',
        button: 'do_receiving',
        next: true,
        page: true,
      },
      doDifference: {
        label: label('登记差异', 'Record differences'),
        from: ['receiving'],
        button: 'do_difference',
        page: true,
      },
      completeReceiving: {
        label: label('完成收货', 'Complete'),
        from: ['receiving'],
        button: 'complete_receiving',
        page: true,
      },
      // A completed bill is being received again; one of which nothing came any more can be voided.
      reverseReceiving: {
        label: label('冲销收货', 'Reverse a delivery'),
        from: ['receiving', 'difference', 'done'],
        to: 'receiving',
        button: 'reverse_receiving',
        page: true,
        danger: true,
      },
      void: {
        label: label('作废', 'Void'),
        from: ['to-receive'],
        to: 'void',
        button: 'void',
        ask: { reason: text('原因', 'Reason', { min: 2, max: 200 }) },
        danger: true,
      },
    },
  },
});

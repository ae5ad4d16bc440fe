import { document } from '../../kernel/core/declaration.ts';
import { attachments, choice, day, dictionary, integer, quantity, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife } from '../../kernel/core/life.ts';
import { OFFER } from '../admin/people/dept.resource.ts';
import { materialLine } from '../issuing/pick.document.ts';

const outStates = [
  ['none', '无', 'None'],
  ['to-ship', '待出库', 'To ship', 'next'],
  ['shipped', '在途', 'In transit', 'waiting'],
  ['on-way', '在途，工厂收', 'On its way to the factory', 'waiting'],
  ['received', '已收', 'Received', 'done'],
  ['back', '已退回', 'Sent back', 'look'],
] as const;

/**
 * 退库单: a stall gives unused goods back to its warehouse, or a warehouse to a factory. Approved, they are held;
 * shipped, the warehouse signs for them, or the factory receives them.
 */
export const invReturn = document('invReturn', {
  label: label('退库单', 'Inventory return'),
  service: 'store-management',
  segment: 'invreturn',
  path: '/store/invreturn',
  purpose: label(
    '档口把没用完的货退回仓库，或仓库把货退给工厂。选择批次，审批后出库；仓库签收，或工厂收货。',
    'A stall gives unused goods back to its warehouse, or a warehouse to a factory. Choose lots; once approved they are shipped, and the warehouse signs for them or the factory receives them.',
  ),
  signed: [label('退货', 'Given back by'), label('收货', 'Received by')],
  fields: {
    billDate: day('业务日期', 'Date', { optional: true, list: true, search: true }),
    returnType: choice(
      '退库类型',
      'Kind',
      [
        ['from-stall', '档口退库', 'From a stall'],
        ['to-factory', '退工厂', 'To the factory'],
      ],
      { default: 'from-stall', list: true, search: true },
    ),
    warehouseId: ref('仓库', 'Warehouse', 'warehouse', { list: true, search: true }),
    factoryWarehouseId: ref('退到工厂仓', 'To factory store', 'factoryWarehouse', {
      optional: true,
      search: true,
      hint: label('退工厂时填写，一般选退货仓', 'For returns to a factory; mostly its store for returns'),
    }),
    useRestaurantDeptId: ref('餐厅', 'Restaurant', 'dept', {
      offer: OFFER.restaurants,
      optional: true,
      list: true,
      search: true,
      hint: label('档口退库时填写', 'For returns from a stall'),
    }),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', {
      offer: OFFER.stalls,
      optional: true,
      list: true,
      search: true,
      hint: label('不填则为餐厅公共库', 'Leave empty for the restaurant’s shared store'),
    }),
    returnReason: dictionary('退货原因', 'Why', 'returnReason', { list: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, computed: true, list: true, total: true }),
    outState: choice('进度', 'Progress', outStates, { readonly: true, default: 'none', list: true, search: true }),
    returnOutstoreId: ref('退货出库单', 'Return out-store', 'returnOutStore', {
      readonly: true,
      optional: true,
      list: true,
    }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true, search: true }),
    projectDeptId: ref('项目部', 'Project department', 'dept', { readonly: true, optional: true, search: true }),
    // Derived from the places of the bill, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('退库明细', 'Lines'),
      unique: ['batchId'],
      min: 1,
      fields: {
        ...materialLine,
        unitId: ref('单位', 'Unit', 'materialUnit', { optional: true, takes: 'baseUnitId' }),
        batchId: ref('批次', 'Lot', 'batch', { hint: label('档口现有的批次', 'A lot the stall has') }),
        auxQty: quantity('件数', 'Pieces', {
          optional: true,
          hint: label('按件计重的物料：除重量外另填件数', 'Goods of catch weight: the pieces beside the weight'),
        }),
        receivedQty: quantity('已收', 'Received', { readonly: true, default: '0', unit: 'unitId' }),
        settledQty: quantity('已结差异', 'Difference settled', { readonly: true, default: '0', unit: 'unitId' }),
        remark: text('行备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  life: approvalLife('TK', {
    tabs: [
      { key: 'open', label: label('未完成', 'Open'), where: { status: 'draft,pending,approved,rejected' } },
      { key: 'transit', label: label('待签收', 'To sign for'), where: { status: 'approved', outState: 'shipped' } },
      ...APPROVAL_STATES,
    ],
    actions: {
      received: {
        label: label('签收入库', 'Receive'),
        from: ['approved'],
        to: 'done',
        button: 'received',
        next: true,
        when: ['outState', 'shipped'],
      },
      sendBack: {
        label: label('退回档口', 'Send back'),
        from: ['approved'],
        to: 'void',
        button: 'received',
        ask: { reason: text('原因', 'Reason', { min: 2, max: 200 }) },
        danger: true,
        when: ['outState', 'shipped'],
      },
    },
    events: {
      shipped: label('已出库', 'Shipped'),
      complete: label('工厂收货完成', 'Received by the factory'),
    },
  }),
  opensAt: 'open',
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
  scope: 'visibleDeptIds',
});

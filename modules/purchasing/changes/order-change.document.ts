import { document, type Life } from '../../../kernel/core/declaration.ts';
import { choice, day, flag, integer, moment, money, price, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { approvalLife } from '../../../kernel/core/life.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/** What an order costs is seen with one right, also where it changes. */
const SEES_COST = 'purchaseorder_view_cost';

/** What is approved is written into its order at once: another change takes it back, nothing is voided. */
const {
  actions,
  stages: _stages,
  states,
  ...whole
} = approvalLife('BG', {
  tabs: ['draft', 'pending', 'rejected', 'done'],
  facts: { amount: 'amountAfter' },
});
const { void: _void, ...withoutVoid } = actions;
const { approved: _approved, void: _gone, ...lasting } = states;
const life = {
  ...whole,
  states: lasting,
  done: ['done', 'rejected'],
  actions: { ...withoutVoid, doApply: { ...withoutVoid.doApply, to: 'done' } },
} as Life<keyof typeof lasting, keyof typeof withoutVoid>;

/** 订单变更单: what changes of an approved order. Approved, it is written into the order and the supplier is asked anew. */
export const purchaseOrderChange = document('purchaseOrderChange', {
  label: label('订单变更单', 'Order change'),
  service: 'store-management',
  segment: 'purchaseorderchange',
  path: '/purchasing/purchaseorderchange',
  purpose: label(
    '已审批的采购订单改数量、交期、单价，加减明细，或关闭剩余。在订单上点“变更”新增；审批后写回订单，并请供应商重新确认。',
    'Other quantities, days or prices of an approved order, more or fewer lines, or its rest closed. Start one with Change on the order; approved, it is written into the order and the supplier is asked anew.',
  ),
  scope: 'bladeProjectDeptId',
  fields: {
    purchaseOrderId: ref('订单', 'Order', 'purchaseOrder', {
      offer: { status: 'approved' },
      list: true,
      search: true,
    }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true, optional: true, list: true, search: true }),
    changeType: choice(
      '变更类型',
      'Change',
      [
        ['quantity', '数量', 'Quantity'],
        ['date', '交期', 'Day'],
        ['price', '价格', 'Price'],
        ['close', '关闭剩余', 'Close rest'],
      ],
      { default: 'quantity', list: true, search: true },
    ),
    changeReason: text('变更原因', 'Why', { max: 200, list: true }),
    releaseTo: choice(
      '释放方式',
      'What will not come',
      [
        ['redistribute', '退回重新分配', 'Distributed again'],
        ['cancel', '取消需求', 'Cancelled'],
      ],
      { optional: true, hint: label('减少或关闭时必填', 'Needed where less comes') },
    ),
    amountBefore: money('变更前金额', 'Amount before', { readonly: true, default: '0', list: true, right: SEES_COST }),
    amountAfter: money('变更后金额', 'Amount after', { readonly: true, default: '0', list: true, right: SEES_COST }),
    orderBefore: moment('最晚变更时间', 'Change before', { readonly: true, optional: true, list: true }),
    lateFlag: flag('截单后', 'After the cut-off', { readonly: true, default: 0, list: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, default: 0 }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    bladeProjectDeptId: ref('项目部', 'Project department', 'dept', {
      offer: OFFER.sites,
      readonly: true,
      optional: true,
      search: true,
    }),
  },
  lines: {
    details: {
      label: label('变更明细', 'What changes'),
      table: 'purchase_order_change_detail',
      fields: {
        orderDetailId: ref('订单行', 'Order line', 'purchaseOrderDetail', {
          optional: true,
          hint: label('新增物料时留空', 'Empty for goods that are added'),
        }),
        materialId: ref('物料', 'Material', 'material', { optional: true, list: true, search: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', { optional: true }),
        oldQty: quantity('原数量', 'Quantity before', { readonly: true, optional: true, unit: 'unitId' }),
        newQty: quantity('新数量', 'New quantity', {
          optional: true,
          min: 0,
          unit: 'unitId',
          hint: label('0 为取消该行', '0 takes the line out'),
        }),
        oldDate: day('原交期', 'Day before', { readonly: true, optional: true }),
        newDate: day('新交期', 'New day', { optional: true }),
        oldPrice: price('原单价', 'Price before', {
          readonly: true,
          optional: true,
          places: 2,
          unit: 'unitId',
          right: SEES_COST,
        }),
        newPrice: price('新单价', 'New price', {
          optional: true,
          positive: true,
          places: 2,
          unit: 'unitId',
          right: SEES_COST,
        }),
      },
    },
  },
  indexes: [['purchaseOrderId', 'status']],
  calls: ['list', 'page', 'donePage', 'detail', 'submit', 'remove', 'exportExcel'],
  life,
});

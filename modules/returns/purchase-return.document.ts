import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  day,
  dictionary,
  integer,
  money,
  percent,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { APPROVAL_STATES, approvalLife } from '../../kernel/core/life.ts';
import { materialLine } from '../issuing/pick.document.ts';

const worth = { readonly: true, optional: true, right: 'purchasereturn_view_cost' } as const;
const known = (zh: string, en: string) =>
  quantity(zh, en, { readonly: true, optional: true, computed: true, unit: 'unitId' });

/** 采购退货: lots go back to the supplier they came from. Approved, they are held and a bill is made to ship them. */
export const purchaseReturn = document('purchaseReturn', {
  label: label('采购退货', 'Purchase return'),
  service: 'store-management',
  segment: 'purchasereturn',
  path: '/store/purchasereturn',
  purpose: label(
    '把收到的货退给供应商，按原批次、原价。选择供应商、仓库和批次，审批后占用库存，出库后完成。',
    'Goods go back to their supplier, by lot and at the price they came at. Choose supplier, warehouse and lots; once approved they are held, and shipped from the return out-store.',
  ),
  signed: [label('发货', 'Sent by'), label('供应商', 'Supplier')],
  fields: {
    billDate: day('业务日期', 'Date', { optional: true, list: true, search: true }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { list: true, search: true }),
    warehouseId: ref('仓库', 'Warehouse', 'warehouse', { list: true, search: true }),
    returnReason: dictionary('退货原因', 'Why', 'returnReason', { list: true, search: true }),
    returnWay: choice(
      '退货方式',
      'What becomes of it',
      [
        ['ship-back', '退回供应商', 'Goes back to the supplier'],
        ['destroy', '就地销毁', 'Destroyed here'],
      ],
      { default: 'ship-back', search: true },
    ),
    purchaseOrderId: ref('采购订单', 'Purchase order', 'purchaseOrder', { optional: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, computed: true, list: true, total: true }),
    creditAmount: money('应退金额', 'Credit due', { ...worth, list: true, total: true }),
    returnOutstoreId: ref('退货出库单', 'Return out-store', 'returnOutStore', {
      readonly: true,
      optional: true,
      list: true,
    }),
    sapFactory: text('SAP工厂', 'SAP plant', { readonly: true, optional: true, max: 10, search: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true, search: true }),
    projectDeptId: ref('项目部', 'Project department', 'dept', { readonly: true, optional: true, search: true }),
    // Derived from the warehouse, which holds its department itself.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('退货明细', 'Lines'),
      unique: ['batchId'],
      min: 1,
      fields: {
        ...materialLine,
        unitId: ref('单位', 'Unit', 'materialUnit', { optional: true, takes: 'baseUnitId' }),
        batchId: ref('批次', 'Lot', 'batch', {
          hint: label('只能退该供应商的批次', 'Lots of this supplier alone'),
        }),
        auxQty: quantity('件数', 'Pieces', {
          optional: true,
          hint: label('按件计重的物料：除重量外另填件数', 'Goods of catch weight: the pieces beside the weight'),
        }),
        sourceInstoreCode: text('原入库单', 'Received with', { readonly: true, optional: true, computed: true }),
        receivedQty: known('已收', 'Received'),
        returnedQty: known('已退', 'Returned'),
        returnableQty: known('可退', 'Returnable'),
        price: price('原收货价', 'Price at receipt', { ...worth, unit: 'unitId' }),
        taxRate: percent('税率(%)', 'Tax rate (%)', worth),
        amount: money('金额', 'Amount', { ...worth, total: true }),
        remark: text('行备注', 'Remark', { optional: true, max: 200 }),
      },
    },
  },
  life: approvalLife('CT', {
    tabs: [
      {
        key: 'open',
        label: label('未完成', 'Open'),
        where: { status: 'draft,pending,approved,rejected' },
      },
      ...APPROVAL_STATES,
    ],
    facts: { amount: 'creditAmount' },
    events: { complete: label('退货已出库', 'The goods were shipped') },
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

/** What its list reads of a row beside the columns it shows. */
export const purchaseReturnReads = ['returnOutstoreId', 'returnOutstoreName'] as const;

import { resource } from '../../../kernel/core/declaration.ts';
import { attachments, choice, code, day, integer, moment, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** A line of an order, as something other records can point at. */
export const purchaseOrderDetail = resource('purchaseOrderDetail', {
  label: label('采购订单明细', 'Order line'),
  service: 'store-management',
  segment: 'purchaseorderdetail',
  permission: 'purchaseorder',
  title: 'lineNo',
  fields: {
    lineNo: integer('行号', 'Line', { readonly: true }),
    materialId: ref('物料', 'Material', 'material', { readonly: true }),
  },
  calls: [],
  view: true,
  scope: null,
});

/** What a supplier says of a delivery on its way as a whole. */
export const shipNoteFields = {
  noteNo: text('送货单号', 'Delivery note', { max: 40 }),
  shipTime: moment('发货时间', 'Leaves at', { optional: true }),
  arriveTime: moment('预计到达', 'Arrives at', { optional: true }),
  plateNo: text('车牌', 'Number plate', { optional: true, max: 20 }),
  driver: text('司机', 'Driver', { optional: true, max: 40 }),
  phone: text('电话', 'Telephone', { optional: true, max: 20 }),
} as const;

/** What he says of each lot of it. A line of the order may stand twice: two lots of one material. */
export const shippedLineFields = {
  orderDetailId: ref('订单行', 'Order line', 'purchaseOrderDetail'),
  shipQty: quantity('发货数量', 'Shipped', { positive: true, unit: 'unitId' }),
  supplierBatchNo: text('批号', 'Lot number', { optional: true, max: 60 }),
  productionDate: day('生产日期', 'Produced on', { optional: true }),
  expiryDate: day('到期日', 'Expires on', { optional: true }),
} as const;

/** 供应商发货单: goods of an order that their supplier has sent. Written by `saveShipNote`, never edited. */
export const purchaseShipNote = resource('purchaseShipNote', {
  label: label('供应商发货单', 'Ship note'),
  service: 'store-management',
  segment: 'purchaseshipnote',
  permission: 'purchaseorder',
  title: 'billCode',
  scope: null,
  fields: {
    billCode: code('发货单', 'Number', { readonly: true, unique: true, max: 40 }),
    purchaseOrderId: ref('采购订单', 'Order', 'purchaseOrder', { readonly: true }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true }),
    ...shipNoteFields,
    attachments: attachments('附件', 'Files', { optional: true, max: 9 }),
    noteStatus: choice(
      '状态',
      'State',
      [
        ['shipped', '在途', 'On its way', 'next'],
        ['received', '已收', 'Received', 'done'],
        ['cancelled', '已取消', 'Cancelled', 'plain'],
      ],
      { readonly: true, default: 'shipped' },
    ),
  },
  lines: {
    details: {
      label: label('发货明细', 'Lots'),
      readonly: true,
      fields: {
        ...shippedLineFields,
        materialId: ref('物料', 'Material', 'material', { readonly: true }),
        unitId: ref('单位', 'Unit', 'materialUnit', { readonly: true }),
        papers: attachments('随货证件', 'Papers', { optional: true, max: 9 }),
        /** Id the lot will have once it is received: its label is printed before. */
        lotId: text('批次号', 'Lot', { readonly: true, max: 20 }),
      },
    },
  },
  unique: [['supplierId', 'noteNo']],
  calls: [],
  sort: '-createTime',
});

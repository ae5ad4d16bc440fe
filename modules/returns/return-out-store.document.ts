import type { Life } from '../../kernel/core/declaration.ts';
import { document } from '../../kernel/core/declaration.ts';
import {
  choice,
  code,
  day,
  dictionary,
  integer,
  moment,
  money,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { materialLine } from '../issuing/pick.document.ts';

const sourceTypes = [
  ['purchase-return', '采购退货', 'Purchase return'],
  ['inv-return', '退库单', 'Inventory return'],
  ['factory-returned', '工厂退货单', 'Call-back'],
] as const;
export type ReturnSourceType = (typeof sourceTypes)[number][0];

const life: Life<'to-ship' | 'shipped' | 'void', 'outstore'> = {
  prefix: 'TC',
  states: {
    'to-ship': { label: label('待出库', 'To ship'), tone: 'next' },
    shipped: { label: label('已出库', 'Shipped'), tone: 'done' },
    void: { label: label('已作废', 'Void'), tone: 'plain' },
  },
  first: 'to-ship',
  editable: [],
  removable: [],
  done: ['shipped', 'void'],
  tabs: ['to-ship', 'shipped', 'void'],
  actions: {
    outstore: {
      label: label('出库', 'Ship'),
      from: ['to-ship'],
      to: 'shipped',
      button: 'outstore',
      next: true,
      ask: {
        driver: text('司机', 'Driver', { optional: true, max: 40 }),
        plateNo: text('车牌', 'Number plate', { optional: true, max: 20 }),
      },
    },
  },
};
const worth = { readonly: true, optional: true, right: 'invreturnoutstore_view_cost' } as const;

/** 退货出库: goods of an approved return leave. Made by the return, never by hand. */
export const returnOutStore = document('returnOutStore', {
  label: label('退货出库', 'Return out-store'),
  service: 'store-management',
  segment: 'invreturnoutstore',
  path: '/store/invreturnoutstore',
  purpose: label(
    '退货审批后自动生成，仓库确认出库后库存减少，退货完成。',
    'Made when a return is approved. The warehouse ships it, and the goods are gone.',
  ),
  signed: [label('发货', 'Sent by'), label('接收', 'Taken by')],
  fields: {
    billDate: day('业务日期', 'Date', { readonly: true, search: true }),
    sourceBillType: choice('来源类型', 'Source', sourceTypes, { readonly: true, list: true, search: true }),
    sourceBillId: text('来源单据', 'Source document', { readonly: true, max: 20 }),
    sourceBillCode: code('来源单号', 'Source number', { readonly: true, list: true, search: true, max: 40 }),
    warehouseId: ref('仓库', 'Warehouse', 'warehouse', { readonly: true, list: true, search: true }),
    // The warehouse itself, or the stall that gives back to it.
    fromLocationId: ref('出库地点', 'Leaves', 'stockLocation', {
      readonly: true,
      optional: true,
      list: true,
      search: true,
    }),
    factoryWarehouseId: ref('退到工厂仓', 'To factory store', 'factoryWarehouse', {
      readonly: true,
      optional: true,
      list: true,
      search: true,
    }),
    supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true, optional: true, list: true, search: true }),
    returnReason: dictionary('退货原因', 'Why', 'returnReason', { readonly: true, list: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, computed: true, list: true, total: true }),
    shipTime: moment('出库时间', 'Shipped at', { readonly: true, optional: true, list: true, search: true }),
    driver: text('司机', 'Driver', { readonly: true, optional: true, max: 40 }),
    plateNo: text('车牌', 'Number plate', { readonly: true, optional: true, max: 20 }),
    amount: money('成本金额', 'Value at cost', { ...worth, total: true }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    projectDeptId: ref('项目部', 'Project department', 'dept', { readonly: true, optional: true, search: true }),
    // Derived from the places of the bill, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
  },
  lines: {
    details: {
      label: label('出库明细', 'Lines'),
      readonly: true,
      fields: {
        sourceDetailId: text('来源行', 'Source line', { readonly: true, max: 20 }),
        ...materialLine,
        batchId: ref('批次', 'Lot', 'batch', { readonly: true }),
        auxQty: quantity('件数', 'Pieces', { readonly: true, optional: true }),
        unitCost: price('成本单价', 'Unit cost', { ...worth, unit: 'baseUnitId' }),
        amount: money('成本金额', 'Value at cost', { ...worth, total: true }),
      },
    },
  },
  opensAt: 'to-ship',
  life,
  calls: ['list', 'page', 'detail', 'exportExcel'],
  unique: [['sourceBillType', 'sourceBillId', 'fromLocationId']],
  scope: 'visibleDeptIds',
});

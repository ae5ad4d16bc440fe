import { document } from '../../kernel/core/declaration.ts';
import {
  attachments,
  choice,
  code,
  day,
  dictionary,
  integer,
  json,
  moment,
  money,
  pictures,
  price,
  quantity,
  ref,
  refs,
  text,
} from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { dueTabs } from '../../kernel/core/life.ts';
import type { HeaderRow, Life } from '../../kernel/core/declaration.ts';
import { materialLine } from './pick.document.ts';

type OutStoreState = 'to-pick' | 'picking' | 'shipped' | 'difference' | 'done' | 'void';

const sourceTypes = [
  ['pick', '领料', 'Pick bill'],
  ['allocation', '调拨', 'Transfer'],
  ['client-order', '客户订单', 'Client order'],
  ['resend', '差异补发', 'Resend'],
] as const;
export type OutStoreSourceType = (typeof sourceTypes)[number][0];

const outStoreLife: Life<OutStoreState, 'doPicking' | 'received' | 'settleDifference'> = {
  prefix: 'CK',
  states: {
    'to-pick': { label: label('待拣货', 'To pick'), tone: 'next' },
    picking: { label: label('拣货中', 'Picking'), tone: 'look' },
    shipped: { label: label('已出库', 'Shipped'), tone: 'waiting' },
    difference: { label: label('差异待确认', 'Difference'), tone: 'stop' },
    done: { label: label('已收货', 'Received'), tone: 'done' },
    void: { label: label('已作废', 'Void'), tone: 'plain' },
  },
  tabs: [
    ...dueTabs('needTime', label('未收完', 'Not all received'), { status: 'to-pick,picking,shipped,difference' }),
    'to-pick',
    'picking',
    'shipped',
    'difference',
    'done',
    'void',
  ],
  first: 'to-pick',
  editable: [],
  removable: [],
  done: ['shipped', 'difference', 'done', 'void'],
  actions: {
    doPicking: {
      label: label('拣货出库', 'Pick and ship'),
      from: ['to-pick', 'picking'],
      to: 'shipped',
      button: 'do_picking',
      next: true,
      page: true,
    },
    received: {
      label: label('收货', 'Receive'),
      from: ['shipped'],
      to: 'done',
      button: 'received',
      next: true,
      page: true,
    },
    settleDifference: {
      label: label('处理差异', 'Settle the difference'),
      from: ['difference'],
      to: 'done',
      button: 'settle_difference',
      page: true,
      danger: true,
    },
  },
};
const derivedQty = (zh: string, en: string) => quantity(zh, en, { readonly: true, default: '0', unit: 'unitId' });
const cost = { readonly: true, optional: true, right: 'invoutstore_view_cost' } as const;

/** Picking and shipping of what another document asked for. Made by its source, never by hand. */
export const outStore = document('outStore', {
  label: label('出库单', 'Out-store'),
  service: 'store-management',
  segment: 'invoutstore',
  path: '/store/invoutstore',
  purpose: label(
    '仓库按先到期先出拣货并发出。领料单或调拨单审批后自动生成。',
    'The warehouse picks the lots that expire first and ships them. Made when a pick bill or a transfer is approved.',
  ),
  signed: [label('拣货', 'Picked by'), label('送货', 'Delivered by'), label('收货', 'Received by')],
  fields: {
    billDate: day('业务日期', 'Date', { readonly: true, search: true }),
    toLocationId: ref('收货方', 'Receiver', 'stockLocation', { readonly: true, list: true, search: true }),
    needTime: moment('需要时间', 'Needed at', { readonly: true, list: true, search: true }),
    lineCount: integer('行数', 'Lines', { readonly: true, computed: true, list: true, total: true }),
    doneCount: integer('已拣行数', 'Lines picked', { readonly: true, computed: true, list: true }),
    warehouseId: ref('发料仓库', 'Warehouse', 'warehouse', { readonly: true, list: true, search: true }),
    sourceBillType: choice('来源类型', 'Source', sourceTypes, { readonly: true, search: true }),
    sourceBillId: text('来源单据', 'Source document', { readonly: true, max: 20 }),
    sourceBillCode: code('来源单号', 'Source number', { readonly: true, list: true, search: true, max: 40 }),
    useRestaurantDeptId: ref('餐厅', 'Restaurant', 'dept', { readonly: true, optional: true, search: true }),
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { readonly: true, optional: true, search: true }),
    driver: text('司机', 'Driver', { optional: true, max: 40 }),
    plateNo: text('车牌', 'Number plate', { optional: true, max: 20 }),
    shipTime: moment('出库时间', 'Shipped at', { readonly: true, optional: true, list: true }),
    receiveTime: moment('收货时间', 'Received at', { readonly: true, optional: true }),
    receiveUserId: ref('收货人', 'Received by', 'user', { readonly: true, optional: true }),
    caseCount: integer('待确认差异', 'Differences waiting', { readonly: true, default: 0 }),
    companyDeptId: ref('公司', 'Company', 'dept', { readonly: true, optional: true }),
    projectDeptId: ref('项目部', 'Project department', 'dept', { readonly: true, optional: true, search: true }),
    // Derived from the places of the bill, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { readonly: true, optional: true, weak: true }),
    attachments: attachments('附件', 'Attachments', { optional: true, max: 9 }),
    remark: text('备注', 'Remark', { optional: true, max: 500 }),
  },
  lines: {
    details: {
      label: label('出库明细', 'Lines'),
      fields: {
        sourceDetailId: text('来源行', 'Source line', { readonly: true, max: 20 }),
        ...materialLine,
        // Where whoever asked named it.
        batchId: ref('指定批次', 'Lot asked for', 'batch', { readonly: true, optional: true }),
        reservedQty: derivedQty('已占用', 'Reserved'),
        pickedQty: derivedQty('已拣', 'Picked'),
        receivedQty: derivedQty('已收', 'Received'),
        shortQty: derivedQty('缺货', 'Short'),
        shortReason: dictionary('缺货原因', 'Why short', 'shortReason', { optional: true }),
        // While it is being picked: what was accepted of the line, by whom and when.
        entered: json('已拣未出', 'Picked so far', { readonly: true, optional: true }),
      },
    },
    picks: {
      label: label('拣货批次', 'Lots picked'),
      readonly: true,
      fields: {
        detailId: text('明细', 'Line', { readonly: true, max: 20 }),
        materialId: ref('实发物料', 'Material', 'material', { readonly: true }),
        batchId: ref('批次', 'Lot', 'batch', { readonly: true }),
        baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', { readonly: true }),
        baseQty: quantity('基本数量', 'Base quantity', { readonly: true, positive: true, unit: 'baseUnitId' }),
        auxQty: quantity('件数', 'Pieces', { readonly: true, default: '0' }),
        receivedBaseQty: quantity('实收', 'Received', { readonly: true, optional: true, unit: 'baseUnitId' }),
        receivedAuxQty: quantity('实收件数', 'Pieces received', { readonly: true, optional: true }),
        settledBaseQty: quantity('已结差异', 'Difference settled', {
          readonly: true,
          default: '0',
          unit: 'baseUnitId',
        }),
        fefoRank: integer('先到期序', 'Rank by expiry', { readonly: true, optional: true }),
        overrideReason: text('换批原因', 'Why another lot', { readonly: true, optional: true, max: 200 }),
        differenceCause: text('差异原因', 'Cause of difference', { readonly: true, optional: true, max: 200 }),
        differencePictures: pictures('差异照片', 'Pictures', { readonly: true, optional: true }),
        unitCost: price('成本单价', 'Unit cost', { ...cost, unit: 'baseUnitId' }),
        amount: money('金额', 'Value', cost),
      },
    },
  },
  opensAt: 'open',
  life: outStoreLife,
  calls: ['list', 'page', 'detail', 'exportExcel'],
  unique: [['sourceBillType', 'sourceBillId', 'warehouseId']],
  scope: 'visibleDeptIds',
});
/** An out-store as it is stored, without its lines. */
export type OutStoreRow = HeaderRow<typeof outStore>;

import { resource } from '../../../kernel/core/declaration.ts';
import {
  choice,
  code,
  day,
  dictionary,
  factor,
  flag,
  integer,
  moment,
  quantity,
  ref,
  refs,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

const orderTypes = [
  ['factory', '工厂订单', 'Factory order'],
  ['client', '客户订单', 'Client order'],
  ['suppress', '强压单', 'Suppress order'],
] as const;
export const sortStates = [
  ['waiting', '待拣', 'To sort', 'next'],
  ['done', '已拣', 'Sorted', 'done'],
  ['short', '缺货', 'Short', 'look'],
  ['undone', '已撤销', 'Taken back', 'waiting'],
  ['void', '订单作废', 'Order void'],
] as const;
export type SortState = (typeof sortStates)[number][0];
export const sortOps = [
  ['sort', '分拣', 'Sorted'],
  ['short', '标缺', 'Marked short'],
  ['undo', '撤销', 'Taken back'],
  ['number', '改数', 'Quantity changed'],
  ['warehouse', '改仓', 'Store changed'],
  ['split', '分摊', 'Shared out'],
] as const;
export type SortOp = (typeof sortOps)[number][0];

const fixed = { readonly: true } as const;
const given = { readonly: true, optional: true } as const;
const ofUnit = { readonly: true, default: '0', unit: 'unitId', min: 0 } as const;

/** 配送流水: a line of an order to be sorted and sent from a factory or a central warehouse. Every act on it is kept. */
export const distributionStatementLog = resource('distributionStatementLog', {
  label: label('配送流水', 'Sorting line'),
  service: 'store-management',
  segment: 'distributionstatementlogs',
  path: '/distribution/distributionstatementlogs',
  purpose: label(
    '工厂订单接单后，每个订单行一条：应拣多少、实拣多少、缺多少。在分拣台上分拣，发货前每一行都可撤销。',
    'One for each order line once its order is accepted: how much to sort, how much was sorted, what is short. Sorted at the table; every line can be taken back until it is shipped.',
  ),
  title: 'orderNo',
  fields: {
    orderType: choice('订单类型', 'Order kind', orderTypes, { ...fixed, default: 'factory', search: true }),
    orderNo: code('订单号', 'Order number', { ...fixed, max: 40, list: true, search: true }),
    orderId: text('订单', 'Order', { ...fixed, max: 19 }),
    orderDetailId: text('订单行', 'Order line', { ...fixed, max: 19 }),
    deliveryDate: day('配送日期', 'Delivery date', { ...fixed, list: true, search: true }),
    siteDeptId: ref('项目部', 'Site', 'dept', { ...fixed, list: true, search: true }),
    projectDeptSysId: ref('项目部体系', 'Site profile', 'projectDeptSystem', { ...given, search: true }),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', { ...fixed, search: true }),
    routeId: ref('线路', 'Route', 'deliveryRoute', { ...given, list: true, search: true }),
    stopSeq: integer('停靠顺序', 'Stop', { ...given, list: true }),
    waveNo: text('波次', 'Wave', { ...fixed, max: 10, list: true, search: true }),
    priorityClass: dictionary('优先级', 'Priority', 'deliveryPriority', { ...given, search: true }),
    materialId: ref('物料', 'Material', 'material', { ...fixed, list: true, search: true }),
    orderQty: quantity('应拣数量', 'To sort', { ...ofUnit, list: true }),
    num: quantity('实拣数量', 'Sorted', { ...ofUnit, list: true }),
    shortQty: quantity('缺货数量', 'Short', { ...ofUnit, list: true }),
    shortReason: dictionary('缺货原因', 'Why short', 'shortReason', { ...given, search: true }),
    targetQty: quantity('分摊后应拣', 'To sort, as shared out', { ...given, unit: 'unitId', min: 0 }),
    unitId: ref('单位', 'Unit', 'materialUnit', fixed),
    factor: factor('换算系数', 'Factor', { ...fixed, positive: true, default: '1' }),
    baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', fixed),
    pieces: integer('件数', 'Pieces', { ...given, min: 0 }),
    weight: quantity('重量(kg)', 'Weight (kg)', { ...given, min: 0 }),
    state: choice('状态', 'State', sortStates, { ...fixed, default: 'waiting', list: true, search: true }),
    outOrgId: ref('发货组织', 'Sender', 'dept', { ...fixed, search: true }),
    factoryWarehouseId: ref('发货工厂仓', 'From factory store', 'factoryWarehouse', {
      ...given,
      list: true,
      search: true,
    }),
    outWarehouseId: ref('发货中心仓', 'From central warehouse', 'warehouse', { ...given, search: true }),
    batchId: ref('批次', 'Lot', 'batch', { ...given, list: true }),
    labelNo: text('标签', 'Label', { ...given, max: 40 }),
    basketNo: text('周转筐', 'Crate', { ...given, max: 40 }),
    deviceId: text('电子秤', 'Scale', { ...given, max: 40 }),
    splitId: ref('缺货分摊', 'Shared out by', 'shortageSplit', given),
    operatorId: ref('操作人', 'Sorted by', 'user', { ...given, list: true, search: true }),
    opTime: moment('操作时间', 'At', given),
    shippedFlag: flag('已发货', 'Shipped', { ...fixed, default: 0, search: true }),
    // The sender and the site, which hold their departments themselves.
    visibleDeptIds: refs('可见部门', 'Seen by', 'dept', { ...given, weak: true }),
  },
  tabs: [
    { key: 'waiting', label: label('待拣', 'To sort'), where: { state: 'waiting', shippedFlag: '0' } },
    { key: 'done', label: label('已拣', 'Sorted'), where: { state: 'done', shippedFlag: '0' } },
    { key: 'short', label: label('缺货', 'Short'), where: { state: 'short', shippedFlag: '0' } },
    { key: 'undone', label: label('已撤销', 'Taken back'), where: { state: 'undone', shippedFlag: '0' } },
    { key: 'shipped', label: label('已发货', 'Shipped'), where: { shippedFlag: '1' } },
  ],
  calls: ['list', 'page', 'detail', 'exportExcel'],
  sort: '-deliveryDate,routeId,stopSeq',
  scope: 'visibleDeptIds',
  constraints: {
    store_ck: 'check (num_nonnulls(factory_warehouse_id, out_warehouse_id) = 1)',
    short_ck: "check (state <> 'short' or short_reason is not null)",
    done_ck: "check (state not in ('done', 'short') or num = 0 or batch_id is not null)",
  },
  indexes: [
    ['deliveryDate', 'outOrgId', 'materialId'],
    ['routeId', 'stopSeq'],
  ],
});

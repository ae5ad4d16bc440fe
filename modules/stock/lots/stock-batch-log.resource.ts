import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, money, moment, price, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { moveReasons, reasonLabel } from '../ledger/move-reason.rules.ts';
import { columnLabels } from '../statistics/statistics.rules.ts';
import type { PlaceFace } from '../on-hand/stock.resource.ts';

const codes = Object.keys(moveReasons);
const reasons = [...codes, ...codes.map((each) => `reverse.${each}`)].map(
  (each) => [each, reasonLabel(each).zh, reasonLabel(each).en] as const,
);

/** The columns of the store statistics. */
const counted = Object.entries(columnLabels).map(([column, { zh, en }]) => [column, zh, en] as const);

/** A move with its names and the balance of its lot before and after. */
const moveFields = (see: string) => ({
  materialId: ref('物料', 'Material', 'material', { readonly: true, list: true, search: true }),
  materialTypeId: ref('物料类型', 'Material type', 'materialType', { readonly: true, search: true }),
  batchId: ref('批次', 'Lot', 'batch', { readonly: true, list: true }),
  businessTime: moment('业务时间', 'Time', { readonly: true, list: true, search: true }),
  postedTime: moment('过账时间', 'Posted at', { readonly: true }),
  reason: choice('流水类型', 'Reason', reasons, { readonly: true, list: true, search: true }),
  reasonDetail: text('子类型', 'Detail', { readonly: true, optional: true }),
  beforeQty: quantity('变动前', 'Before', { readonly: true, unit: 'baseUnitId', computed: true }),
  qty: quantity('变动', 'Change', { readonly: true, unit: 'baseUnitId', list: true }),
  afterQty: quantity('变动后', 'After', { readonly: true, unit: 'baseUnitId', list: true, computed: true }),
  baseUnitId: ref('单位', 'Unit', 'materialUnit', { readonly: true }),
  locationId: ref('地点', 'Place', 'stockLocation', { readonly: true, list: true }),
  counterLocationId: ref('对方地点', 'Other place', 'stockLocation', { readonly: true, optional: true, list: true }),
  auxQty: quantity('件数', 'Pieces', { readonly: true }),
  unitCost: price('成本单价', 'Unit cost', { readonly: true, unit: 'baseUnitId', right: see }),
  amount: money('金额', 'Value', { readonly: true, right: see }),
  billType: text('单据类型', 'Document kind', { readonly: true, search: true }),
  billCode: code('单号', 'Document', { readonly: true, list: true, search: true }),
  billId: text('单据', 'Document id', { readonly: true }),
  supplier: text('供应商', 'Supplier', { readonly: true, computed: true }),
  operatorId: ref('操作人', 'By', 'user', { readonly: true, optional: true }),
  remark: text('备注', 'Remark', { optional: true, max: 200 }),
  deptId: ref('部门', 'Department', 'dept', { readonly: true }),
});

/** Every move of the warehouses. Read only: `submit` writes a remark, `remove` is always refused. */
export const stockBatchLog = resource('stockBatchLog', {
  label: label('库存批次流水', 'Moves'),
  service: 'store-management',
  segment: 'stockbatchlogs',
  path: '/store/stockbatchlogs',
  purpose: label(
    '每一笔出入库的来龙去脉。由单据过账产生，不能增删。',
    'Every move and where it came from. Written by posted documents; nothing is added or removed by hand.',
  ),
  fields: {
    warehouseId: ref('仓库', 'Warehouse', 'warehouse', { readonly: true, search: true }),
    ...moveFields('stockbatchlogs_view_cost'),
    counted: choice('统计栏目', 'Counted as', counted, { readonly: true, computed: true }),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'billCode',
  sort: '-businessTime',
  scope: 'deptId',
});

/** Every move of the stores of factories. */
export const factoryStockBatchLog = resource('factoryStockBatchLog', {
  label: label('工厂流水', 'Factory moves'),
  service: 'store-management',
  segment: 'factorystockbatchlogs',
  path: '/store/factorystockbatchlogs',
  purpose: label('工厂仓库每一笔出入的来龙去脉。', 'Every move of the stores of factories and where it came from.'),
  fields: {
    factoryWarehouseId: ref('工厂仓库', 'Factory warehouse', 'factoryWarehouse', { readonly: true, search: true }),
    ...moveFields('factorystockbatchlogs_view_cost'),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'billCode',
  sort: '-businessTime',
  scope: 'deptId',
});

/** Every move of the stalls. */
export const gearStockBatchLog = resource('gearStockBatchLog', {
  label: label('档口流水', 'Stall moves'),
  service: 'gear-operation',
  segment: 'gearstockbatchlogs',
  path: '/gear/gearstockbatchlogs',
  purpose: label('档口每一笔出入的来龙去脉。', 'Every move of a stall and where it came from.'),
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { readonly: true, search: true }),
    ...moveFields('gearstockbatchlogs_view_cost'),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'billCode',
  sort: '-businessTime',
  scope: 'deptId',
});

/** What the pages of the lists read of a row beside the columns they show. */
export const stockBatchLogReads = ['billType', 'billId', 'billCode'] as const;

export const stockBatchLogFaces: readonly PlaceFace[] = [
  { declaration: stockBatchLog, kind: 'warehouse', placeField: 'warehouseId' },
  { declaration: factoryStockBatchLog, kind: 'factory-warehouse', placeField: 'factoryWarehouseId' },
  { declaration: gearStockBatchLog, kind: 'stall', placeField: 'gearOperationDeptId' },
];

import { resource } from '../../../kernel/core/declaration.ts';
import { choice, code, day, integer, money, moment, price, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';
import { lotStates, residueResults } from './batch.resource.ts';
import type { PlaceFace } from '../on-hand/stock.resource.ts';

const lifeStates = [
  ['normal', '正常', 'Good', 'done'],
  ['near', '临期', 'Near expiry', 'look'],
  ['expired', '已过期', 'Expired', 'stop'],
  ['unknown', '效期未知', 'Life unknown', 'look'],
] as const;

/** What a row says of a lot at a place. */
const lotFields = (see: string) => ({
  batchId: ref('批次', 'Lot', 'batch', { readonly: true }),
  batchCode: code('批次号', 'Lot number', { readonly: true, list: true, search: true }),
  stockId: ref('库存', 'Stock row', 'stock', { readonly: true }),
  materialId: ref('物料', 'Material', 'material', { readonly: true, list: true, search: true }),
  materialTypeId: ref('物料类型', 'Material type', 'materialType', { readonly: true, search: true }),
  supplierId: ref('供应商', 'Supplier', 'supplier', { readonly: true, optional: true, list: true, search: true }),
  supplierBatchNo: text('供应商批号', "Supplier's lot number", { readonly: true, optional: true, search: true }),
  baseUnitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, list: true }),
  qty: quantity('现存', 'On hand', { readonly: true, unit: 'baseUnitId', list: true }),
  auxQty: quantity('件数', 'Pieces', { readonly: true }),
  reservedQty: quantity('占用', 'Reserved', { readonly: true, unit: 'baseUnitId' }),
  availableQty: quantity('可用', 'Available', { readonly: true, unit: 'baseUnitId', list: true }),
  productionDate: day('生产日期', 'Produced on', { readonly: true, optional: true }),
  expiryDate: day('到期日', 'Expires on', { readonly: true, optional: true, list: true, search: true }),
  openedTime: moment('开封时间', 'Opened at', { readonly: true, optional: true }),
  thawedTime: moment('解冻时间', 'Thawed at', { readonly: true, optional: true }),
  useBy: moment('最迟使用', 'Use by', { readonly: true, optional: true }),
  daysLeft: integer('剩余天数', 'Days left', { readonly: true, optional: true, list: true }),
  lifeState: choice('效期状态', 'Life', lifeStates, { readonly: true, list: true, search: true }),
  lotState: choice('批次状态', 'Lot state', lotStates, { readonly: true, list: true, search: true }),
  holdReason: text('冻结原因', 'Reason for hold', { readonly: true, optional: true }),
  receivedDate: day('入库日期', 'Received on', { readonly: true, list: true }),
  sourceBillCode: text('来源单号', 'Source number', { readonly: true, search: true }),
  originPlace: text('产地', 'Origin', { readonly: true, optional: true }),
  residueResult: choice('农残结果', 'Residue test', residueResults, { readonly: true }),
  unitCost: price('成本单价', 'Unit cost', { readonly: true, unit: 'baseUnitId', right: see }),
  amount: money('库存金额', 'Value', { readonly: true, right: see, total: true }),
  firstInTime: moment('首次入库', 'First in', { readonly: true, optional: true }),
  lastMoveTime: moment('最近变动', 'Last move', { readonly: true, optional: true }),
  deptId: ref('部门', 'Department', 'dept', { readonly: true }),
});

/** The list in shares: what lies there, what needs somebody, what is used up. */
const tabs = [
  { key: 'stock', label: label('在库', 'In stock'), where: { tab: 'stock' } },
  { key: 'near', label: label('临期', 'Near expiry'), where: { tab: 'near' } },
  { key: 'expired', label: label('已过期', 'Expired'), where: { tab: 'expired' } },
  { key: 'unknown', label: label('效期未知', 'Life unknown'), where: { tab: 'unknown' } },
  { key: 'hold', label: label('冻结', 'On hold'), where: { tab: 'hold' } },
  { key: 'used', label: label('已用完', 'Used up'), where: { tab: 'used' } },
] as const;

/** One row a warehouse and lot. */
export const stockBatch = resource('stockBatch', {
  label: label('库存批次', 'Lots'),
  service: 'store-management',
  segment: 'stockbatch',
  path: '/store/stockbatch',
  purpose: label(
    '每个批次在哪里、还有多少、何时到期。收货时自动建立。',
    'Where every lot is, how much is left and when it expires. Made when goods are received.',
  ),
  fields: {
    warehouseId: ref('仓库', 'Warehouse', 'warehouse', { readonly: true, list: true, search: true }),
    ...lotFields('stockbatch_view_cost'),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'batchCode',
  sort: 'expiryDate,receivedDate',
  tabs,
  opensAt: 'stock',
  scope: 'deptId',
});

/** One row a store of a factory and lot. */
export const factoryStockBatch = resource('factoryStockBatch', {
  label: label('工厂批次', 'Factory lots'),
  service: 'store-management',
  segment: 'factorystockbatch',
  path: '/store/factorystockbatch',
  purpose: label(
    '工厂仓库里每个批次还有多少、何时到期。收货和生产时自动建立。',
    'How much of every lot the stores of factories have, and when it expires. Made by receipts and production.',
  ),
  fields: {
    factoryWarehouseId: ref('工厂仓库', 'Factory warehouse', 'factoryWarehouse', {
      readonly: true,
      list: true,
      search: true,
    }),
    ...lotFields('factorystockbatch_view_cost'),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'batchCode',
  sort: 'expiryDate,receivedDate',
  tabs,
  opensAt: 'stock',
  scope: 'deptId',
});

/** One row a stall and lot. */
export const gearStockBatch = resource('gearStockBatch', {
  label: label('档口批次', 'Stall lots'),
  service: 'gear-operation',
  segment: 'gearstockbatch',
  path: '/gear/gearstockbatch',
  purpose: label('档口里每个批次还有多少、何时到期。', 'How much of every lot a stall has, and when it expires.'),
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', {
      offer: OFFER.stalls,
      readonly: true,
      list: true,
      search: true,
    }),
    ...lotFields('gearstockbatch_view_cost'),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'batchCode',
  sort: 'expiryDate,receivedDate',
  tabs,
  opensAt: 'stock',
  scope: 'deptId',
});

export const stockBatchFaces: readonly PlaceFace[] = [
  { declaration: stockBatch, kind: 'warehouse', placeField: 'warehouseId' },
  { declaration: factoryStockBatch, kind: 'factory-warehouse', placeField: 'factoryWarehouseId' },
  { declaration: gearStockBatch, kind: 'stall', placeField: 'gearOperationDeptId' },
];

/** What the page of the list reads of a row beside the columns it shows. */
export const stockBatchReads = ['batchCode', 'warehouseId'] as const;

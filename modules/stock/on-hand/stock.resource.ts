import { resource, type Declaration } from '../../../kernel/core/declaration.ts';
import { money, moment, price, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

const inBase = { readonly: true, unit: 'baseUnitId', list: true } as const;

/** What a row says of a material at a place, whichever kind of place. Settings may be written, quantities never. */
const balanceFields = (see: string) => ({
  materialId: ref('物料', 'Material', 'material', { list: true, search: true, fixed: true }),
  materialTypeId: ref('物料类型', 'Material type', 'materialType', { readonly: true, search: true }),
  baseUnitId: ref('单位', 'Unit', 'materialUnit', { readonly: true, list: true }),
  availableQty: quantity('可用量', 'Available', {
    ...inBase,
    hint: label('可用 = 现存 − 冻结 − 过期 − 占用', 'Available = on hand − on hold − expired − reserved'),
  }),
  qty: quantity('现存量', 'On hand', { ...inBase }),
  expiredQty: quantity('过期量', 'Expired', { ...inBase }),
  reservedQty: quantity('占用量', 'Reserved', { ...inBase }),
  holdQty: quantity('冻结量', 'On hold', { readonly: true, unit: 'baseUnitId' }),
  nearExpiryQty: quantity('临期量', 'Near expiry', { readonly: true, unit: 'baseUnitId' }),
  inTransitQty: quantity('在途量', 'In transit', { readonly: true, unit: 'baseUnitId' }),
  onOrderQty: quantity('在订量', 'On order', { readonly: true, unit: 'baseUnitId' }),
  shortQty: quantity('缺口', 'Short of safety stock', { ...inBase }),
  auxQty: quantity('辅数量', 'Pieces', { readonly: true }),
  unitCost: price('成本单价', 'Unit cost', { readonly: true, unit: 'baseUnitId', right: see }),
  amount: money('库存金额', 'Value', { readonly: true, right: see, list: true, total: true }),
  avgCost: price('移动平均价', 'Moving average', { readonly: true, unit: 'baseUnitId', right: see }),
  avgAmount: money('平均金额', 'Value at average', { readonly: true, right: see }),
  safetyStockThreshold: quantity('安全库存', 'Safety stock', { min: 0, default: '0', unit: 'baseUnitId', list: true }),
  maxStock: quantity('最高库存', 'Maximum stock', { optional: true, min: 0, unit: 'baseUnitId' }),
  storagePlace: text('存放位置', 'Storage place', { optional: true, max: 60, search: true }),
  remark: text('备注', 'Remark', { optional: true, max: 200 }),
  lastInTime: moment('最近入库', 'Last in', { readonly: true, optional: true }),
  lastOutTime: moment('最近出库', 'Last out', { readonly: true, optional: true }),
  lastCheckTime: moment('最近盘点', 'Last counted', { readonly: true, optional: true }),
  deptId: ref('部门', 'Department', 'dept', { readonly: true, search: true }),
});

/** The list in shares: what lies there, and what needs somebody. */
const tabs = [
  { key: 'stock', label: label('在库', 'In stock'), where: { tab: 'stock' } },
  { key: 'short', label: label('低于安全库存', 'Below safety stock'), where: { tab: 'short' } },
  { key: 'near', label: label('临期', 'Near expiry'), where: { tab: 'near' } },
  { key: 'expired', label: label('已过期', 'Expired'), where: { tab: 'expired' } },
  { key: 'hold', label: label('冻结', 'On hold'), where: { tab: 'hold' } },
  { key: 'zero', label: label('零库存', 'At zero'), where: { tab: 'zero' } },
] as const;

/** What lies in the warehouses, one row a warehouse and material. */
export const stock = resource('stock', {
  label: label('库存', 'Stock'),
  service: 'store-management',
  segment: 'stock',
  path: '/store/stock',
  purpose: label(
    '每个仓库每种物料的现存、占用和可用。收货后自动出现；也可先为物料设置安全库存。',
    'What every warehouse has, has reserved and can issue. Appears once goods are received; safety stock can be set beforehand.',
  ),
  fields: {
    warehouseId: ref('仓库', 'Warehouse', 'warehouse', { list: true, search: true, fixed: true }),
    ...balanceFields('stock_view_cost'),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'materialId',
  keyword: ['materialId'],
  sort: 'warehouseId,materialId',
  tabs,
  opensAt: 'stock',
  scope: 'deptId',
});

/** What stalls and shared stores of restaurants have been issued and not yet used. */
export const gearStock = resource('gearStock', {
  label: label('档口库存', 'Stall stock'),
  service: 'gear-operation',
  segment: 'gearstock',
  path: '/gear/gearstock',
  purpose: label(
    '发到档口还没用完的物料。领料收货后自动出现。',
    'What stalls were issued and have not used yet. Appears once they receive what they asked for.',
  ),
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { offer: OFFER.stalls, list: true, search: true, fixed: true }),
    ...balanceFields('gearstock_view_cost'),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'materialId',
  keyword: ['materialId'],
  sort: 'gearOperationDeptId,materialId',
  tabs,
  opensAt: 'stock',
  scope: 'deptId',
});

const bySap = { readonly: true, optional: true } as const;

/** What lies in the stores of factories, with what SAP has of it beside: a comparison that never posts. */
export const factoryStock = resource('factoryStock', {
  label: label('工厂库存', 'Factory stock'),
  service: 'store-management',
  segment: 'factorystock',
  path: '/store/factorystock',
  purpose: label(
    '每个工厂仓库每种物料的现存、占用和可用，旁边是SAP的库存。收货后自动出现；也可先设置安全库存。',
    'What every store of a factory has, with SAP’s stock beside it. Appears once goods are received; safety stock can be set beforehand.',
  ),
  fields: {
    factoryWarehouseId: ref('工厂仓库', 'Factory warehouse', 'factoryWarehouse', {
      list: true,
      search: true,
      fixed: true,
    }),
    factoryDeptId: ref('工厂', 'Factory', 'dept', {
      offer: OFFER.factories,
      readonly: true,
      list: true,
      search: true,
    }),
    ...balanceFields('factorystock_view_cost'),
    sapFactory: text('SAP工厂', 'SAP plant', { ...bySap, search: true }),
    sapQty: quantity('SAP库存', 'SAP stock', { ...bySap, unit: 'baseUnitId' }),
    sapDiffQty: quantity('与SAP差异', 'Ours less SAP’s', { ...bySap, unit: 'baseUnitId' }),
    sapStockTime: moment('SAP库存时点', 'SAP stock as of', bySap),
    sapSyncTime: moment('SAP同步时间', 'Read from SAP', bySap),
  },
  calls: ['list', 'page', 'detail', 'exportExcel'],
  view: true,
  title: 'materialId',
  keyword: ['materialId'],
  sort: 'factoryWarehouseId,materialId',
  tabs: [...tabs, { key: 'differs', label: label('与SAP不符', 'Unlike SAP'), where: { tab: 'differs' } }],
  opensAt: 'stock',
  scope: 'deptId',
});

/** One table as people see it of one kind of place, whose id stands in a field named after the kind. */
export interface PlaceFace {
  readonly declaration: Declaration;
  readonly kind: 'warehouse' | 'factory-warehouse' | 'stall';
  readonly placeField: 'warehouseId' | 'factoryWarehouseId' | 'gearOperationDeptId';
}

/** The kinds of place a view of stock shows, and under which name it shows the place. */
export const stockFaces: readonly PlaceFace[] = [
  { declaration: stock, kind: 'warehouse', placeField: 'warehouseId' },
  { declaration: factoryStock, kind: 'factory-warehouse', placeField: 'factoryWarehouseId' },
  { declaration: gearStock, kind: 'stall', placeField: 'gearOperationDeptId' },
];

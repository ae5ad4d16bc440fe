/** Calls of stock beyond its lists: settings, what may be picked, what is short, what is on its way, who holds what. */
import { callOf, contract, pageInput, type Contract } from '../../../kernel/core/contract.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { factoryStock, gearStock, stock } from './stock.resource.ts';

const { safetyStockThreshold, maxStock, storagePlace, remark } = stock.fields;
const id = text('编号', 'Id', { optional: true });

/** What may be set of a material at a place of this kind. */
const settingsOf = ({ service, segment, label: { zh, en } }: Pick<Declaration, 'service' | 'segment' | 'label'>) => ({
  /** Changes the settings of a row, or of a place and a material that have none; what is left out stays. */
  submit: contract({
    method: 'POST',
    service,
    path: `${segment}/submit`,
    permission: [`${segment}_add`, `${segment}_edit`],
    summary: label(`${zh}：安全库存等设置`, `${en}: settings`),
    input: {
      id,
      /** The place, of the kind this stock is of. */
      warehouseId: text('仓库', 'Warehouse', { optional: true }),
      factoryWarehouseId: text('工厂仓库', 'Factory warehouse', { optional: true }),
      gearOperationDeptId: text('档口', 'Stall', { optional: true }),
      materialId: text('物料', 'Material', { optional: true }),
      safetyStockThreshold,
      maxStock,
      storagePlace,
      remark,
    },
    answer: shape.object({ id: shape.id }),
  }),
  /** Changes the safety stock of a row, in base unit. */
  updateSafety: contract({
    method: 'POST',
    service,
    path: `${segment}/updateSafety`,
    permission: `${segment}_edit`,
    summary: label(`${zh}：安全库存`, `${en}: safety stock`),
    input: { id, safetyStockThreshold },
    answer: shape.object({ id: shape.id }),
  }),
  /** Removes the settings of rows that never moved and hold nothing. */
  remove: contract({
    method: 'POST',
    service,
    path: `${segment}/remove`,
    permission: `${segment}_delete`,
    summary: label(`删除${zh}设置`, `Remove settings of ${en}`),
    input: { id, ids: json('编号', 'Ids', { optional: true }) },
    answer: shape.done,
  }),
});
export const stockSettings = settingsOf(stock);
export const factoryStockSettings = settingsOf(factoryStock);
export const gearStockSettings = settingsOf(gearStock);

const get = (path: string, permission: string | readonly string[], zh: string, en: string) =>
  ({
    method: 'GET',
    service: 'store-management',
    path,
    permission,
    summary: label(zh, en),
  }) as const satisfies Partial<Contract>;

/** Rows with something available, without costs, of every place; of stalls where one is named. Filters of the list. */
export const pickPage = contract({
  ...get('stock/pickPage', ['pick_add', 'pick_edit'], '可领用库存', 'Stock that may be asked for'),
  input: { gearOperationDeptId: text('档口', 'Stall', { optional: true }), ...pageInput },
  answer: shape.page(shape.open({ id: shape.id, materialId: shape.id, availableQty: shape.quantity })),
});

/** Rows of all warehouses without costs. Filters are those of the list. */
export const pageNoDataAuth = contract({
  ...get('stock/pageNoDataAuth', 'stock_view_all', '全部仓库的数量', 'Quantities of all warehouses'),
  input: pageInput,
  answer: shape.page(shape.row(stock)),
});

/** All balances of warehouses at once, also as of a moment. Filters are those of the list. */
export const balances = contract({
  ...get('stock/balances', 'stock_view', '全部结存', 'All balances'),
  input: {
    warehouse: text('仓库', 'Warehouse', { optional: true }),
    materialType: text('物料类型', 'Material type', { optional: true }),
    materialId: text('物料', 'Material', { optional: true }),
    tab: text('分栏', 'Tab', { optional: true }),
    asOf: text('截至', 'As of', { optional: true }),
    asOfBy: text('按', 'By', { optional: true, hint: label('posted：按过账时间', 'posted: by when it was posted') }),
  },
  answer: shape.list(
    shape.object({
      warehouseId: shape.id,
      warehouseName: shape.text,
      materialId: shape.id,
      materialCode: shape.text,
      materialName: shape.text,
      baseUnitName: shape.text,
      qty: shape.quantity,
      auxQty: shape.quantity,
      reservedQty: shape.quantity,
      /** Both for holders of `stock_view_cost`. */
      unitCost: shape.optional(shape.price),
      amount: shape.optional(shape.money),
    }),
  ),
});

/** Rows below their safety stock. Filters are those of the list. */
export const shortages = contract({
  ...get('stock/shortages', 'stock_view', '低于安全库存', 'Below safety stock'),
  input: pageInput,
  answer: shape.page(shape.row(stock)),
});

/** Goods between places, by lot: shipped and not yet received, the oldest first. */
export const inTransitPage = contract({
  ...get('stock/inTransitPage', 'stock_view', '在途', 'In transit'),
  input: {
    /** Where they go to. */
    warehouseId: text('收货仓库', 'To', { optional: true }),
    toLocationId: text('收货地点', 'To', { optional: true }),
    materialId: text('物料', 'Material', { optional: true }),
    batchId: text('批次', 'Lot', { optional: true }),
    ...pageInput,
  },
  answer: shape.page(
    shape.object({
      id: shape.id,
      toLocationId: shape.id,
      toLocationName: shape.text,
      materialId: shape.id,
      materialCode: shape.text,
      materialName: shape.text,
      baseUnitName: shape.text,
      batchId: shape.id,
      batchCode: shape.text,
      qty: shape.quantity,
      /** For holders of `stock_view_cost`. */
      amount: shape.optional(shape.money),
      billType: shape.nullable(shape.text),
      billCode: shape.nullable(shape.text),
      fromLocationName: shape.nullable(shape.text),
      shipTime: shape.nullable(shape.moment),
      days: shape.nullable(shape.integer),
    }),
  ),
});

/** Who holds a material at a place: the documents behind its reserved quantity, by the day they need it. */
export const reservationPage = contract({
  ...get('stock/reservationPage', ['stock_view', 'factorystock_view'], '占用明细', 'Who holds it'),
  input: { stockId: text('库存', 'Stock row', { optional: true }), id },
  answer: shape.list(
    shape.object({
      id: shape.id,
      billType: shape.text,
      billId: shape.id,
      billCode: shape.text,
      lineId: shape.id,
      wantQty: shape.quantity,
      qty: shape.quantity,
      needDate: shape.day,
      state: shape.oneOf('open', 'used', 'released', 'short'),
      createTime: shape.moment,
      /** The lot a person named; empty where any will do. */
      batchId: shape.text,
      batchCode: shape.text,
    }),
  ),
});

/** Whether balances are what moves and documents make of them; the first row where not, for whoever sees all places. */
export const prove = contract({
  ...get('stock/prove', 'stock_view', '库存与流水核对', 'Prove stock against moves'),
  input: {
    locationId: text('地点', 'Place', { optional: true }),
    replayed: text('全部重算', 'Replayed', {
      optional: true,
      hint: label(
        '1：每条流水都重算；默认夜间已核对且未再变动的只核对结存',
        '1: every move is replayed; else, of what a night has replayed and nobody has moved since, balances alone',
      ),
    }),
  },
  answer: shape.object({
    ok: shape.boolean,
    checked: shape.integer,
    firstBadRow: shape.nullable(shape.map(shape.any)),
  }),
});

/** Materials, each with what one place has of it in base unit. Filters are those of materials. */
export const pageWarehouseStock = contract({
  ...get(
    'material/pageWarehouseStock',
    ['stock_view', 'stock_edit'],
    '物料及仓库库存',
    'Materials with the stock of a warehouse',
  ),
  service: 'master-data',
  input: {
    warehouseId: text('仓库', 'Warehouse', { optional: true }),
    factoryWarehouseId: text('工厂仓库', 'Factory warehouse', { optional: true }),
    showZero: text('显示零库存', 'With none in stock', {
      optional: true,
      hint: label('0：只列有库存或安全库存的', '0: only what is there or has a safety stock'),
    }),
    ...pageInput,
  },
  answer: shape.page(
    shape.open({
      id: shape.id,
      onHand: shape.quantity,
      reserved: shape.quantity,
      available: shape.quantity,
      inTransit: shape.quantity,
      safetyStock: shape.quantity,
      auxOnHand: shape.quantity,
      earliestExpiry: shape.day,
    }),
  ),
});

/** Stock of factories for choosing lines, at most 2,000 rows, without costs. */
export const factoryStockList = contract({
  method: 'POST',
  ...callOf(factoryStock, 'getfactorystocklist', 'view'),
  summary: label('选择工厂库存', 'Stock of factories to choose from'),
  input: {
    factoryDeptId: text('工厂', 'Factory', { optional: true }),
    factoryWarehouseId: text('工厂仓库', 'Factory warehouse', { optional: true }),
    materialType: text('物料类型', 'Material type', { optional: true }),
    materialIds: json('物料', 'Materials', { optional: true }),
    onlyAvailable: text('只列可用', 'Available alone', {
      optional: true,
      hint: label('1：只列可用量大于零的', '1: only what can be issued'),
    }),
  },
  answer: shape.list(shape.open({ id: shape.id, materialId: shape.id, availableQty: shape.quantity })),
});

/** Which stores of a factory have a material, by store. */
export const factoryStockStores = contract({
  method: 'GET',
  ...callOf(factoryStock, 'getFactoryStockWarehouse', 'view'),
  summary: label('物料在工厂的哪个仓库', 'Where a factory has a material'),
  input: {
    factoryDeptId: text('工厂', 'Factory', { optional: true }),
    materialId: text('物料', 'Material', { optional: true }),
  },
  answer: shape.list(
    shape.object({
      factoryWarehouseId: shape.id,
      name: shape.text,
      qty: shape.quantity,
      availableQty: shape.quantity,
      /** Of what can be issued; empty where nothing expires. */
      nearestExpiry: shape.day,
    }),
  ),
});

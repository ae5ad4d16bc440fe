/** Calls of the sorting table: acts on lines, and the two ways of looking at them. */
import { callOf, chosenIds, contract, pageInput } from '../../../kernel/core/contract.ts';
import { choice, day, dictionary, integer, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { deviceEntryFields, sendingFields } from '../../../parts/device-entries/sending-fields.ts';
import { distributionStatementLog, sortOps, sortStates } from './distribution-statement-log.resource.ts';

const button = 'sort';
const post = (name: string) => ({ method: 'POST', ...callOf(distributionStatementLog, name, button) }) as const;
const get = (name: string) => ({ method: 'GET', ...callOf(distributionStatementLog, name, 'view') }) as const;

const id = text('流水行', 'Sorting line', { optional: true, max: 19 });
const num = quantity('实拣数量', 'Sorted', { optional: true });
const shortReason = dictionary('缺货原因', 'Why short', 'shortReason', { optional: true });
const batchId = ref('批次', 'Lot', 'batch', { optional: true });
const opKey = text('操作键', 'Key of the act', { optional: true, max: 64 });
const state = choice('状态', 'State', sortStates.slice(0, 4), { optional: true });
const reason = text('原因', 'Why', { optional: true, max: 200 });

/** One act at the table. The same key again changes nothing; a line that is sorted already is refused. */
export const saveDistributionLog = contract({
  ...post('saveDistributionLog'),
  summary: label('保存分拣', 'Save an act of sorting'),
  input: {
    id,
    orderNo: text('订单号', 'Order number', { optional: true, max: 40 }),
    orderDetailId: text('订单行', 'Order line', { optional: true, max: 19 }),
    num,
    state,
    batchId,
    pieces: integer('件数', 'Pieces', { optional: true, min: 0 }),
    weight: quantity('重量(kg)', 'Weight (kg)', { optional: true, min: 0 }),
    shortReason,
    labelNo: text('标签', 'Label', { optional: true, max: 40 }),
    basketNo: text('周转筐', 'Crate', { optional: true, max: 40 }),
    deviceId: text('电子秤', 'Scale', { optional: true, max: 40 }),
    opKey,
    ...deviceEntryFields,
    ...sendingFields,
  },
  answer: shape.done,
});

export const updateNumById = contract({
  ...post('updateNumById'),
  summary: label('改数', 'Change what was sorted'),
  input: { id, num: quantity('实拣数量', 'Sorted', {}), shortReason },
  answer: shape.done,
});

export const updateFactoryWarehouse = contract({
  ...post('updateFactoryWarehouse'),
  summary: label('改发货仓', 'Change the store'),
  input: { ...chosenIds, factoryWarehouseId: ref('发货工厂仓', 'From factory store', 'factoryWarehouse') },
  answer: shape.done,
});

/** Lines as a bare array, or under `details`: all or none. */
export const batchLine = {
  id,
  num,
  state,
  factoryWarehouseId: ref('发货工厂仓', 'From factory store', 'factoryWarehouse', { optional: true }),
  batchId,
  shortReason,
  waveNo: text('波次', 'Wave', { optional: true, max: 10 }),
} as const;
export const updateBatch = contract({
  ...post('updateBatch'),
  summary: label('批量保存分拣', 'Save many lines'),
  input: {},
  answer: shape.done,
});

export const undo = contract({
  ...post('undo'),
  summary: label('撤销分拣', 'Take back'),
  input: { ...chosenIds, reason, opKey, ...deviceEntryFields, ...sendingFields },
  answer: shape.done,
});

const figures = {
  lines: shape.integer,
  /** Done or short. */
  sortedLines: shape.integer,
  /** Percent of lines. */
  progress: shape.integer,
};

/** An order a row. Pages by `currentPage` and `pageSize`. */
export const distributionStatementPage = contract({
  ...get('distributionStatementPage'),
  summary: label('配送流水', 'Orders and what is sorted of them'),
  input: {
    currentPage: integer('页码', 'Page', { optional: true }),
    pageSize: integer('每页行数', 'Rows of a page', { optional: true }),
    orderNo: text('订单号', 'Order number', { optional: true, max: 40 }),
    deliveryDate: day('配送日期', 'Delivery date', { optional: true }),
    outOrgId: text('发货组织', 'Sender', { optional: true, max: 19 }),
    factoryWarehouseId: text('发货工厂仓', 'From factory store', { optional: true, max: 19 }),
    routeId: text('线路', 'Route', { optional: true, max: 19 }),
  },
  answer: shape.page(
    shape.object({
      orderNo: shape.text,
      orderType: shape.text,
      orderId: shape.id,
      deliveryDate: shape.day,
      siteDeptId: shape.id,
      siteName: shape.text,
      routeName: shape.text,
      stopSeq: shape.nullable(shape.integer),
      ...figures,
      waitingLines: shape.integer,
      doneLines: shape.integer,
      shortLines: shape.integer,
      undoneLines: shape.integer,
      /** Different units stay apart. */
      units: shape.list(
        shape.object({ unitId: shape.id, unitName: shape.text, orderQty: shape.quantity, num: shape.quantity }),
      ),
    }),
  ),
});

export const pageByOrderNo = contract({
  ...get('pageByOrderNo'),
  summary: label('订单的分拣行', 'Lines of an order'),
  input: { orderNo: text('订单号', 'Order number', { max: 40 }), ...pageInput },
  answer: shape.page(shape.row(distributionStatementLog)),
});

const sortLine = shape.object({
  id: shape.id,
  orderNo: shape.text,
  siteDeptId: shape.id,
  siteName: shape.text,
  materialId: shape.id,
  materialCode: shape.text,
  materialName: shape.text,
  spec: shape.text,
  unitName: shape.text,
  decimals: shape.integer,
  routeName: shape.text,
  stopSeq: shape.nullable(shape.integer),
  waveNo: shape.text,
  orderQty: shape.quantity,
  /** Null: all that was ordered. */
  targetQty: shape.nullable(shape.quantity),
  num: shape.quantity,
  shortReason: shape.text,
  state: shape.oneOf('waiting', 'done', 'short', 'undone'),
  isShipped: shape.boolean,
  isCatchWeight: shape.boolean,
  /** Weighed, and not counted. */
  isMass: shape.boolean,
  /** What one of its unit weighs in kilograms; null where it is no unit of mass. */
  unitKg: shape.nullable(shape.factor),
  tolerance: shape.percent,
  pieces: shape.nullable(shape.integer),
  weight: shape.nullable(shape.quantity),
  batchId: shape.text,
  batchCode: shape.text,
  expiryDate: shape.day,
  storeName: shape.text,
  basketNo: shape.text,
  operatorName: shape.text,
});

/** What is to be sorted for a day, by goods or by client, with the progress of every route. */
export const sortPage = contract({
  ...get('sortPage'),
  summary: label('分拣台', 'Sorting table'),
  input: {
    mode: choice(
      '方式',
      'Mode',
      [
        ['by-goods', '按商品', 'By goods'],
        ['by-client', '按客户', 'By client'],
      ],
      { default: 'by-goods' },
    ),
    deliveryDate: day('配送日期', 'Delivery date', { optional: true, hint: label('不填为今天', 'Empty: today') }),
    storeId: text('发货仓', 'Store', { optional: true, max: 19 }),
    waveNo: text('波次', 'Wave', { optional: true, max: 10 }),
    routeId: text('线路', 'Route', { optional: true, max: 19 }),
    ...pageInput,
  },
  answer: shape.object({
    deliveryDate: shape.day,
    records: shape.list(
      shape.object({
        groupId: shape.id,
        groupCode: shape.text,
        groupName: shape.text,
        ...figures,
        shortLines: shape.integer,
        details: shape.list(sortLine),
      }),
    ),
    total: shape.integer,
    size: shape.integer,
    current: shape.integer,
    pages: shape.integer,
    /** Of all lines of the day that are looked at, whichever page. */
    routes: shape.list(
      shape.object({ routeId: shape.text, routeName: shape.text, departTime: shape.text, ...figures }),
    ),
    waves: shape.list(shape.text),
    stores: shape.list(shape.object({ id: shape.id, name: shape.text })),
    /** Why something is short, to be chosen from; goes along, since a table may be without a network. */
    reasons: shape.list(shape.object({ value: shape.text, name: shape.text })),
  }),
});
export type SortTable = TypeOf<typeof sortPage.answer>;
export type SortGroup = SortTable['records'][number];
export type SortLine = SortGroup['details'][number];

/** The lots a line may be taken from, first expired first. */
export const lineLots = contract({
  ...get('lots'),
  summary: label('可用批次', 'Lots to take from'),
  input: { id: text('流水行', 'Sorting line', { max: 19 }) },
  answer: shape.list(
    shape.object({
      batchId: shape.id,
      batchCode: shape.text,
      expiryDate: shape.day,
      /** In base unit. */
      leftQty: shape.quantity,
      baseUnitName: shape.text,
      isHeld: shape.boolean,
    }),
  ),
});

/** Every act on a line, the first one first. */
export const lineEvents = contract({
  ...get('events'),
  summary: label('分拣操作记录', 'Acts on a line'),
  input: { id: text('流水行', 'Sorting line', { max: 19 }) },
  answer: shape.list(
    shape.object({
      id: shape.id,
      op: shape.oneOf(...sortOps.map(([op]) => op)),
      opName: shape.text,
      before: shape.any,
      after: shape.any,
      operatorName: shape.text,
      opTime: shape.moment,
      deviceId: shape.text,
      reason: shape.text,
    }),
  ),
});

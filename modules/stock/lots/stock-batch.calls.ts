/** Calls on lots beyond their lists: holding, releasing, tracing, what may go back; and remarks beside moves. */
import { callOf, contract, rows } from '../../../kernel/core/contract.ts';
import type { Declaration } from '../../../kernel/core/declaration.ts';
import { choice, json, moment, quantity, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { lotOrigin, lyingAt, traceStep } from './lot-trace.ts';
import { factoryStockBatchLog, gearStockBatchLog, stockBatchLog } from './stock-batch-log.resource.ts';
import { factoryStockBatch, gearStockBatch, stockBatch } from './stock-batch.resource.ts';

export const openings = [
  ['opened', '开封', 'Open'],
  ['thawed', '解冻', 'Thaw'],
] as const;
const lot = {
  batchId: text('批次', 'Lot', { optional: true }),
  id: text('批次', 'Lot', { optional: true, hint: label('同批次', 'The same as batchId') }),
};
const hit = shape.object({
  /** Where it lies, and what was made of it. */
  places: shape.list(lyingAt),
  /** Where it went already. */
  went: shape.list(traceStep),
});
const lotLabel = shape.object({
  batchId: shape.id,
  batchCode: shape.text,
  /** What its code says: `L` and the lot's id. */
  code: shape.text,
  materialName: shape.text,
  spec: shape.text,
  expiryDate: shape.nullable(shape.day),
  openedTime: shape.nullable(shape.moment),
  thawedTime: shape.nullable(shape.moment),
  useBy: shape.nullable(shape.moment),
  placeName: shape.text,
});
const reason = text('原因', 'Reason', { min: 2, max: 200 });

/** Stops a lot wherever it lies; people of a factory, lots of its stores. */
export const holdLot = contract({
  method: 'POST',
  ...callOf(stockBatch, 'hold', 'hold'),
  permission: ['stockbatch_hold', 'factorystockbatch_hold'],
  summary: label('冻结批次', 'Hold a lot'),
  input: { ...lot, reason },
  answer: hit,
});

/** Lets a lot go that was held, or that a count found. */
export const releaseLot = contract({
  method: 'POST',
  ...callOf(stockBatch, 'release', 'release'),
  permission: ['stockbatch_release', 'factorystockbatch_release'],
  summary: label('解冻批次', 'Release a lot'),
  input: { ...lot, reason },
  answer: hit,
});

/** What stands on the labels of lots at a place, in the reader's language and in the order asked for. */
export const lotLabels = contract({
  method: 'GET',
  service: 'store-management',
  path: 'stockbatch/labels',
  permission: [
    'stockbatch_view',
    'factorystockbatch_view',
    'gearstockbatch_view',
    'invinstore_do_receiving',
    'factorywarehouseinstore_do_receiving',
  ],
  summary: label('批次标签', 'Labels of lots'),
  input: {
    batchIds: text('批次', 'Lots', { hint: label('批次编号，用逗号分隔', 'Ids, comma between them'), max: 4000 }),
    placeId: text('地点', 'Place', { max: 19 }),
  },
  answer: shape.list(lotLabel),
});

/**
 * Of a lot: the supplier lots behind it, everything it went to and where it lies. Of a place: the supplier lots behind
 * what came there since a day. Whoever sees the lots of stalls only asks for stalls they answer for; people of a
 * factory, for lots of its stores.
 */
export const traceLot = contract({
  method: 'GET',
  service: 'store-management',
  path: 'stockbatch/trace',
  permission: ['stockbatch_view', 'factorystockbatch_view', 'gearstockbatch_view'],
  summary: label('批次追溯', 'Trace a lot'),
  input: {
    batchId: text('批次', 'Lot', { optional: true }),
    locationId: text('地点', 'Place', { optional: true }),
    gearOperationDeptId: text('档口', 'Stall', { optional: true }),
    startDate: text('起始日期', 'Since', { optional: true }),
    direction: text('方向', 'Direction', {
      optional: true,
      hint: label('back 来源、forward 去向、both 两者（默认）', 'back, forward or both, which is the default'),
    }),
  },
  answer: shape.object({
    back: shape.list(lotOrigin),
    forward: shape.list(traceStep),
    places: shape.list(lyingAt),
  }),
});

/** Lots of a supplier in warehouses the caller answers for, the newest first; what may be returned is in base unit. */
export const lotsOfSupplier = contract({
  method: 'GET',
  ...callOf(stockBatch, 'selectStockBatchBySupplierId', 'view'),
  summary: label('供应商的在库批次', 'Lots of a supplier in stock'),
  input: {
    supplierId: text('供应商', 'Supplier', { optional: true }),
    warehouseId: text('仓库', 'Warehouse', { optional: true }),
    factoryWarehouseId: text('工厂仓库', 'Factory warehouse', { optional: true }),
    materialId: text('物料', 'Material', { optional: true }),
  },
  answer: shape.list(
    shape.object({
      id: shape.id,
      batchId: shape.id,
      batchCode: shape.text,
      warehouseId: shape.id,
      warehouseName: shape.text,
      materialId: shape.id,
      materialCode: shape.text,
      materialName: shape.text,
      baseUnitId: shape.id,
      baseUnitName: shape.text,
      supplierBatchNo: shape.nullable(shape.text),
      receivedDate: shape.day,
      expiryDate: shape.nullable(shape.day),
      lotState: shape.oneOf('free', 'hold', 'provisional'),
      sourceInstoreCode: shape.text,
      receivedQty: shape.quantity,
      qty: shape.quantity,
      returnableQty: shape.quantity,
      /** Cost at receipt of one base unit; for holders of `stockbatch_view_cost`. */
      price: shape.optional(shape.price),
    }),
  ),
});

const notRemoved = (of: Declaration, zh: string, en: string) =>
  contract({
    method: 'POST',
    ...callOf(of, 'remove', 'delete'),
    summary: label(zh, en),
    input: { ids: json('编号', 'Ids', { optional: true }) },
    answer: shape.done,
  });

/** A move is what it is; people write a remark beside it. */
const remarkOf = (of: Declaration) =>
  contract({
    method: 'POST',
    ...callOf(of, 'submit', 'edit'),
    summary: label('流水备注', 'Remark of a move'),
    input: {
      id: text('流水', 'Move', { optional: true }),
      remark: text('备注', 'Remark', { optional: true, max: 200 }),
    },
    answer: shape.object({ id: shape.id }),
  });

export const moveRemark = remarkOf(stockBatchLog);
export const factoryMoveRemark = remarkOf(factoryStockBatchLog);
export const stallMoveRemark = remarkOf(gearStockBatchLog);
/** Always refused: what moved, moved. */
export const moveRemoval = notRemoved(stockBatchLog, '流水不能删除', 'Moves are not removed');
export const factoryMoveRemoval = notRemoved(factoryStockBatchLog, '流水不能删除', 'Moves are not removed');
export const stallMoveRemoval = notRemoved(gearStockBatchLog, '流水不能删除', 'Moves are not removed');
/** Always refused: lots of stalls come by documents. */
export const stallLotRemoval = notRemoved(gearStockBatch, '批次不能删除', 'Lots are not removed');
/** What a person opens or thaws of a lot, in base unit, and when; now, unless it was earlier. */
const opened = {
  id: text('批次', 'Lot', { max: 19, hint: label('库存批次的编号', 'Id of the row of the lot at its place') }),
  qty: quantity('数量', 'Quantity', { min: 0 }),
  auxQty: quantity('件数', 'Pieces', { optional: true, min: 0 }),
  opening: choice('操作', 'Act', openings, { default: 'opened' }),
  openedTime: moment('时间', 'When', { optional: true }),
};
const openedLot = shape.object({
  batchId: shape.id,
  batchCode: shape.text,
  code: shape.text,
  placeId: shape.id,
  useBy: shape.nullable(shape.moment),
  expiryDate: shape.nullable(shape.day),
});

/** Part of a lot becomes a lot of its own, good until its clock runs out or the lot it comes from expires. */
export const openLot = contract({
  method: 'POST',
  ...callOf(stockBatch, 'open', 'edit'),
  summary: label('开封或解冻', 'Open or thaw a lot'),
  input: opened,
  answer: openedLot,
});
/** The same at a store of a factory. */
export const openFactoryLot = contract({
  method: 'POST',
  ...callOf(factoryStockBatch, 'open', 'edit'),
  summary: label('工厂开封或解冻', 'Open or thaw a lot at a factory'),
  input: opened,
  answer: openedLot,
});
/** Lots at one place that are packed anew: how much is taken of each, and what is packed; what is lost has a reason. */
const repacked = {
  from: rows('批次', 'Lots', {
    id: text('批次', 'Lot', { max: 19, hint: label('库存批次的编号', 'Id of the row of the lot at its place') }),
    qty: quantity('取用数量', 'Taken', { min: 0 }),
    auxQty: quantity('取用件数', 'Pieces taken', { optional: true, min: 0 }),
  }),
  into: rows('分装', 'Parts', {
    qty: quantity('数量', 'Quantity', { min: 0 }),
    auxQty: quantity('件数', 'Pieces', { optional: true, min: 0 }),
  }),
  lossReason: text('损耗原因', 'Why some is lost', { optional: true, max: 200 }),
};
const repackedLots = shape.object({
  placeId: shape.id,
  /** In base unit. */
  lossQty: shape.quantity,
  lots: shape.list(shape.object({ batchId: shape.id, batchCode: shape.text, code: shape.text, qty: shape.quantity })),
});
/** One lot becomes several, or several become one; what is taken is what is packed and what is lost. */
export const repackLots = contract({
  method: 'POST',
  ...callOf(stockBatch, 'repack', 'edit'),
  summary: label('分装或并批', 'Split or merge lots'),
  input: repacked,
  answer: repackedLots,
});
/** The same at a stall. */
export const repackStallLots = contract({
  method: 'POST',
  ...callOf(gearStockBatch, 'repack', 'edit'),
  summary: label('分装或并批', 'Split or merge lots'),
  input: repacked,
  answer: repackedLots,
});
/** The same at a store of a factory. */
export const repackFactoryLots = contract({
  method: 'POST',
  ...callOf(factoryStockBatch, 'repack', 'edit'),
  summary: label('分装或并批', 'Split or merge lots'),
  input: repacked,
  answer: repackedLots,
});
/** What `open` does, at a stall; nothing else of a lot is written by hand. */
export const stallLotWriting = contract({
  method: 'POST',
  ...callOf(gearStockBatch, 'submit', 'edit'),
  summary: label('档口开封或解冻', 'Open or thaw a lot at a stall'),
  input: opened,
  answer: openedLot,
});

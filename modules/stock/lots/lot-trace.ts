import { shape, type TypeOf } from '../../../kernel/core/shape.ts';

/** One change of place, form or owner of a lot. */
export const traceStep = shape.object({
  batchId: shape.id,
  batchCode: shape.text,
  materialName: shape.text,
  /** 0: the lot asked for; 1: made from it, or it from this; and so on. */
  depth: shape.integer,
  reason: shape.text,
  fromName: shape.text,
  toName: shape.text,
  qty: shape.quantity,
  unitName: shape.text,
  businessTime: shape.moment,
  billType: shape.text,
  billCode: shape.text,
});
export type TraceStep = TypeOf<typeof traceStep>;

/** Where a lot began: its supplier, if it was bought, and the receipt that brought it. */
export const lotOrigin = shape.object({
  batchId: shape.id,
  batchCode: shape.text,
  materialName: shape.text,
  depth: shape.integer,
  supplierId: shape.text,
  supplierName: shape.text,
  supplierBatchNo: shape.text,
  productionDate: shape.nullable(shape.day),
  expiryDate: shape.nullable(shape.day),
  receivedDate: shape.day,
  sourceBillType: shape.text,
  sourceBillCode: shape.text,
  lotState: shape.oneOf('free', 'hold', 'provisional'),
});
export type LotOrigin = TypeOf<typeof lotOrigin>;

/** What of a lot lies where now. */
export const lyingAt = shape.object({
  batchId: shape.id,
  batchCode: shape.text,
  locationId: shape.id,
  locationName: shape.text,
  qty: shape.quantity,
  unitName: shape.text,
});
export type LyingAt = TypeOf<typeof lyingAt>;

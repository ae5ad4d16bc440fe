import type { Id } from '../../../kernel/core/field.ts';

/** One change of place, form or owner of a lot. */
export interface TraceStep {
  readonly batchId: Id;
  readonly batchCode: string;
  readonly materialName: string;
  /** 0: the lot asked for; 1: made from it, or it from this; and so on. */
  readonly depth: number;
  readonly reason: string;
  readonly fromName: string;
  readonly toName: string;
  readonly qty: string;
  readonly unitName: string;
  readonly businessTime: string;
  readonly billType: string;
  readonly billCode: string;
}
/** Where a lot began: its supplier and the receipt that brought it. */
export interface LotOrigin {
  readonly batchId: Id;
  readonly batchCode: string;
  readonly materialName: string;
  readonly depth: number;
  readonly supplierId: string;
  readonly supplierName: string;
  readonly supplierBatchNo: string;
  readonly productionDate: string | null;
  readonly expiryDate: string | null;
  readonly receivedDate: string;
  readonly sourceBillType: string;
  readonly sourceBillCode: string;
  readonly lotState: string;
}
/** What of a lot lies where now. */
export interface LyingAt {
  readonly batchId: Id;
  readonly batchCode: string;
  readonly locationId: Id;
  readonly locationName: string;
  readonly qty: string;
  readonly unitName: string;
}

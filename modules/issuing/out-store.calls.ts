/** Calls on an out-store beyond the ordinary ones: picking, signing, settling what did not come. */
import { callOf, contract, optionalRows, rows } from '../../kernel/core/contract.ts';
import { json, quantity, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { deviceEntryFields, sendingFields } from '../../parts/device-entries/sending-fields.ts';
import { outStore } from './out-store.document.ts';

const bill = {
  outstoreId: text('出库单', 'Out-store', { optional: true }),
  id: text('出库单', 'Out-store', { optional: true, hint: label('同出库单', 'The same as outstoreId') }),
};

/** A lot to take, the first to expire first. */
const proposedPick = shape.object({
  batchId: shape.id,
  batchCode: shape.text,
  materialId: shape.id,
  materialCode: shape.text,
  expiryDate: shape.day,
  /** In the unit of the line. */
  qty: shape.quantity,
  /** Of goods of catch weight: about how many pieces weigh so much. */
  auxQty: shape.optional(shape.quantity),
  baseQty: shape.quantity,
  fefoRank: shape.integer,
});

/** The bill with what to take for every open line, and who holds what is missing. Nothing is saved. */
export const prePicking = contract({
  method: 'POST',
  ...callOf(outStore, 'prePicking', 'do_picking'),
  summary: label('拣货建议', 'Propose lots to pick'),
  input: bill,
  answer: shape.open({
    id: shape.id,
    version: shape.integer,
    billCode: shape.text,
    status: shape.text,
    toLocationName: shape.text,
    warehouseName: shape.text,
    needTime: shape.moment,
    details: shape.list(
      shape.open({
        id: shape.id,
        lineNo: shape.integer,
        materialName: shape.text,
        materialCode: shape.text,
        unitName: shape.text,
        /** Still to ship, in the unit of the line. */
        openQty: shape.quantity,
        /**
         * Goods of catch weight: also weighed where the line asks for pieces, also counted where it asks for a weight.
         */
        needsPieces: shape.flag,
        inPieces: shape.flag,
        secondUnitName: shape.text,
        proposedPicks: shape.list(proposedPick),
        /** Lots that lie there and may not be taken, and why. */
        barred: shape.optional(shape.list(shape.object({ batchId: shape.id, qty: shape.quantity, why: shape.text }))),
        /** Why less is proposed than is open; empty where all is. */
        shortage: shape.text,
        /** What `savePicking` was told last; absent where the line is closed. */
        entered: shape.optional(shape.any),
      }),
    ),
  }),
});

/** What was picked of lines so far: who goes on with the bill, on whichever device, stands where it was left. */
export const savePicking = contract({
  method: 'POST',
  ...callOf(outStore, 'savePicking', 'do_picking'),
  summary: label('保存拣货进度', 'Save what is picked so far'),
  input: {
    ...bill,
    details: rows('明细', 'Lines', {
      detailId: text('明细', 'Line'),
      /** `qty` and `second` by lot, `shortReason`, `overrideReason`, `done`. */
      entry: json('拣货', 'Picked'),
    }),
  },
  answer: shape.done,
});

/**
 * Ships the lots named for each line, or those proposed where a line names none. What a device sends later has a `key`,
 * under which it is done once.
 */
export const doPicking = contract({
  method: 'POST',
  ...callOf(outStore, 'doPicking', 'do_picking'),
  summary: label('拣货出库', 'Pick and ship'),
  input: {
    ...bill,
    ...sendingFields,
    ...deviceEntryFields,
    keepOpen: text('余量保留', 'Keep the rest open', {
      optional: true,
      hint: label('1：未拣的下次再拣', '1: what was not picked is picked another time'),
    }),
    details: optionalRows('明细', 'Lines', {
      detailId: text('明细', 'Line', { optional: true }),
      id: text('明细', 'Line', { optional: true }),
      /** Lots: `batchId`, `qty` in the unit of the line, `baseQty`, `auxQty`, `overrideReason`. */
      picks: json('批次', 'Lots', { optional: true }),
      shortReason: text('缺货原因', 'Why short', { optional: true }),
    }),
  },
  answer: shape.done,
});

/** Signs for lots as given, and for every other one as sent. What did not come stays in transit until it is settled. */
export const received = contract({
  method: 'POST',
  ...callOf(outStore, 'received', 'received'),
  summary: label('收货', 'Receive'),
  input: {
    ...bill,
    details: optionalRows('批次', 'Lots', {
      pickId: text('拣货批次', 'Lot picked', { optional: true }),
      id: text('拣货批次', 'Lot picked', { optional: true }),
      receivedQty: quantity('实收', 'Received', { min: 0, unit: 'unitId' }),
      receivedBaseQty: quantity('实收基本数量', 'Received in base unit', {
        optional: true,
        min: 0,
        unit: 'baseUnitId',
      }),
      receivedAuxQty: quantity('实收件数', 'Pieces received', { optional: true, min: 0 }),
      cause: text('差异原因', 'Cause of the difference', { optional: true, max: 200 }),
      /**
       * Kind, cause, bearer, outcome and photos of what differs, one entry a kind: `differenceType`, `qty`, `cause`,
       * `bearer`, `outcome`, `pictures`; of wrong goods also `insteadBatchCode` and `insteadQty`. What came too many is
       * claimed with the kind `over`.
       */
      claims: json('差异', 'Differences', { optional: true }),
    }),
  },
  answer: shape.done,
});

/** Both sides agree on what did not come: `loss`, or `back` with the sender; of all lots where none is named. */
export const settleDifference = contract({
  method: 'POST',
  ...callOf(outStore, 'settleDifference', 'settle_difference'),
  summary: label('处理差异', 'Settle the difference'),
  input: {
    ...bill,
    outcome: text('处理方式', 'Outcome', { optional: true }),
    pickIds: json('批次', 'Lots', { optional: true }),
  },
  answer: shape.done,
});

/** The document that asked for the goods, with its lines. */
export const sourceBill = contract({
  method: 'GET',
  ...callOf(outStore, 'getSourceBill', 'view'),
  summary: label('来源单据', 'Source document'),
  input: {
    id: text('出库单', 'Out-store', { optional: true }),
    billCode: text('单据编号', 'Number', { optional: true }),
  },
  answer: shape.open({ sourceBillType: shape.text }),
});

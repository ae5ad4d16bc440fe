/** Calls on an in-store beyond the ordinary ones: made by hand, received, reversed, papers and differences. */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { attachments, dictionary, json, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape, type Shape } from '../../kernel/core/shape.ts';
import { deliveryFields } from './in-store-receiving.resource.ts';
import { inStore } from './in-store.document.ts';
import type { LifeRequirement } from './receiving.rules.ts';

const named = text('入库单', 'In-store', { optional: true });
/** A bill is named in any of these. */
const bill = { instoreId: named, billId: named, id: named };

/** Makes a bill by hand for an approved order that has none, or changes when one is expected and its remark. */
export const submit = contract({
  method: 'POST',
  service: inStore.service,
  path: `${inStore.segment}/submit`,
  permission: ['invinstore_add', 'invinstore_edit'],
  summary: label('保存入库单', 'Save an in-store'),
  input: {
    /** Read and checked with the record. */
    id: json('入库单', 'In-store', { optional: true }),
    sourceBillType: text('来源类型', 'Source', { optional: true }),
    sourceBillId: text('采购订单', 'Order', { optional: true }),
  },
  answer: shape.whole(inStore),
});

/** The order a bill comes from, by the bill or by its own number, each line with what is open of it in its unit. */
export const getSourceBill = contract({
  method: 'GET',
  ...callOf(inStore, 'getSourceBill', 'view'),
  summary: label('查看来源单据', 'Look at the source'),
  input: { id: named, instoreId: named, billCode: text('单据编号', 'Number', { optional: true }) },
  answer: shape.open({
    id: shape.id,
    billCode: shape.text,
    sourceBillType: shape.oneOf('purchase-order'),
    details: shape.list(shape.open({ id: shape.id, materialId: shape.id, openQty: shape.quantity })),
  }),
});

/** What is left of the life of goods when they come, as it is asked of them. */
const lifeRequirement: Shape<LifeRequirement> = {
  is: 'object',
  open: true,
  shapes: { kind: shape.oneOf('share', 'days', 'none') },
};

/** A bill with what is still to come of each line, and what receiving it takes. Nothing is saved. */
export const preReceiving = contract({
  method: 'POST',
  ...callOf(inStore, 'preReceiving', 'do_receiving'),
  summary: label('收货准备', 'Prepare a delivery'),
  input: bill,
  answer: shape.open({
    billCode: shape.text,
    supplierName: shape.text,
    /** Of a market stall, where there is no supplier. */
    vendorName: shape.nullable(shape.text),
    warehouseName: shape.text,
    factoryWarehouseName: shape.text,
    /** Where goods of our own come from. */
    fromLocationName: shape.text,
    arriveTime: shape.moment,
    /** As the supplier announced it; empty where he did not. */
    deliveryNo: shape.text,
    plateNo: shape.text,
    details: shape.list(
      shape.open({
        detailId: shape.id,
        lineNo: shape.integer,
        materialId: shape.id,
        materialName: shape.text,
        materialCode: shape.text,
        unitName: shape.text,
        /** In the unit of the line, as all quantities. */
        qty: shape.quantity,
        receivedQty: shape.quantity,
        openQty: shape.quantity,
        acceptedQty: shape.quantity,
        refusedQty: shape.quantity,
        /** The most that may come in all, and still. */
        limitQty: shape.quantity,
        mayStillCome: shape.quantity,
        overRate: shape.quantity,
        underRate: shape.quantity,
        absTolerance: shape.quantity,
        needsLife: shape.flag,
        needsTemperature: shape.flag,
        needsWeight: shape.flag,
        needsPieces: shape.flag,
        isFresh: shape.flag,
        shelfLifeDays: shape.nullable(shape.integer),
        price: shape.optional(shape.nullable(shape.price)),
        lastDeliveredPrice: shape.nullable(shape.price),
        lifeAsked: lifeRequirement,
        /** Today for fresh goods, on which nothing is printed; else empty, to be read from the pack. */
        productionDate: shape.day,
        expiryDate: shape.day,
        /** As the supplier announced it; empty where he did not. */
        supplierBatchNo: shape.text,
        isAnnounced: shape.flag,
        /** What a piece weighed so far; null before enough came. */
        pieceBand: shape.nullable(shape.object({ count: shape.integer, mean: shape.quantity, sigma: shape.quantity })),
        baseUnitName: shape.text,
        /** Barcodes and names the goods go by with the supplier of the bill. */
        codes: shape.list(shape.text),
        /** Kilograms in one unit of the line; null where it is no weight. */
        unitKg: shape.nullable(shape.quantity),
        /** Kinds, comma between them. */
        papersAsked: shape.text,
        /** Whether the person may let goods pass that are not as asked, with a reason. */
        mayOverride: shape.flag,
      }),
    ),
  }),
});

/**
 * Receives a delivery: all of it or nothing. A line is that of a delivery record: `detailId`, `acceptedQty`,
 * `refusedQty` with a reason, and what its material asks for; one that stands twice is two lots.
 */
export const doReceiving = contract({
  method: 'POST',
  ...callOf(inStore, 'doReceiving', 'do_receiving'),
  summary: label('收货', 'Receive a delivery'),
  input: { ...bill, ...deliveryFields, details: json('明细', 'Lines', { optional: true }) },
  answer: shape.done,
});

/** Takes a delivery back as a whole. */
export const reverseReceiving = contract({
  method: 'POST',
  ...callOf(inStore, 'reverseReceiving', 'reverse_receiving'),
  summary: label('冲销收货', 'Reverse a delivery'),
  input: {
    receivingId: text('收货记录', 'Delivery', { optional: true }),
    reason: text('原因', 'Reason', { min: 2, max: 200 }),
  },
  answer: shape.done,
});

/**
 * Papers that come after the goods stand on the lot. Where nothing else holds it, the last of them lets it go:
 * who brings them says what each is, and so has looked at it.
 */
export const bringPapers = contract({
  method: 'POST',
  ...callOf(inStore, 'bringPapers', 'bring_papers'),
  summary: label('补交证件', 'Add papers to a lot'),
  input: {
    instoreId: ref('入库单', 'In-store', 'inStore'),
    batchId: ref('批次', 'Lot', 'batch'),
    papers: attachments('证件', 'Papers', { max: 9 }),
    paperKinds: dictionary('证件种类', 'Kinds of papers', 'materialPaper', { several: true }),
  },
  answer: shape.done,
});

/** A bill with a claim for each line of which something is open. Nothing is saved. */
export const preDifference = contract({
  method: 'POST',
  ...callOf(inStore, 'preDifference', 'do_difference'),
  summary: label('差异准备', 'Prepare differences'),
  input: bill,
  answer: shape.open({
    id: shape.id,
    billCode: shape.text,
    details: shape.list(
      shape.open({
        detailId: shape.id,
        materialName: shape.text,
        unitName: shape.text,
        /** What was ordered of the line, and what came of it so far. */
        orderedQty: shape.quantity,
        receivedQty: shape.quantity,
        /** Of one unit of the line, for those who see prices; null where none is agreed. */
        agreedPrice: shape.optional(shape.nullable(shape.price)),
        differenceType: shape.text,
        qty: shape.quantity,
        bearer: shape.text,
        outcome: shape.text,
        cause: shape.text,
        /** Whether it is little enough to be settled when the bill is completed. */
        settlesItself: shape.flag,
        /** What was photographed when the goods came: ids, and the files. */
        pictures: shape.text,
        picturesFiles: shape.list(shape.object({ id: shape.id, link: shape.text, name: shape.text })),
      }),
    ),
  }),
});

/** Records claims, each with its cause and bearer: settled at once, or waiting for the goods. */
export const doDifference = contract({
  method: 'POST',
  ...callOf(inStore, 'doDifference', 'do_difference'),
  summary: label('登记差异', 'Record differences'),
  /** A line: `detailId`, `differenceType`, `qty`, `cause`, `bearer`, `outcome`, `pictures`. */
  input: { ...bill, details: json('差异', 'Differences', { optional: true }) },
  answer: shape.done,
});

/** Completes a bill: refused while something is open that is neither explained nor little enough. */
export const completeReceiving = contract({
  method: 'POST',
  ...callOf(inStore, 'completeReceiving', 'complete_receiving'),
  summary: label('完成收货', 'Complete an in-store'),
  input: bill,
  answer: shape.done,
});

/**
 * Calls on a count beyond the ordinary ones: its snapshot, counts as they are entered, the review, the result, the
 * sheet.
 */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { json, longtext, text } from '../../kernel/core/field.ts';
import { sendingFields } from '../../parts/device-entries/sending-fields.ts';
import { importShapes } from '../../parts/sheet-answer/import-result.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { stockCheck } from './stock-check.document.ts';
import { stockCheckVoucher } from './stock-check-voucher.resource.ts';

const id = text('盘点单', 'Count', { optional: true });
const check = { checkId: id, id };
const ids = json('盘点单', 'Counts', { optional: true });
/** A count is also named as a factory calls it. */
const looked = { ...check, factoryCheckId: id };

/** Takes the snapshot of a count, or of a plan that is sent with the call and saved first: one line a lot. */
export const generateDetail = contract({
  method: 'POST',
  ...callOf(stockCheck, 'generateDetail', 'generate_detail'),
  summary: label('开始盘点', 'Start counting'),
  input: check,
  answer: shape.whole(stockCheck),
});

/**
 * Enters counts of any lines, or lots the book does not know. They come as `details`, or as a bare array. A line: `id`,
 * `countQty` in `unitId` or `parts` of `qty` and `unitId`, `countAuxQty`, `skipReason`, `countTime`, and in `seenQty`
 * which figure the person saw. What a device sends later also has its `key`, under which it is taken over once, and
 * `madeTime`, by the clock of the device.
 */
export const saveDetail = contract({
  method: 'POST',
  ...callOf(stockCheck, 'saveDetail', 'save_detail'),
  summary: label('填写实盘', 'Enter counts'),
  input: { ...looked, ...sendingFields, details: json('明细', 'Lines', { optional: true }) },
  answer: shape.done,
});

/** Agrees to the differences, with a cause for each. The last who is asked posts them. */
export const doCheckApproval = contract({
  method: 'POST',
  ...callOf(stockCheck, 'doCheckApproval', 'do_check_approval'),
  summary: label('审核盘点差异', 'Post the differences of a count'),
  input: {
    ...check,
    ids,
    comment: longtext('意见', 'Comment', { optional: true }),
    /** A line: `id`, `cause`, `causeRemark`, and in `expectedQty` which expectation the reviewer saw. */
    details: json('明细', 'Lines', { optional: true }),
  },
  answer: shape.done,
});

/** Sends lines back, all where none is named: somebody else counts them again. */
export const recount = contract({
  method: 'POST',
  ...callOf(stockCheck, 'recount', 'refuse'),
  summary: label('退回复盘', 'Send lines back to be counted again'),
  input: {
    ...check,
    ids,
    reason: longtext('原因', 'Reason', { optional: true }),
    detailIds: json('明细', 'Lines', { optional: true }),
  },
  answer: shape.done,
});

/** A count with its lines as who counts sees them: a blind count without the book, and without what is counted anew. */
export const preCheck = contract({
  method: 'POST',
  ...callOf(stockCheck, 'preCheck', 'do_check'),
  summary: label('盘点准备', 'Prepare counting'),
  input: looked,
  answer: shape.open({
    id: shape.id,
    billCode: shape.text,
    checkName: shape.nullable(shape.text),
    blind: shape.flag,
    progress: shape.object({ count: shape.integer, counted: shape.integer }),
    details: shape.list(
      shape.open({
        id: shape.id,
        lineNo: shape.integer,
        storagePlace: shape.text,
        materialId: shape.id,
        materialName: shape.text,
        materialCode: shape.text,
        batchId: shape.text,
        batchName: shape.text,
        expiryDate: shape.day,
        baseUnitName: shape.text,
        /** In base unit, as all figures but `parts`. */
        snapshotQty: shape.nullable(shape.quantity),
        countBaseQty: shape.nullable(shape.quantity),
        countAuxQty: shape.nullable(shape.quantity),
        skipReason: shape.text,
        lineState: shape.text,
        lineStateName: shape.text,
        supplierBatchNo: shape.text,
        countUserName: shape.text,
        secondUserName: shape.text,
        /** What it was counted in, where in several parts. */
        parts: shape.nullable(shape.list(shape.open({ qty: shape.quantity, unitId: shape.nullable(shape.id) }))),
        /** Units it may be counted in; `factor`: base units in one. */
        units: shape.list(shape.object({ unitId: shape.id, name: shape.text, factor: shape.factor })),
        needsPieces: shape.flag,
        /** Whether this person may count it; a second count is another person's. */
        mayCount: shape.flag,
        /** Whether this person may correct the first figure, while the second is waited for. */
        mayCorrect: shape.flag,
      }),
    ),
  }),
});

/** A count with what stands in the book now, the difference of each line in base unit and its likely cause. */
export const preCheckApproval = contract({
  method: 'POST',
  ...callOf(stockCheck, 'preCheckApproval', 'do_check_approval'),
  summary: label('审核准备', 'Prepare the review'),
  input: looked,
  answer: shape.open({
    id: shape.id,
    billCode: shape.text,
    checkName: shape.nullable(shape.text),
    details: shape.list(
      shape.open({
        id: shape.id,
        lineNo: shape.integer,
        materialName: shape.text,
        onHandQty: shape.quantity,
        expectedQty: shape.quantity,
        moveQty: shape.quantity,
        varianceQty: shape.quantity,
        /** Of one base unit, and in all: for holders of `invcheck_view_cost`. */
        varianceCost: shape.optional(shape.price),
        varianceAmount: shape.optional(shape.money),
        cause: shape.text,
        causeRemark: shape.text,
        proposedCause: shape.text,
        /** Whether what lies there is not what is expected: something moved after it was counted. */
        touched: shape.flag,
        /** Whether the expectation is another than when it was counted. */
        stale: shape.flag,
        /** Documents that were posted late and make it so. */
        lateBills: shape.text,
      }),
    ),
  }),
});

const totals = shape.list(
  shape.object({
    name: shape.text,
    count: shape.integer,
    /** Amounts: for holders of `invcheck_view_cost`. */
    gain: shape.optional(shape.money),
    loss: shape.optional(shape.money),
  }),
);

/** A count with its differences summed up, the most lines first, and its voucher. */
export const viewCheckResult = contract({
  method: 'POST',
  ...callOf(stockCheck, 'viewCheckResult', 'view'),
  summary: label('盘点结果', 'Result of a count'),
  input: looked,
  answer: shape.object({
    header: shape.open({ id: shape.id, billCode: shape.text }),
    details: shape.list(shape.open({ id: shape.id, lineNo: shape.integer, materialId: shape.id })),
    totals: shape.object({ byCause: totals, byType: totals }),
    voucher: shape.nullable(shape.row(stockCheckVoucher)),
  }),
});

/** Lines of a count as who counts sees them, of one state or one material where these are named. */
export const checkDetailList = contract({
  method: 'GET',
  ...callOf(stockCheck, 'checkDetailList', 'view'),
  summary: label('盘点明细', 'Lines of a count'),
  input: {
    ...looked,
    lineState: text('状态', 'State', { optional: true }),
    materialId: text('物料', 'Material', { optional: true }),
  },
  answer: shape.list(shape.open({ id: shape.id, checkId: shape.id, lineNo: shape.integer, materialId: shape.id })),
});

/** Saves the voucher of a done count, sent whole: a count has one. */
export const saveVoucher = contract({
  method: 'POST',
  ...callOf(stockCheck, 'saveOrUpdateInvCheckVoucher', 'voucher'),
  summary: label('保存盘点凭证', 'Save the voucher of a count'),
  input: { checkId: id },
  answer: shape.done,
});

/** The sheet of a count, to print or to fill in. */
export const downloadSheet = contract({
  method: 'GET',
  ...callOf(stockCheck, 'downloadExcelTemplate', 'export'),
  summary: label('下载盘点表', 'Download the count sheet'),
  input: check,
  answer: shape.file,
});

/** Enters the figures of a filled-in sheet, all or none; with `dryRun` only says what it would do. */
export const importSheet = contract({
  method: 'POST',
  ...callOf(stockCheck, 'importExcelTemplate', 'import'),
  summary: label('导入盘点表', 'Import a count sheet'),
  input: {
    ...check,
    dryRun: text('只检查', 'Only check', { optional: true, hint: label('1：只检查', '1: only check') }),
  },
  answer: shape.object({ ...importShapes, landed: shape.boolean }),
});

/** Cases as their two sides see them, and their one settlement. */
import { callOf, contract, pageInput } from '../../kernel/core/contract.ts';
import { choice, json, quantity, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { bearers, lotClaimFields, outcomes } from '../issuing/claims/difference-choices.ts';
import { inStoreDifference } from './in-store-difference.document.ts';

const id = text('差异', 'Difference', { optional: true });

/** `Factroy` is how existing clients spell it. */
const listOfSide = (name: 'RequireFromProject' | 'RequireFromFactroy', zh: string, en: string) => ({
  /** What concerns this side, and whether its word is waited for. Filters of differences. */
  page: contract({
    method: 'GET',
    ...callOf(inStoreDifference, `page${name}`, 'view'),
    summary: label(zh, en),
    input: pageInput,
    answer: shape.page(shape.row(inStoreDifference, { actionable: shape.flag })),
  }),
  export: contract({
    method: 'GET+POST',
    ...callOf(inStoreDifference, `export${name}`, 'export'),
    summary: label('导出差异', 'Export differences'),
    input: {},
    answer: shape.file,
  }),
});
export const ofProject = listOfSide('RequireFromProject', '项目差异分页', 'Differences of the project');
export const ofFactory = listOfSide('RequireFromFactroy', '工厂差异分页', 'Differences of the factory');

const decided = {
  outcome: choice('处理方式', 'Outcome', outcomes, { optional: true }),
  bearer: choice('责任方', 'Bearer', bearers, { optional: true }),
  remark: text('备注', 'Remark', { optional: true, max: 200 }),
};

/** Settles a case, or so much of it as is agreed, in the unit of its line; by another person than who recorded it. */
export const confirm = contract({
  method: 'POST',
  ...callOf(inStoreDifference, 'confirm', 'confirm'),
  summary: label('确认差异', 'Confirm a difference'),
  input: { id, agreedQty: quantity('确认数量', 'Agreed quantity', { optional: true, positive: true }), ...decided },
  answer: shape.done,
});

/** Settles several cases whole, all or none. */
export const batchConfirm = contract({
  method: 'POST',
  ...callOf(inStoreDifference, 'batchConfirm', 'batch_confirm'),
  summary: label('批量确认差异', 'Confirm differences'),
  input: { id, ids: json('差异', 'Differences', { optional: true }), ...decided },
  answer: shape.done,
});

/** Does not agree, and says why: the case waits on. */
export const dispute = contract({
  method: 'POST',
  ...callOf(inStoreDifference, 'dispute', 'confirm'),
  summary: label('提出异议', 'Dispute a difference'),
  input: { id, reason: text('原因', 'Reason', { min: 2, max: 200 }) },
  answer: shape.done,
});

/**
 * The receiver's word on a disputed case between our own places: as it was claimed, or with another kind, cause, bearer
 * or outcome. The sender is asked again.
 */
export const insist = contract({
  method: 'POST',
  ...callOf(inStoreDifference, 'insist', 'insist'),
  summary: label('坚持或修改差异', 'Insist on a difference, or change it'),
  input: {
    id,
    reason: text('说明', 'Reason', { min: 2, max: 200 }),
    outcome: lotClaimFields.outcome,
    bearer: choice('责任方', 'Bearer', bearers, { optional: true }),
    cause: text('原因说明', 'Cause', { optional: true, max: 200 }),
    pictures: lotClaimFields.pictures,
  },
  answer: shape.done,
});

/** Kinds of differences, who bears them and what may become of them, the same of an in-store and of an out-store. */
import { choice, pictures, quantity, text, type Values } from '../../../kernel/core/field.ts';

export const differenceTypes = [
  ['short', '短少', 'Short'],
  ['damaged', '破损', 'Damaged'],
  ['wrong', '错货', 'Wrong goods'],
  ['over', '多收', 'Over'],
  ['expired', '过期', 'Expired'],
  ['quality', '质量不符', 'Poor quality'],
  ['refused', '拒收', 'Refused'],
] as const;
export const bearers = [
  ['supplier', '供应商', 'Supplier'],
  ['carrier', '承运方', 'Carrier'],
  ['sender', '发货方', 'Sender'],
  ['receiver', '收货方', 'Receiver'],
] as const;
export const outcomes = [
  ['wait', '等待补送', 'Wait for the rest', 'waiting'],
  ['cancel-rest', '取消余量', 'Cancel the rest'],
  ['re-buy', '另行采购', 'Buy elsewhere'],
  ['charge', '扣款', 'Charge'],
  ['back', '冲回发货方', 'Back to sender'],
  ['resend', '冲回并补发', 'Back and send again'],
  ['loss', '在途损失', 'Loss in transit'],
  ['over-accept', '多收入账', 'Keep what is over'],
  ['over-return', '多收退回', 'Return what is over'],
] as const;

/** Without a photo nobody believes these. */
export const NEEDS_PHOTO: ReadonlySet<string> = new Set(['damaged', 'wrong']);

/** What may become of goods of ours that did not come, and of those that came too many. */
export const OF_MISSING: ReadonlySet<string> = new Set(['back', 'resend', 'loss']);
export const OF_OVER: ReadonlySet<string> = new Set(['over-accept', 'over-return']);
/** What is offered between places of our own, for what is missing or for what is over. */
export const ownOutcomes = (isOver: boolean) =>
  outcomes.filter(([value]) => (isOver ? OF_OVER : OF_MISSING).has(value));
/** Between places of our own nothing is the supplier's. */
export const ownBearers = bearers.filter(([value]) => value !== 'supplier');

/** What is claimed of a lot that was sent. */
export const lotClaimFields = {
  differenceType: choice('差异类型', 'Type', differenceTypes),
  /** In the unit of the line; left out, all of the lot that is missing. */
  qty: quantity('差异数量', 'Quantity', { optional: true, positive: true }),
  cause: text('原因说明', 'Cause', { min: 1, max: 200 }),
  bearer: choice('责任方', 'Bearer', ownBearers, { default: 'sender' }),
  outcome: choice('处理方式', 'Outcome', [...ownOutcomes(false), ...ownOutcomes(true)], { optional: true }),
  pictures: pictures('照片', 'Photos', { optional: true, max: 9 }),
  /** Of other goods that came instead: the number of their lot, and how much of it. */
  insteadBatchCode: text('错发批次', 'Lot that came instead', { optional: true, max: 40 }),
  insteadQty: quantity('错发数量', 'Quantity that came instead', { optional: true, positive: true }),
} as const;
export type LotClaim = Values<typeof lotClaimFields>;

/** Calls on a recall beyond the ordinary ones: what a place accounts for, and its events as sheets. */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { choice, integer, quantity, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { recallCase } from './recall.document.ts';

const id = text('召回', 'Recall', { max: 19 });
const reported = (zh: string, en: string) => quantity(zh, en, { optional: true, min: 0 });

/** What became of the goods at one place, in base unit, in place of what was answered before. */
export const account = contract({
  method: 'POST',
  ...callOf(recallCase, 'account', 'account'),
  summary: label('召回报数', 'Account for a place'),
  input: {
    id,
    placeId: text('地点行', 'Line of the place', { max: 19 }),
    foundQty: reported('找到', 'Found'),
    usedQty: reported('已用', 'Used'),
    destroyedQty: reported('已销毁', 'Destroyed'),
    returnedQty: reported('已退', 'Returned'),
    answerNo: integer('看到的报数次数', 'Answers seen', {
      min: 0,
      hint: label('打开时这一处已报过几次', 'How many answers the place had when it was opened'),
    }),
    answerRemark: text('说明', 'Note', { optional: true, max: 200 }),
  },
  answer: shape.object({
    accountedQty: shape.quantity,
    /** Of the place. */
    coverage: shape.text,
    minutes: shape.integer,
    /** Of all places. */
    wholeCoverage: shape.text,
  }),
});

export const eventKinds = [
  ['received', '收到', 'Received'],
  ['transferred', '转移', 'Transferred'],
  ['produced', '加工', 'Produced'],
  ['served', '使用', 'Served'],
] as const;
export type EventKind = (typeof eventKinds)[number][0];

/** What happened to the lots, one file for each kind of event. */
export const recallEvents = contract({
  method: 'GET+POST',
  ...callOf(recallCase, 'exportEvents', 'export'),
  summary: label('导出召回事件', 'Export events of a recall'),
  input: { id, kind: choice('事件', 'Kind of event', eventKinds, { default: 'received' }) },
  answer: shape.file,
});

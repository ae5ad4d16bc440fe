/** Calls on food labels beyond the ordinary ones. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { integer, json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { gearLabel } from './label.resource.ts';

export const LABELS_MAX = 500;

/** Labels as they are given, or one for each production bill: all or none. */
export const addLabels = contract({
  method: 'POST',
  ...callOf(gearLabel, 'addBatch', 'add'),
  summary: label('批量生成标签', 'Make labels'),
  input: {
    body: json('标签', 'Labels', { optional: true }),
    produceIds: json('生产单', 'Production bills', { optional: true }),
    labelType: text('类型', 'Kind', { optional: true, max: 30 }),
    copies: integer('份数', 'Copies', { optional: true, min: 1, max: 99 }),
    weightG: integer('重量(g)', 'Weight (g)', { optional: true, min: 1, max: 1_000_000 }),
  },
  answer: shape.done,
});

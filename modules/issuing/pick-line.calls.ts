/** Lines of a pick bill one at a time, as `pickdetail`. */
import { contract, pageInput } from '../../kernel/core/contract.ts';
import { json, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';

const service = 'store-management';
const bill = {
  billId: text('领料单', 'Pick bill', { optional: true }),
  pickId: text('领料单', 'Pick bill', { optional: true, hint: label('同 billId', 'The same as billId') }),
};
const id = text('明细', 'Line', { optional: true });
const line = shape.open({ id: shape.id, billId: shape.id, billCode: shape.text, materialId: shape.id });

/** Lines of a pick bill in their order. */
export const pickLines = contract({
  method: 'GET',
  service,
  path: 'pickdetail/list',
  permission: 'pick_view',
  summary: label('领料明细', 'Lines of a pick bill'),
  input: { ...bill, ...pageInput },
  answer: shape.page(line),
});

export const pickLine = contract({
  method: 'GET',
  service,
  path: 'pickdetail/detail',
  permission: 'pick_view',
  summary: label('一行领料明细', 'One line of a pick bill'),
  input: { id },
  answer: line,
});

/** Adds a line to a bill, or changes the one of `id`: the bill is saved with it, by its own rules. */
export const savePickLine = contract({
  method: 'POST',
  service,
  path: 'pickdetail/submit',
  permission: ['pick_add', 'pick_edit'],
  summary: label('保存一行领料明细', 'Save one line'),
  input: { id, ...bill },
  answer: shape.done,
});

/** Removes lines, each from its bill. */
export const removePickLines = contract({
  method: 'POST',
  service,
  path: 'pickdetail/remove',
  permission: ['pick_edit', 'pick_delete'],
  summary: label('删除领料明细', 'Remove lines'),
  input: { id, ids: json('明细', 'Lines', { optional: true }) },
  answer: shape.done,
});

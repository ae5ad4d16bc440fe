/** Lines of a pick bill one at a time, as `pickdetail`; clients also call the bill `pickId`. */
import { contract } from '../../kernel/core/contract.ts';
import { text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { billLineCalls } from '../stock/bill-lines/bill-lines.ts';
import { pick } from './pick.document.ts';

const { list, submit, ...others } = billLineCalls(pick);
const bill = {
  pickId: text('领料单', 'Pick bill', { optional: true, hint: label('同 billId', 'The same as billId') }),
};

export const pickLines = {
  ...others,
  list: contract({ ...list, input: { ...list.input, ...bill } }),
  submit: contract({ ...submit, input: { ...submit.input, ...bill } }),
};

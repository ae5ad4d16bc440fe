/** What every bill with a last moment to order carries, and who may set its fee (purchasing.md 2, late). */
import type { Action } from '../../../kernel/core/declaration.ts';
import { flag, moment, money, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** `seesMoney`: the right that shows amounts of the bill. */
export const lateFields = <const R extends string>(seesMoney: R) => ({
  orderBefore: moment('最晚下单时间', 'Order before', { readonly: true, optional: true, list: true }),
  lateFlag: flag('截单后', 'After the cut-off', { readonly: true, default: 0, list: true, search: true }),
  lateReason: text('截单后原因', 'Why after the cut-off', {
    optional: true,
    max: 200,
    hint: label('过了最晚下单时间再提交时必填', 'Needed where it is sent after its last moment'),
  }),
  lateFee: money('加急费', 'Late fee', { readonly: true, default: '0', min: 0, right: seesMoney }),
});

/** Whoever decides on late orders may set the fee while it waits. */
export const changeLateFee = {
  label: label('改加急费', 'Change the late fee'),
  from: ['pending'],
  button: 'late',
  when: ['lateFlag', 1],
  ask: {
    lateFee: money('加急费', 'Late fee', { min: 0 }),
    reason: text('原因', 'Reason', { min: 2, max: 500 }),
  },
} as const satisfies Action<'pending'>;

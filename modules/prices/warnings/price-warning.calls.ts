/** Calls on price warnings beyond the ordinary ones. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { choice, json, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { priceWarning } from './price-warning.document.ts';

/** One call for the three things that can be made of warnings. */
export const handleWarnings = contract({
  method: 'POST',
  ...callOf(priceWarning, 'handle', 'handle'),
  summary: label('处理价格预警', 'Handle price warnings'),
  input: {
    ids: json('价格预警', 'Warnings', { optional: true }),
    result: choice('处理结果', 'Result', [
      ['accept', '接受', 'Accept'],
      ['refuse', '拒绝', 'Refuse'],
      ['false-alarm', '误报', 'False alarm'],
    ]),
    remark: text('处理说明', 'Why', { min: 2, max: 200 }),
  },
  answer: shape.done,
});

const paid = {
  date: shape.day,
  /** Per base unit. */
  price: shape.price,
  billCode: shape.text,
  supplierName: shape.text,
};
/** [own] What a warning is decided by: how the price went, for whoever may see prices of its kind. */
export const warningHistory = contract({
  method: 'GET',
  ...callOf(priceWarning, 'history', 'view'),
  summary: label('预警价格的走势', 'How the price of a warning went'),
  input: { id: ref('价格预警', 'Warning', 'priceWarning') },
  answer: shape.object({
    from: shape.day,
    to: shape.day,
    /** What this supplier asked or was paid, or what was charged at this place; the oldest first. */
    own: shape.list(
      shape.object({
        ...paid,
        what: shape.oneOf('asked', 'paid', 'charged'),
      }),
    ),
    /** What was paid to others, or what deliveries were charged at; the oldest first. */
    others: shape.list(shape.object(paid)),
    /** What the price was judged by, as it was then; the newest first. */
    samples: shape.list(shape.object({ ...paid, qty: shape.quantity })),
  }),
});

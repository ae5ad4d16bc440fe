/** The call on price warnings beyond the ordinary ones. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { choice, json, text } from '../../../kernel/core/field.ts';
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

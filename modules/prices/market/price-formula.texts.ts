import { label } from '../../../kernel/core/label.ts';

/** What stands above a formula: its curve, its cliffs, and a trial; and below its fields how it reads. */
export const formulaTexts = {
  reads: label('读作', 'Reads'),
  'reads.first': label('选好方式，填上比例、金额或价格区间', 'Choose a method and say how much, or enter bands'),
  trial: label('试算', 'Try it'),
  material: label('物料', 'Material'),
  today: label('按今天的参考价', 'At today’s reference'),
  result: label('{reference} → {price}', '{reference} → {price}'),
  now: label('现价 {price}（{change}%）', 'now {price} ({change} %)'),
  evidence: label('{evidence}，{date}', '{evidence}, {date}'),
  elsewhere: label('这条公式不适用于该物料', 'This formula is not for this material'),
  cliff: label(
    '断崖：参考价到 {at} 时，价格由 {below} 跌到 {above}',
    'A cliff: at a reference of {at} the price falls from {below} to {above}',
  ),
  curve: label('价格随参考价的变化', 'How the price follows the reference'),
} as const;

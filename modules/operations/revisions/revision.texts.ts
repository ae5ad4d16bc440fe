import { label } from '../../../kernel/core/label.ts';

/** What is said while a plan is revised. */
export const revisionTexts = {
  title: label('修订 {plan}', 'Revise {plan}'),
  meal: label('{day} {meal}', '{meal}, {day}'),
  'meal.total': label('{meal}合计份数', 'Portions of {meal}'),
  total: label('合计', 'Total'),
  was: label('原 {portions}', 'was {portions}'),
  'portions.of': label('{dish} {meal}份数', 'Portions of {dish}, {meal}'),
  none: label('没有还能修订的餐次', 'No meal is left that could be revised'),
  impact: label('影响', 'What it changes'),
  'impact.none': label(
    '改了份数后，按物料显示差额、可改的订单和截单时间',
    'Once portions change, the difference by material stands here, with the orders that may still change and until when',
  ),
  material: label('物料', 'Material'),
  day: label('需求日', 'Needed on'),
  difference: label('需求变化', 'Change'),
  ordered: label('已订', 'Ordered'),
  open: label('可改', 'May change'),
  until: label('截单', 'Cut-off'),
  'not-planned': label('未计划', 'Not planned yet'),
  reason: label('修订原因', 'Why'),
  'reason.example': label('如：周四加 60 人', 'For example: 60 more guests on Thursday'),
  send: label('保存并送审', 'Save and send'),
  sent: label('修订 {bill} 已送审', 'Revision {bill} was sent for approval'),
  after: label(
    '审批后写回本计划；订单不自动改。',
    'Approved, it is written into this plan; orders are not changed by themselves.',
  ),
} as const;

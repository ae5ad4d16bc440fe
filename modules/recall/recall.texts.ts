import { label } from '../../kernel/core/label.ts';

/** What the pages of recalls say. */
export const recallTexts = {
  begin: label('召回', 'Recall'),
  board: label('各地点报数', 'Answers of the places'),
  drill: label('演练：不冻结、不动账', 'Drill: nothing is held, nothing posts'),
  covered: label('已核 {accounted} / {received} {unit}', '{accounted} of {received} {unit} accounted for'),
  silent: label('未报数', 'Not answered'),
  short: label('未核清', 'Short'),
  accounted: label('已核清', 'Accounted'),
  'silent.count': label('{count} 处未报数', '{count} {count:place|places} not answered'),
  'silent.none': label('全部已报数', 'Every place has answered'),
  minutes: label('{count} 分钟', '{count} min'),
  received: label('应核', 'To account for'),
  answer: label('报数', 'Account'),
  'answer.of': label('{place} 报数', 'Account for {place}'),
  'answer.again': label('改报', 'Correct'),
  'answer.lead': label('到过这里且没有转出的：{qty} {unit}', 'Came here and was not sent on: {qty} {unit}'),
  'answer.done': label('{place} 已报数，覆盖率 {coverage}%', '{place} answered: {coverage} % covered'),
  found: label('找到', 'Found'),
  used: label('已用', 'Used'),
  destroyed: label('已销毁', 'Destroyed'),
  returned: label('已退', 'Returned'),
  note: label('说明', 'Note'),
  less: label('减', 'Less'),
  more: label('加', 'More'),
  book: label(
    '账面：在库 {lying}、已用 {used}、已销毁 {destroyed}、已退 {returned}、盘亏 {lost}',
    'Book: {lying} there, {used} used, {destroyed} destroyed, {returned} returned, {lost} counted away',
  ),
  files: label('导出', 'Files'),
} as const;

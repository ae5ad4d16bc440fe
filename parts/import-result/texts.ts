import { label } from '../../kernel/core/label.ts';

/** What is said of a sheet that was read. */
export const importResultTexts = {
  'excel.new': label('新增', 'New'),
  'excel.changed': label('更新', 'Changed'),
  'excel.same': label('无变化', 'Unchanged'),
  'excel.alike': label('可能重复', 'Possible duplicates'),
  'excel.alike.record': label('已有 {record}', 'There is {record}'),
  'excel.alike.row': label('与第 {row} 行同名', 'Same name as row {row}'),
  'excel.bad': label('有错误', 'With errors'),
  'excel.part.bad': label('错误 {count}', 'Errors {count}'),
  'excel.part.alike': label('可能重复 {count}', 'Possible duplicates {count}'),
  'excel.part.changes': label('改动 {count} 处', 'Changes {count}'),
  'excel.record': label('数据', 'Record'),
  'excel.from-to': label('原值 → 新值', 'Before → after'),
  'excel.empty': label('（空）', '(empty)'),
  'excel.cleared': label('清空', 'cleared'),
  'excel.every-column': label('所有列', 'Every column'),
  'excel.column.count': label('{column} · {count} 处', '{column} · {count}'),
  'excel.column.cleared': label('{column} · {count} 处，清空 {cleared}', '{column} · {count}, {cleared} cleared'),
  'excel.filter': label('按行号、名称或值筛选', 'Filter by row, name or value'),
  'excel.more': label('另有 {count} 处未列出', '{count} more not listed'),
  'excel.row': label('行', 'Row'),
  'excel.column': label('列', 'Column'),
  'excel.value': label('填写的值', 'Value'),
  'excel.why': label('原因', 'Reason'),
  'excel.sheet': label('下载标注错误的原表', 'Download your sheet with the errors marked'),
  'excel.more-bad': label(
    '还有 {count} 处错误，请下载原表查看',
    '{count} more errors; download your sheet to see them',
  ),
} as const;

import { label } from '../../kernel/core/label.ts';

/** What the pages of reports say. */
export const reportsTexts = {
  open: label('打开', 'Open'), export: label('导出', 'Export'), fresh: label('新报表', 'New report'), name: label('报表名称', 'Name'), resource: label('数据对象', 'Records'), choose: label('请选择', 'Choose'),
  columns: label('显示列', 'Columns'), groups: label('分组', 'Groups'), measures: label('汇总', 'Measures'), filters: label('筛选', 'Filters'), sort: label('排序', 'Order'), share: label('共享', 'Shared with'), roles: label('共享角色', 'Roles'),
  add: label('添加', 'Add'), remove: label('移除', 'Remove'), ascending: label('升序', 'Ascending'), descending: label('降序', 'Descending'), none: label('不排序', 'As it comes'), design: label('设计', 'Design'),
  count: label('条数', 'Count'), sum: label('合计', 'Sum'), avg: label('平均', 'Average'), min: label('最小', 'Least'), max: label('最大', 'Most'),
  day: label('按日', 'By day'), month: label('按月', 'By month'), year: label('按年', 'By year'), whole: label('原值', 'As it is'),
  equal: label('等于', 'is'), notequal: label('不等于', 'is not'), like: label('包含', 'contains'), ge: label('不小于', 'at least'), le: label('不大于', 'at most'), in: label('属于（逗号分隔）', 'one of (by commas)'), null: label('为空', 'is empty'), notnull: label('不为空', 'is not empty'),
  rows: label('共 {count} 行', '{count} {count:row|rows}'), more: label('只显示前 {count} 行，导出可得全部', 'The first {count} rows; the sheet has all'), first: label('选择数据对象和列，这里立即显示结果', 'Choose records and columns; the result shows here at once'),
  nothing: label('没有符合条件的数据', 'Nothing matches'), value: label('值', 'Value'),
} as const;

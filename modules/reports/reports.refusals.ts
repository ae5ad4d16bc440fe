import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'report.resource': label('没有数据对象“{name}”，请重新选择', 'There are no records called “{name}”; choose again'),
  'report.not-allowed': label(
    '没有查看{name}的权限，不能做它的报表',
    'You may not see {name}, so there is no report on it',
  ),
  'report.field': label('字段“{name}”不存在或您无权查看', 'The field “{name}” does not exist or is not yours to see'),
  'report.span': label('字段“{name}”不能按“{span}”分组', 'The field “{name}” cannot be grouped by {span}'),
  'report.function': label(
    '没有汇总方式“{fn}”，可选：count、sum、avg、min、max',
    'There is no measure “{fn}”; choose count, sum, avg, min or max',
  ),
  'report.not-a-figure': label(
    '字段“{name}”不是数字，不能求和或平均',
    'The field “{name}” is no figure; it has no sum and no average',
  ),
  'report.operator': label('没有筛选方式“{op}”', 'There is no comparison “{op}”'),
  'report.nothing': label('请至少选择一列，或一个分组、汇总', 'Choose at least one column, group or measure'),
  'report.too-many': label('{what} 最多 {max} 个', 'At most {max} of {what}'),
  'report.roles': label('请选择要共享的角色', 'Choose the roles to share it with'),
  'report.not-yours': label(
    '报表“{name}”由他人创建，只能查看',
    'The report “{name}” is somebody else’s; you can only open it',
  ),
});

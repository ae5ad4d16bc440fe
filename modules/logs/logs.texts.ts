import { label } from '../../kernel/core/label.ts';

/** What the pages of logs say. */
export const logsTexts = {
  field: label('字段', 'Field'), before: label('改前', 'Before'), after: label('改后', 'After'), nothing: label('空', 'empty'), changes: label('改动', 'Changes'), unchanged: label('没有字段改动', 'No field changed'),
  copy: label('复制', 'Copy'), copied: label('已复制', 'Copied'),
  yes: label('是', 'Yes'), no: label('否', 'No'), status: label('状态', 'Status'),
  create: label('新增', 'Created'), update: label('修改', 'Changed'), remove: label('删除', 'Removed'), freeze: label('冻结', 'Frozen'), thaw: label('解冻', 'Thawed'), grant: label('授权', 'Granted'), line: label('第 {line} 行', 'Line {line}'),
} as const;

import { label } from '../../kernel/core/label.ts';

/** What the pages of logs say. */
export const logsTexts = {
  field: label('字段', 'Field'), before: label('改前', 'Before'), after: label('改后', 'After'), nothing: label('空', 'empty'), changes: label('改动', 'Changes'), unchanged: label('没有字段改动', 'No field changed'),
  copy: label('复制', 'Copy'), copied: label('已复制', 'Copied'),
  yes: label('是', 'Yes'), no: label('否', 'No'), status: label('状态', 'Status'),
  'sign-in': label('登录', 'Signed in'), 'sign-in.refused': label('登录失败', 'Sign-in refused'), 'sign-out': label('退出', 'Signed out'), setting: label('修改参数', 'Setting changed'), 'setting.default': label('恢复默认参数', 'Setting back to default'), 'setting.refused': label('修改参数未成功', 'Setting refused'), password: label('修改密码', 'Password changed'), 'password.reset': label('重置密码', 'Password reset'), 'password.refused': label('修改密码未成功', 'Password refused'),
  create: label('新增', 'Created'), update: label('修改', 'Changed'), remove: label('删除', 'Removed'), freeze: label('冻结', 'Frozen'), thaw: label('解冻', 'Thawed'), merge: label('合并', 'Merged'), unmerge: label('撤销合并', 'Merge undone'), grant: label('授权', 'Granted'), line: label('第 {line} 行', 'Line {line}'),
} as const;

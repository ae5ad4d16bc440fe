import { label } from '../../../kernel/core/label.ts';

/** Texts of the page that explains rights. */
export const explainTexts = {
  title: label('权限诊断', 'Explain rights'),
  rule: label(
    '选择用户和记录，查看是哪条授权、哪个范围让他可以或不可以，由谁在何时给的。权限只增不减：有一条允许即可。',
    'Choose a user and a record to see which grant or scope allows or blocks access, who gave it and when. Rights only add up: one that allows is enough.',
  ),
  user: label('用户', 'User'),
  'by.record': label('按记录', 'A record'),
  'by.route': label('按接口', 'A call'),
  resource: label('类型', 'Kind of record'),
  action: label('操作', 'Wants to'),
  record: label('记录（不选则只看功能权限）', 'Record (none: the right alone)'),
  route: label('接口地址', 'Address of the call'),
  choose: label('请选择', 'Choose'),
  view: label('查看', 'See'),
  add: label('新增', 'Add'),
  edit: label('修改', 'Change'),
  delete: label('删除', 'Remove'),
  export: label('导出', 'Export'),
  first: label('选择用户和要做的事', 'Choose a user and what they want to do'),
  yes: label('{user} 可以：{target}', '{user} is allowed to: {target}'),
  no: label('{user} 不可以：{target}', '{user} is not allowed to: {target}'),
  act: label('{action}{target}', '{action} {target}'),
  lets: label('允许', 'Allows'),
  stops: label('不允许', 'Blocks'),
  given: label('{by} 于 {time} 授予', 'granted by {by}, {time}'),
  seeded: label('系统于 {time} 授予', 'granted by the program, {time}'),
} as const;

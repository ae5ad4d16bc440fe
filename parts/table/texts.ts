import { label } from '../../kernel/core/label.ts';

/** What is said of the columns of a table, and of the views of a list. */
export const tableTexts = {
  'list.columns.find': label('查找列', 'Find a column'),
  'list.columns.none': label('没有这一列', 'No such column'),
  'list.columns.reset': label('恢复默认', 'Restore defaults'),
  'list.columns.up': label('{label} 上移', 'Move {label} up'),
  'list.columns.down': label('{label} 下移', 'Move {label} down'),
  views: label('视图', 'Views'),
  'views.now': label('视图：{name}', 'View: {name}'),
  'views.save': label('保存当前视图…', 'Save this view…'),
  'views.manage': label('管理视图…', 'Manage views…'),
  'views.save.title': label('保存当前视图', 'Save this view'),
  'views.save.ok': label('保存', 'Save'),
  'views.replace': label('替换同名视图', 'Replace it'),
  'views.what': label(
    '筛选、排序、列和每页行数会一起保存。',
    'Filters, sorting, columns and rows per page are kept together.',
  ),
  'views.name': label('视图名称', 'Name of the view'),
  'views.open': label('打开列表时用它', 'Open the list as this'),
  'views.manage.title': label('管理视图', 'Manage views'),
  'views.none': label('还没有视图', 'No views yet'),
  'views.where': label('视图保存在本机，只有您自己看到。', 'Views are kept on this device, for you alone.'),
  'views.rename': label('{name} 的名称', 'Name of {name}'),
  'views.default': label('默认', 'Default'),
  'views.default.of': label('{name} 设为默认', 'Make {name} the default'),
  'views.delete': label('删除视图 {name}', 'Delete view {name}'),
} as const;

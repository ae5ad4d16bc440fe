import { label } from '../../kernel/core/label.ts';

/** What is said of the columns of a table. */
export const tableTexts = {
  'list.columns.find': label('查找列', 'Find a column'),
  'list.columns.none': label('没有这一列', 'No such column'),
  'list.columns.reset': label('恢复默认', 'Restore defaults'),
  'list.columns.up': label('{label} 上移', 'Move {label} up'),
  'list.columns.down': label('{label} 下移', 'Move {label} down'),
} as const;

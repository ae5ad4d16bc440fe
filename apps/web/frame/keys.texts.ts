import { label } from '../../../kernel/core/label.ts';

/** What the dialog of keys says. */
export const keysTexts = {
  title: label('本页快捷键', 'Keys of this page'),
  list: label('列表', 'List'),
  'search-row': label('到查询框', 'Go to the search row'),
  new: label('新增', 'New record'),
  rows: label('在行间移动', 'Move between rows'),
  select: label('选择这一行', 'Select the row'),
  open: label('打开', 'Open'),
  'open-tab': label('在新标签页打开', 'Open in a new tab'),
  grid: label('明细表格', 'Lines'),
  edit: label('编辑单元格', 'Edit the cell'),
  right: label('下一格', 'Next cell'),
  pick: label('打开选项', 'Open the picker'),
  'copy-down': label('复制上一行', 'Copy from above'),
  fill: label('向下填充选中的格', 'Fill the selection'),
  paste: label('粘贴一块表格', 'Paste a block'),
  undo: label('撤销 · 重做', 'Undo · redo'),
  find: label('在明细中查找', 'Find in the lines'),
  form: label('表单', 'Form'),
  save: label('保存', 'Save'),
  all: label('任何页面', 'Everywhere'),
  anything: label('查找菜单或记录', 'Find a page or a record'),
  close: label('关闭弹窗', 'Close what is open'),
  print: label('打印', 'Print'),
  help: label('显示本页快捷键', 'Show these keys'),
} as const;

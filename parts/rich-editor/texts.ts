import { label } from '../../kernel/core/label.ts';

/** What the editor of formatted text says. */
export const richTexts = {
  bar: label('格式', 'Format'),
  heading: label('H1 一级标题', 'H1 heading'),
  below: label('H2 二级标题', 'H2 subheading'),
  bold: label('加粗', 'Bold'),
  italic: label('斜体', 'Italic'),
  underline: label('下划线', 'Underline'),
  strike: label('删除线', 'Strike through'),
  list: label('项目符号', 'Bullets'),
  numbers: label('编号', 'Numbers'),
  quote: label('引用', 'Quote'),
  link: label('链接', 'Link'),
  line: label('分隔线', 'Line'),
  undo: label('撤销', 'Undo'),
  redo: label('重做', 'Redo'),
  ok: label('确定', 'OK'),
} as const;

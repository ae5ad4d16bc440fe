import { label } from '../../kernel/core/label.ts';

/** What is said beside a long form. */
export const formTexts = {
  sections: label('表单各节', 'Sections of the form'),
  'sections.keys': label('Alt+PageDown 下一节，Alt+PageUp 上一节', 'Alt+PageDown: next section, Alt+PageUp: previous'),
  'sections.faults': label('{title}，{count} 处需要修改', '{title}, {count} to correct'),
  'faults.more': label('还有 {count} 处', '{count} more'),
} as const;

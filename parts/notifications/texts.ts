import { label, type Label } from '../../kernel/core/label.ts';

export const noticeTexts = {
  refused: label('「{action}」没有完成', 'Not done: {action}'),
  'refused.lines': label(
    '「{action}」没有完成，{count} 行有问题，已在下方标出',
    'Not done: {action}. {count} {count:line is|lines are} marked below',
  ),
  'sentences.more': label('另有 {count} 条', '{count} more'),
} satisfies Readonly<Record<string, Label>>;

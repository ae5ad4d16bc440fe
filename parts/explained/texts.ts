import { label } from '../../kernel/core/label.ts';
import { clientTexts } from '../client/texts.ts';

/** What stands around an equation. */
export const explainedTexts = {
  loading: clientTexts.loading,
  'explained.open': label('{value}，查看算式', '{value}, show how it is computed'),
  'explained.title': label('这个数怎么来的', 'How this figure comes about'),
  'explained.copy': label('复制为文字', 'Copy as text'),
  'explained.pin': label('固定', 'Pin'),
  'explained.unpin': label('取消固定', 'Unpin'),
  'explained.at': label('计算于 {when}', 'Computed {when}'),
} as const;

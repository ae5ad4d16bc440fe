import { label } from '../../kernel/core/label.ts';
import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'supplier-score.month': label(
    '月份“{month}”不可用，请按 {latest} 这样填写，不能晚于本月',
    'The month “{month}” cannot be reckoned: write it like {latest}, and none after that',
  ),
});

import { label } from '../../../kernel/core/label.ts';
import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** Every sentence self-purchases of needs are refused with. */
declareRefusals({
  'self-buying.closed': label(
    '{count} 行已分配、自采或取消，请刷新后重新选择',
    '{count} of these lines {count:is|are} distributed, bought or cancelled already; refresh and choose again',
  ),
  'self-buying.no-price': label(
    '{billCode} 第 {line} 行【{material}】没有参考价，请填写单价',
    '{billCode}, line {line}: nothing is known of what {material} costs; enter a price',
  ),
  'self-buying.other-source': label(
    '{billCode} 第 {line} 行【{material}】的货源不是自采',
    '{billCode}, line {line}: {material} is not to be bought by the site',
  ),
});

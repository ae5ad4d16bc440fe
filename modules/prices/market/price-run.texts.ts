import { label } from '../../../kernel/core/label.ts';

/** What the list of price runs says. */
export const runTexts = {
  purchase: label('按采购价变动生成', 'From purchase prices'),
  market: label('按行情变动生成', 'From the market'),
  nothing: label('算了 {fetched} 个价格，都与现价相同，不需要调价', '{fetched} prices calculated, all unchanged'),
  failed: label('{failed} 个物料没有参考价', '{failed} materials have no reference price'),
} as const;

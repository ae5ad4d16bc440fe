import { label } from '../../kernel/core/label.ts';

/** Words of money entries beside documents. */
export const settlementTexts = {
  owed: label('往来结算', 'Who owes what'),
  supplier: label('应付 {name}', 'We owe {name}'),
  site: label('{name} 应付', '{name} owes'),
  margin: label('毛利', 'Margin'),
  tax: label('含税额 {tax}', 'of which tax {tax}'),
  entries: label('查看流水', 'Entries'),
  leftOut: label(
    '{materials} 当日没有结算价，未向项目部结算：请在结算价中发布',
    '{materials} had no settlement price that day and the site was not charged; publish one among the settlement prices',
  ),
} as const;

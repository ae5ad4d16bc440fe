import { label } from '../../../kernel/core/label.ts';

/** What is said where a site buys what it asked for. */
export const selfBuyingTexts = {
  next: label('{count} 行由项目部自采', '{count} {count:line is|lines are} for the site to buy'),
  buy: label('生成自采单', 'Draft a self-purchase'),
  lead: label(
    '生成自采单草稿。单价取参考价，可改；没有参考价的须填写。',
    'Makes a draft. Prices are those known of the goods; change them, and enter those nobody knows.',
  ),
  material: label('物料', 'Material'),
  quantity: label('数量', 'Quantity'),
  price: label('含税单价', 'Price'),
  'price.of': label('{material} 的含税单价', 'Price of {material}'),
  done: label('已生成自采单 {bill}', '{bill} is drafted'),
  close: label('关闭', 'Close'),
} as const;

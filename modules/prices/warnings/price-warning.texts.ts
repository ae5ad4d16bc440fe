import { label } from '../../../kernel/core/label.ts';

/** What the page of a warning and the notices beside documents say. */
export const warningTexts = {
  dots: label('近期价格', 'Recent prices'),
  'dots.about': label('每基本单位，圆点大小为数量', 'Per base unit; the larger the dot, the greater the quantity'),
  'dot.sample': label('{date} {price}，数量 {qty}，{bill}', '{date} {price}, quantity {qty}, {bill}'),
  'dot.price': label('本次 {price}', 'This one {price}'),
  'dot.base': label('参考 {price}', 'Compared with {price}'),
  handle: label('去处理', 'Handle it'),
  notices: label('价格预警', 'Price warnings'),
} as const;

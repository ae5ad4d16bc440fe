import { label } from '../../kernel/core/label.ts';

/** What the pages of requests and orders say. */
export const purchasingTexts = {
  generate: label('生成采购订单', 'Generate orders'),
  'generate.waiting': label('只有已审批且未订完的请购单可以生成订单:{bills}', 'Only approved requests with something open can be ordered: {bills}'),
  'generate.ask': label('由 {count} 张请购单生成采购订单?按供应商、收货仓库和到货日期分单。', 'Generate orders from {count} requests? One per supplier, warehouse and delivery day.'),
  'generate.done': label('已生成 {count} 张采购订单', '{count} orders were made'),
  'generate.next': label('都是草稿。核对数量和价格后逐张提交审批。', 'All are drafts. Check quantities and prices, then send each for approval.'),
  'generate.all': label('在列表中查看', 'Show them in the list'),
  total: label('合计', 'Total'),
  'no-tax': label('不含税', 'Without tax'),
  tax: label('税额', 'Tax'),
  'with-tax': label('含税', 'With tax'),
  'no-price': label('{count} 行还没有价格', '{count} lines have no price yet'),
  close: label('关闭', 'Close'),
} as const;

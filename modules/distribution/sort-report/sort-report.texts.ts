import { label } from '../../../kernel/core/label.ts';

/** What the sort report says. */
export const sortReportTexts = {
  title: label('分拣报表', 'Sort report'),
  material: label('按商品', 'By goods'),
  site: label('按客户', 'By client'),
  route: label('按线路', 'By route'),
  by: label('分组', 'Group by'),
  'site.head': label('客户', 'Client'),
  'route.head': label('线路', 'Route'),
  period: label('配送日期', 'Delivery dates'),
  today: label('今天', 'Today'),
  tomorrow: label('明天', 'Tomorrow'),
  open: label('只看未拣', 'Not sorted yet'),
  export: label('导出', 'Export'),
  print: label('打印', 'Print'),
  none: label('这一天没有要分拣的货', 'Nothing is to be sorted for this day'),
  goods: label('物料', 'Material'),
  unit: label('单位', 'Unit'),
  total: label('应拣', 'To sort'),
  sorted: label('实拣', 'Sorted'),
  short: label('缺货', 'Short'),
  'short.mark': label('缺', 'short'),
  all: label('合计', 'Total'),
  'to-lines': label('看分拣行', 'Sorting lines'),
  lead: label(
    '每格上面是实拣，下面是应拣；缺货的格子有记号。三种分组的合计完全一致。',
    'In each cell what was sorted stands above what was asked for; a cell that is short is marked. All three groupings have the same totals.',
  ),
} as const;

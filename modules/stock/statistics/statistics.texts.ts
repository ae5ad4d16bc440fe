import { label } from '../../../kernel/core/label.ts';

/** What the page of the statistics says beside its figures. */
export const statisticsTexts = {
  title: label('仓储统计', 'Store statistics'),
  lead: label(
    '期初 + 入 − 出 = 期末。在途货物算在目的仓库；点任一数字查看它的流水。',
    'Opening + in − out = closing. Goods in transit belong to where they are going; every figure opens its moves.',
  ),
  period: label('期间', 'Time'),
  'this-month': label('本月', 'This month'),
  'last-month': label('上月', 'Last month'),
  'this-year': label('今年', 'This year'),
  group: label('统计方式', 'Group by'),
  type: label('类型', 'Type'),
  material: label('物料', 'Material'),
  place: label('仓库', 'Warehouse'),
  supplier: label('供应商', 'Supplier'),
  month: label('月', 'Month'),
  day: label('日', 'Day'),
  measure: label('看什么', 'Figures'),
  amount: label('金额', 'Value'),
  qty: label('数量', 'Quantity'),
  in: label('入', 'In'),
  out: label('出', 'Out'),
  'turnover-days': label('周转天数', 'Days of stock'),
  total: label('合计', 'Total'),
  none: label(
    '这段时间没有库存也没有流水。换一个期间，或去掉筛选。',
    'Nothing lay or moved in this time. Choose another time, or clear the filters.',
  ),
  'no-supplier': label('没有供应商', 'No supplier'),
  'several-units': label('单位不同，数量不相加', 'Several units: quantities are not added'),
  'qty-mixed': label(
    '同一行有多种单位时不显示数量：按物料查看，或看金额。',
    'Rows with several units show no quantity: group by material, or look at values.',
  ),
  'by-lot': label(
    '按批次成本 {batch}，按移动平均 {average}，差额 {difference}',
    'By lot {batch}, at moving average {average}, difference {difference}',
  ),
  transit: label('其中在途 {figure}', 'Of it in transit {figure}'),
  export: label('导出', 'Export'),
  rows: label('共 {count} 行', '{count} {count:row|rows}'),
  refused: label('选好开始和结束日期，即可统计。', 'Choose the first and the last day.'),
} as const;

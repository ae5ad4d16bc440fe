import { label } from '../../../kernel/core/label.ts';

/** What the page of a price document says. */
export const planTexts = {
  import: label('导入明细', 'Import lines'),
  generated: label(
    '按公式生成：新增 {added} 行，更新 {renewed} 行，保留手工录入 {typed} 行',
    'By formula: {added} lines added, {renewed} renewed, {typed} manual ones kept',
  ),
  'generated.failed': label('{failed} 个物料没有算出价格', '{failed} materials have no price by formula'),
  'generated.why': label('{material}：{reason}', '{material}: {reason}'),
  open: label('长期', 'open'),
  unrelated: label(
    '方案还没有关联部门，也不是公司的基础价：批准后不会被取价',
    'No department uses this plan, and it is not the base price: nobody will be charged by it',
  ),
  'unrelated.role': label(
    '方案还没有关联角色：批准后不会被取价',
    'No role uses this scheme: nobody will be charged by it',
  ),
  version: label('第 {nr} 版', 'Version {nr}'),
  versions: label('版本', 'Versions'),
} as const;

/** What is said of a price document before it is decided on. */
export const reviewTexts = {
  all: label('全部', 'All'),
  added: label('新增', 'Added'),
  change: label('涨跌幅', 'Change'),
  changed: label('变价', 'Changed'),
  compared: label('与第 {nr} 版对照', 'Compared with version {nr}'),
  difference: label('差异', 'Difference'),
  'left-out': label('缺少', 'Left out'),
  material: label('物料', 'Material'),
  new: label('新价', 'New price'),
  old: label('原价', 'Old price'),
  override: label('放行原因：{reason}', 'Accepted because: {reason}'),
  quiet: label('{count} 行价格均在预警线内', '{count} prices are all within the warning line'),
  rows: label('新旧价格', 'Old and new prices'),
  same: label('{count} 个物料价格不变', '{count} materials unchanged'),
  unjudged: label('，{count} 行没有可比的价格，未判断', ', {count} with nothing to compare with'),
  warned: label('价格预警', 'Price warnings'),
  'warned.line': label('【{material}】{price}，{measured} {base}', '{material} at {price}; {measured} {base}'),
  'warned.more': label('另有 {count} 行，见明细的“预警”列', '{count} more; see the column Warning'),
} as const;

/** What the price book says. */
export const bookTexts = {
  base: label('每{unit}', 'per {unit}'),
  day: label('日期', 'Day'),
  gaps: label('缺价', 'No price'),
  'gaps.title': label('{from} 至 {to} 缺价的物料', 'No price between {from} and {to}'),
  'gaps.days': label('今后 {days} 天', 'Next {days} days'),
  'gaps.kind': label('价格类型', 'Kind of price'),
  'gaps.keyword': label('编码、名称', 'Code or name'),
  'gaps.place': label('部门，不选为本人部门', 'Department; leave empty for your own'),
  'gaps.none': label('查了 {looked} 种物料，这些天都有价。', 'All {looked} materials are priced on these days.'),
  'gaps.about': label('配方用到或以前有过价的物料', 'Of goods that recipes use or that had a price before'),
  'gaps.act': label('定价', 'Set price'),
  'gaps.act.of': label('给{material}定价', 'Set price of {material}'),
  'gaps.export': label('导出', 'Export'),
  'gaps.plan': label('去{plan}定价', 'Set them in {plan}'),
  'gaps.from': label('{from} 至', '{from} to'),
  'gaps.to': label('{to}（{days} 天）', '{to} ({days} {days:day|days})'),
  history: label('价格走势', 'Through time'),
  hint: label('含税，每基本单位', 'With tax, per base unit'),
  noTax: label('不含税 {price}', 'without tax {price}'),
  none: label('无价格', 'No price'),
  title: label('{material}：价格', '{material}: prices'),
  trend: label(
    '{from} 以来 {count} 次收货价：由 {first} 到 {last}，{change}',
    '{count} prices paid since {from}: from {first} to {last}, {change}',
  ),
  view: label('看什么', 'What to see'),
  way: label('取价过程', 'How it is priced'),
} as const;

/** What the form of a single price says of the price in force. */
export const priceFormTexts = {
  now: label('现价 {price}', 'Now {price}'),
  'now.none': label('现在没有价格', 'No price yet'),
  'now.since': label('{where}，{day} 起', '{where}, since {day}'),
  'now.entered': label('{name} 录入', 'entered by {name}'),
  'now.approved': label('{name} 审批', 'approved by {name}'),
  above: label('新价 {change}', 'The new one {change}'),
} as const;

/** What prices through time say. */
export const historyTexts = {
  about: label('含税，每{unit}；下方为收货量', 'With tax, per {unit}; below: what came in'),
  dots: label('，圆点为收货价', '; dots: what was paid'),
  approved: label('{name} 审批 {day}', 'Approved by {name}, {day}'),
  base: label('每{unit}', 'Per {unit}'),
  by: label('经手', 'By'),
  came: label('{date} 收货 {qty} {unit}，{bill}', '{date}: {qty} {unit} came, {bill}'),
  days: label('期间', 'Days'),
  entered: label('{name} 录入 {day}', 'Entered by {name}, {day}'),
  kind: label('价格类型', 'Kind of price'),
  'no-price': label('无价', 'No price'),
  none: label('{from} 以来没有这类价格。', 'No price of this kind since {from}.'),
  open: label('长期', 'open'),
  paid: label('{date} 收货价 {price}，{bill}', '{date}: paid {price}, {bill}'),
  range: label('，最低 {low}，最高 {high}', '; from {low} to {high}'),
  received: label('收货（{unit}）', 'Came in ({unit})'),
  source: label('来源', 'Source'),
  table: label('价格走势明细', 'Prices through time, as a table'),
  unseen: label('您没有查看价格的权限。', 'You may not see prices.'),
} as const;

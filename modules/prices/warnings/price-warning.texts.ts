import { label } from '../../../kernel/core/label.ts';

/** What the page of a warning and the notices beside documents say. */
export const warningTexts = {
  title: label('{material} · {whose}', '{material} · {whose}'),
  'title.charged': label('{kind} {place}', '{kind} {place}'),
  everywhere: label('所有部门', 'everywhere'),
  moved: label('价格变化', 'What moved'),
  'moved.before': label('原价 {day}', 'Before, {day}'),
  'moved.measured': label('{measured}（{count} 个样本）', '{measured} ({count} {count:sample|samples})'),
  stake: label('影响金额', 'Money at stake'),
  'stake.needed': label(
    '今后 30 天需要 {qty}，每{unit}差 {gap}',
    '{qty} needed in the next 30 days × {gap} per {unit}',
  ),
  'stake.received': label(
    '今后 30 天没有计划；按 {from} 以来 {count} 次收货的 {qty}，每{unit}差 {gap}',
    'Nothing planned for 30 days; {qty} received since {from} in {count} {count:delivery|deliveries} × {gap} per {unit}',
  ),
  'stake.line': label(
    '按 {qty}（本行与今后 30 天需求中较大的），每{unit}差 {gap}',
    '{qty} (the line, or the need of 30 days where that is more) × {gap} per {unit}',
  ),
  'stake.delivery': label('本次收货 {qty}，每{unit}差 {gap}', '{qty} delivered × {gap} per {unit}'),
  'stake.none': label(
    '今后 30 天没有计划，近期也没有收货：还算不出金额',
    'Nothing planned for 30 days and nothing received lately: no amount yet',
  ),
  history: label('价格走势', 'Prices through time'),
  'history.about': label('含税，每{unit}', 'With tax, per {unit}'),
  'history.from': label('{from} 至 {to}', '{from} to {to}'),
  'history.none': label(
    '此前没有这个供应商的价格，也没有收货。',
    'No earlier price of this supplier, and no deliveries.',
  ),
  'line.asked': label('{supplier}报价', 'Quoted by {supplier}'),
  'line.charged': label('已发布价格', 'Published'),
  'line.paid': label('{supplier}收货价', 'Paid to {supplier}'),
  'line.others': label('其他供应商收货价', 'Paid to others'),
  'line.settled': label('收货结算价', 'Settled'),
  'line.reference': label('参考价 {price}', 'Compared with {price}'),
  'line.this': label('本次 {price}', 'This one {price}'),
  samples: label('判断依据', 'Judged by'),
  'samples.count': label('{count} 次收货', '{count} {count:delivery|deliveries}'),
  'samples.none': label('没有收货样本：按“{measured}”判断。', 'No deliveries: judged by “{measured}”.'),
  'sample.date': label('日期', 'Day'),
  'sample.bill': label('入库单', 'In-store'),
  'sample.supplier': label('供应商', 'Supplier'),
  'sample.price': label('单价（每{unit}）', 'Price per {unit}'),
  'sample.above': label('本次高出', 'This is above by'),
  'sample.qty': label('数量（{unit}）', 'Quantity ({unit})'),
  handle: label('去处理', 'Review'),
  notices: label('价格预警', 'Price warnings'),
} as const;

import { label } from '../../kernel/core/label.ts';

/** What is said of offers beside a material. */
export const suppliersTexts = {
  offers: label('供应商', 'Suppliers'),
  'offers.add': label('新增报价', 'Add an offer'),
  'offers.none': label(
    '还没有供应商供这种物料。先新增一条报价：供应商、单位和价格，采购订单由此取价。',
    'Nobody delivers it yet. Add an offer first, with supplier, unit and price: orders take their price there.',
  ),
  'offers.base': label('折基本单位', 'Per base unit'),
  'offers.terms': label('条件', 'Terms'),
  'offers.valid': label('有效期', 'Valid'),
  'offers.state': label('状态', 'State'),
  'offers.least': label('起订 {qty} {unit}', 'at least {qty} {unit}'),
  'offers.multiple': label('按 {qty} {unit} 的倍数', 'in multiples of {qty} {unit}'),
  'offers.lead': label('提前 {days} 天', '{days} {days:day|days} ahead'),
  'offers.share': label('占 {percent}%', '{percent} % of it'),
  'papers.ended': label('要求的证照已过期，不能下单', 'A paper that is asked for has ended: nothing can be ordered'),
  'papers.ended.help': label(
    '请录入新的证照并核验；急用时可由有权限的人放行，最多 7 天。',
    'Enter the new paper and check it; where it is urgent, somebody may release them for at most 7 days.',
  ),
  'papers.released': label('{by} 已放行至 {until}：{reason}', '{by} released them until {until}: {reason}'),
  'papers.release': label('应急放行', 'Release'),
  'papers.release.help': label(
    '放行期间可以下单，到期自动停止。记录放行人和原因。',
    'Orders go out until that day and stop by themselves. Your name and the reason are kept.',
  ),
  'papers.until': label('放行至', 'Until'),
  'papers.reason': label('原因', 'Reason'),
  'papers.pass': label('核验通过', 'Passes'),
  'papers.refuse': label('不通过', 'Does not pass'),
  'papers.remark': label('核验意见', 'Why'),
  'papers.act': label('核验或放行', 'Checking or releasing'),
  'papers.done': label('已保存', 'Saved'),
} as const;

import { label } from '../../kernel/core/label.ts';

/** What the pages of requests and orders say. */
export const purchasingTexts = {
  generate: label('生成采购订单', 'Generate orders'),
  'generate.waiting': label(
    '只有已审批且未订完的请购单可以生成订单：{bills}',
    'Only approved requests with something open can be ordered: {bills}',
  ),
  'generate.ask': label(
    '由 {count} 张请购单生成采购订单？按供应商、收货仓库和到货日期分单。',
    'Generate orders from {count} {count:request|requests}? One per supplier, warehouse and delivery day.',
  ),
  'generate.done': label('已生成 {count} 张采购订单', '{count} {count:order was|orders were} made'),
  'generate.next': label(
    '都是草稿。核对数量和价格后提交审批。',
    'All are drafts. Check quantities and prices, then send them for approval.',
  ),
  'made.lines': label('{orders} 张 · {lines} 行', '{orders} {orders:order|orders} · {lines} {lines:line|lines}'),
  'made.line': label('{count} 行', '{count} {count:line|lines}'),
  'made.before': label('{time} 截单', 'order by {time}'),
  send: label('提交审批', 'Send for approval'),
  'send.all': label(
    '全部提交 {count} 张（{amount}，{suppliers} 家）',
    'Send all {count} ({amount}, {suppliers} {suppliers:supplier|suppliers})',
  ),
  'send.all.plain': label(
    '全部提交 {count} 张（{suppliers} 家）',
    'Send all {count} ({suppliers} {suppliers:supplier|suppliers})',
  ),
  'send.done': label('{count} 张采购订单已提交审批', '{count} {count:order was|orders were} sent for approval'),
  distribute: label('请购分配', 'Distribute requests'),
  'distribute.all': label('全部订购', 'Take all'),
  'distribute.amount': label('预估金额', 'Estimate'),
  'distribute.ask': label(
    '{lines} 行分给 {suppliers} 家供应商，生成 {orders} 张采购订单?',
    '{lines} {lines:line goes|lines go} to {suppliers} {suppliers:supplier|suppliers}. Generate {orders} {orders:order|orders}?',
  ),
  'distribute.clear': label('全部清零', 'Take none'),
  'distribute.empty': label('没有待分配的请购明细', 'No request lines are waiting to be ordered'),
  'distribute.empty.filtered': label('没有符合条件的请购明细', 'No request line matches these filters'),
  'distribute.empty.help': label(
    '请购单审批后，未订购的明细出现在这里。',
    'What is left to order of approved requests appears here.',
  ),
  'distribute.gone': label(
    '您分配的 {which} 已不在待订购之列：已被他人订完、取消或撤回',
    '{which}, which you distributed, is no longer open: others ordered all of it, or it was cancelled or taken back',
  ),
  'distribute.gone.seen': label('知道了', 'Got it'),
  'distribute.late': label('已截单', 'past'),
  'distribute.many': label(
    '共 {total} 行，先显示前 {max} 行；可按仓库、供应商或到货日期筛选',
    '{total} lines; the first {max} are shown. Narrow them by warehouse, supplier or delivery day',
  ),
  'distribute.nobody': label('请选择供应商，或将本次订购改为 0', 'Choose a supplier, or order 0 of it now'),
  'distribute.none': label(
    '还没有要订购的明细：在「本次订购」中填写数量',
    'Nothing is to be ordered yet: enter quantities under "Order now"',
  ),
  'distribute.ordered': label('订单合计 {amount}', 'orders total {amount}'),
  'distribute.others': label('先订其余 {count} 行', 'Order the other {count} {count:line|lines}'),
  'distribute.over': label('本次订购超过未订购的 {open}', 'More than the {open} left to order'),
  'distribute.price': label('预估单价', 'Price'),
  'distribute.requests': label('查看请购单', 'Show the requests'),
  'distribute.sum': label(
    '{lines} 行 · {suppliers} 家供应商 · {orders} 张订单',
    '{lines} {lines:line|lines} · {suppliers} {suppliers:supplier|suppliers} · {orders} {orders:order|orders}',
  ),
  'distribute.undo': label('恢复建议', 'Back to the proposal'),
  'distribute.wrong': label('有标记的单元格，请先改正', 'Some cells are marked; correct them first'),
  near: label('名称相近', 'similar name'),
  'next.order': label('下一步：采购员生成采购订单', 'Next: the purchaser generates orders'),
  'next.receive': label('下一步：仓管员收货', 'Next: the storekeeper receives'),
  foreseen: label('{count} 行，合计', '{count} {count:line|lines},'),
  'foreseen.guessed': label('其中 {count} 行按协议价估算', '{count} at agreed prices'),
  twice: label('与第 {line} 行重复', 'The same material as line {line}'),
  total: label('合计', 'Total'),
  'no-tax': label('不含税', 'Without tax'),
  tax: label('税额', 'Tax'),
  'with-tax': label('含税', 'With tax'),
  'no-price': label('{count} 行还没有价格', '{count} {count:line has|lines have} no price yet'),
  close: label('关闭', 'Close'),
} as const;

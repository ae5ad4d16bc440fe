import { label } from '../../../kernel/core/label.ts';

/** What the home page says. */
export const homeTexts = {
  morning: label('{name}，早上好', 'Good morning, {name}'),
  afternoon: label('{name}，下午好', 'Good afternoon, {name}'),
  evening: label('{name}，晚上好', 'Good evening, {name}'),
  queue: label('等您处理', 'Waiting for you'),
  'queue.empty': label('现在没有等您处理的事。', 'Nothing is waiting for you right now.'),
  'queue.first': label(
    '可以从下面的页面开始，或按 Ctrl-K 查找菜单。',
    'Start with a page below, or press Ctrl-K to search the menu.',
  ),
  'queue.failed': label(
    '有 {count} 项没有取到数据，刷新再试。',
    '{count} {count:item|items} could not be loaded. Refresh to try again.',
  ),
  count: label('{count} 张{kind}', '{count} × {kind}'),
  before: label('{time} 前', 'Before {time}'),
  today: label('今天', 'Today'),
  tasks: label('{count} 个流程任务等您审批', '{count} {count:document waits|documents wait} for your decision'),
  claims: label('{count} 个流程任务可以签收', '{count} {count:task|tasks} to claim'),
  decide: label('去审批', 'Decide'),
  claim: label('去签收', 'Claim'),
  arriving: label('{count} 单到货待收', '{count} {count:delivery|deliveries} to receive'),
  short: label('{count} 种物料低于安全库存', '{count} {count:material|materials} below safety stock'),
  expired: label('{count} 个批次已过期，仍在库', '{count} {count:lot has|lots have} expired and are still here'),
  near: label('{count} 个批次临期', '{count} {count:lot|lots} near expiry'),
  see: label('查看', 'Look'),
  receive: label('收货', 'Receive'),
  'short.title': label('缺口最大的物料', 'Short of most'),
  'short.gap': label('缺 {qty} {unit}', 'short by {qty} {unit}'),
  'short.have': label('可用 {have} / 安全 {safety}', '{have} available of {safety}'),
  'short.none': label('没有低于安全库存的物料。', 'Nothing is below its safety stock.'),
  pages: label('全部页面', 'All pages'),
} as const;

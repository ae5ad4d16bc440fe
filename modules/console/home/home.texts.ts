import { label } from '../../../kernel/core/label.ts';

/** What the home page says. */
export const homeTexts = {
  morning: label('{name}，早上好', 'Good morning, {name}'),
  afternoon: label('{name}，下午好', 'Good afternoon, {name}'),
  evening: label('{name}，晚上好', 'Good evening, {name}'),
  queue: label('等您处理', 'Waiting for you'),
  'queue.empty': label('现在没有等您处理的事。', 'Nothing is waiting for you right now.'),
  'queue.first': label(
    '从左边的菜单开始，或按 Ctrl-K 查找。',
    'Start from the menu on the left, or press Ctrl-K to search.',
  ),
  'queue.failed': label('没有取到待办，刷新再试。', 'What is waiting could not be loaded. Refresh to try again.'),
  'queue.more': label('还有 {count} 项', '{count} more'),
  'queue.less': label('收起', 'Show less'),
  count: label('{count} {measure}{kind}', '{counted}'),
  lines: label('{count} 行', '{count} {count:line|lines}'),
  decide: label('去审批', 'Review'),
  judge: label('去处理', 'Review'),
  claim: label('去签收', 'Claim'),
  open: label('查看', 'Open'),

  'due.past': label('已过 {day} {time}', 'Was due {day} {time}'),
  'due.today': label('今天', 'Today'),
  'due.tomorrow': label('明天', 'Tomorrow'),
  'due.on': label('{day}', '{day}'),
  'due.before': label('{time} 前', 'By {time}'),
  'due.before.tomorrow': label('明天 {time} 前', 'By {time} tomorrow'),
  'due.before.on': label('{day} {time} 前', 'By {time} on {day}'),

  meals: label(
    '{count} 张已审批的营销计划还没有生成需求',
    '{count} approved sales {count:plan|plans} without a requirement plan',
  ),
  'to-request': label('{count} 张需求计划未请购', '{count} requirement {count:plan|plans} to request'),
  'to-order': label('{count} 张请购未下单', '{count} purchase {count:request|requests} to order'),
  arriving: label('{count} 单到货待收', '{count} {count:delivery|deliveries} to receive'),
  expired: label('{count} 个批次已过期，仍在库', '{count} expired {count:lot|lots} in stock'),
  near: label('{count} 个批次临期，先用', '{count} {count:lot|lots} near expiry: use first'),
  short: label('{count} 种物料低于安全库存', '{count} {count:material|materials} below safety stock'),
  tasks: label('{count} 个流程任务等您审批', '{count} {count:document|documents} for you to approve'),
  claims: label('{count} 个流程任务可以签收', '{count} {count:task|tasks} to claim'),

  changed: label('昨天以来', 'Since yesterday'),
  'changed.none': label('昨天以来没有变化。', 'Nothing has changed since yesterday.'),
  ordered: label('下了 {count} 张采购订单', '{count} purchase {count:order|orders} placed'),
  received: label('收了 {count} 单货', '{count} {count:delivery|deliveries} received'),
  issued: label('发了 {count} 张出库单', '{count} {count:issue|issues} shipped'),
  counted: label('盘完 {count} 张盘点单', '{count} stock {count:count|counts} posted'),
  'newly-expired': label('{count} 个批次过期', '{count} {count:lot|lots} expired'),
  'meals-changed': label('{count} 张需求计划的用餐有变', 'Meals changed in {count} requirement {count:plan|plans}'),
  figures: label('要点', 'At a glance'),
} as const;

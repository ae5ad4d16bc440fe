import { label } from '../../kernel/core/label.ts';

/** What the console says. */
export const consoleTexts = {
  'tile.received': label('按订单到货', 'Came as ordered'),
  'tile.food-cost': label('最高食材成本率', 'Highest food cost'),
  title: label('控制台', 'Console'),
  none: label(
    '您还没有查看这些数据的权限。需要时请联系管理员，授权采购订单、入库单、库存批次或营销计划的查看。',
    'You may not read any of these figures yet. Ask an administrator for the right to view purchase orders, in-store bills, lots or sales plans.',
  ),
  tiles: label('要点', 'At a glance'),
  everywhere: label('全部部门', 'All departments'),
  table: label('看表格', 'Show the table'),
  chart: label('看图表', 'Show the chart'),
  seeTable: label('按“看表格”可逐项读取。', ' Press “Show the table” to read it item by item.'),
  period: label('{from} 至 {to}', '{from} to {to}'),
  at: label('截至 {to}', 'As of {to}'),
  open: label('打开{list}', 'Open: {list}'),
  total: label('合计', 'Total'),
  failed: label('没有取到数据。', 'These figures could not be loaded.'),
  again: label('再试', 'Try again'),
  weekOf: label('{day} 周', 'Week of {day}'),
  past: label('已过期', 'Expired'),
  'unit.money': label('元', 'CNY'),
  'unit.count.received': label('行', 'lines'),
  'unit.count.expiring': label('批', 'lots'),
  'unit.count.approvals': label('张', 'documents'),
  'unit.portions': label('份', 'portions'),
  'unit.percent': label('%', '%'),
  spend: label('共 {total} 元，{top}最多，占 {share}%。', '{total} CNY in all; {top} had most of it, {share}%.'),
  received: label(
    '{total} 行中 {share}% 与订单一致，{count} 行有出入。',
    '{share}% of {total} lines came as ordered, {count} did not.',
  ),
  'food-cost.over': label(
    '{count} 个项目部高于目标，{top}最高，{value}%。',
    '{count} {count:site is|sites are} above target, {top} most of all with {value}%.',
  ),
  'food-cost.within': label(
    '都在目标以内，{top}最高，{value}%。',
    'All within their targets; {top} is highest with {value}%.',
  ),
  stock: label(
    '在库 {total} 元，其中临期和已过期 {count} 元（{share}%）。',
    '{total} CNY on hand, {count} of it near expiry or expired ({share}%).',
  ),
  expiring: label(
    '{count} 批已过期仍在库，{soon} 批将在 14 天内到期。',
    '{count} {count:lot|lots} expired and still here, {soon} more within 14 days.',
  ),
  meals: label('共 {total} 份，{top} 最多，{value} 份。', '{total} portions in all, most on {top}: {value}.'),
  approvals: label(
    '{total} 张等待审批，{count} 张超过 3 天。',
    '{total} {total:document waits|documents wait}, {count} for more than 3 days.',
  ),
} as const;

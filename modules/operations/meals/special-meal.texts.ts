import { label } from '../../../kernel/core/label.ts';

/** What the page of a special meal says. */
export const mealTexts = {
  basis: label('按用餐日的含税采购价和有效BOM', 'at the purchase prices with tax and the BOMs of its day'),
  'basis.net': label('按用餐日的不含税采购价和有效BOM', 'at the purchase prices without tax and the BOMs of its day'),
  cost: label('成本', 'Cost'),
  'cost.head': label('每人成本', 'Cost per head'),
  fee: label('服务费', 'Service fee'),
  guests: label('{count} 人 × 餐标 {standard}', '{count} {count:guest|guests} × {standard} per guest'),
  income: label('不含税收入', 'Income without tax'),
  line: label('{name} {qty} {unit} × {price}', '{name} {qty} {unit} × {price}'),
  portions: label('份', 'portions'),
  share: label('食材成本率', 'Food cost'),
  'share.note': label('食材成本率 = {cost} ÷ 不含税收入 {income}', 'Food cost = {cost} ÷ income without tax {income}'),
  target: label('目标 {percent}%', 'target {percent} %'),
  total: label('总额', 'Total'),
  unknown: label('不完整', 'Incomplete'),
} as const;

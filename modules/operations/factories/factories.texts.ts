import { label } from '../../../kernel/core/label.ts';

/** What the question "who serves whom" says. */
export const factoryTexts = {
  ask: label('谁给谁供货', 'Who serves whom'),
  'ask.lead': label(
    '选择项目部、物料和日期，看由哪个工厂的哪个仓库供货、依据哪条关系、其他关系为什么没用上。不保存任何内容。',
    'Choose a site, a material and a day: which factory and store serve it, by which row, and why the others do not. Nothing is saved.',
  ),
  'ask.empty': label('选好项目部和物料后显示结果', 'The answer appears here once site and material are chosen'),
  factory: label('中央工厂', 'Factory'),
  store: label('发货仓', 'Ships from'),
  'store.none': label('未设置', 'Not named'),
  row: label('依据', 'Reason'),
  nobody: label('没有工厂给它供货', 'No factory serves it'),
  others: label('未采用的关系', 'Rows passed over'),
  close: label('关闭', 'Close'),
} as const;

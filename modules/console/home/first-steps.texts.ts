import { label } from '../../../kernel/core/label.ts';

/** What the list of first steps says. */
export const firstStepsTexts = {
  title: label('开始使用：八步搭好公司', 'Getting started: eight steps'),
  progress: label('已完成 {done} / {all} 步', '{done} of {all} steps done'),
  hide: label('不再显示', 'Hide this list'),
  done: label('已完成', 'Done'),
  next: label('现在做', 'Next'),
  open: label('待完成', 'To do'),
  unknown: label('由同事完成', 'Done by somebody else'),
  count: label('{count} 条', '{count}'),
  organisation: label('机构', 'Organisation'),
  'organisation.why': label(
    '先建公司，再建项目部、餐厅和档口',
    'The company first, then its sites, restaurants and stalls',
  ),
  warehouse: label('仓库', 'Warehouses'),
  'warehouse.why': label('货到哪里、从哪里出', 'Where goods arrive and leave'),
  units: label('计量单位', 'Units'),
  'units.why': label('常用单位已备好，缺的补上', 'The usual ones are there; add what is missing'),
  materials: label('物料', 'Materials'),
  'materials.why': label('用模板从 Excel 导入', 'Import them from Excel with the template'),
  prices: label('供应商与价格', 'Suppliers and prices'),
  'prices.why': label('谁供什么、什么价', 'Who supplies what, at what price'),
  dishes: label('菜品', 'Dishes'),
  'dishes.why': label('菜品与配方，成本随之算出', 'Dishes with their recipes; costs follow'),
  people: label('人员', 'People'),
  'people.why': label('为每位同事建账号、给角色', 'An account and a role for each colleague'),
  plan: label('第一份营销计划', 'The first sales plan'),
  'plan.why': label('填人次，需求和采购由此而来', 'Enter guests; needs and orders follow from it'),
  go: label('去做', 'Start'),
  look: label('查看', 'View'),
} as const;

import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { requirementPlan } from './requirement-plan.document.ts';

/** From what the sites plan to cook to what must be ordered. */
export const planning: Module = {
  name: 'planning',
  label: label('需求计划', 'Planning'),
  declarations: [requirementPlan],
  menu: [
    {
      code: 'purchasing',
      label: label('采购管理', 'Purchasing'),
      icon: 'shopping-cart',
      rank: 6,
      path: '/purchasing',
      children: [
        {
          code: 'invrequireplan',
          label: label('需求计划', 'Requirement plans'),
          icon: 'calculator',
          path: '/purchasing/invrequireplan',
          resource: 'requirementPlan',
        },
      ],
    },
  ],
  buttons: [
    { code: 'invrequireplan_view_cost', label: label('查看预估金额', 'See estimates'), menu: 'invrequireplan' },
    { code: 'invrequireplan_import', label: label('导入', 'Import'), menu: 'invrequireplan' },
    { code: 'invpleasepurchase_generate', label: label('生成请购单', 'Generate requests'), menu: 'invrequireplan' },
  ],
};

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
      code: 'store',
      label: label('仓储管理', 'Stores'),
      icon: 'inbox',
      rank: 8,
      path: '/store',
      children: [
        {
          code: 'store_stock',
          label: label('库存', 'Stock'),
          icon: 'container',
          rank: 2,
          children: [
            {
              code: 'useplan',
              label: label('临期用料', 'Use plan'),
              icon: 'hourglass',
              path: '/store/useplan',
              rank: 9,
            },
          ],
        },
      ],
    },
    {
      code: 'gear_area',
      label: label('项目运营', 'Site operations'),
      icon: 'shop',
      rank: 10,
      path: '/gear',
      children: [
        {
          code: 'gear_floor',
          label: label('现场', 'Floor'),
          icon: 'fire',
          children: [
            {
              code: 'gearpickfill',
              label: label('按计划领料', 'Pick from plan'),
              icon: 'inbox',
              path: '/gear/pickfill',
              rank: 2,
            },
          ],
        },
      ],
    },
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

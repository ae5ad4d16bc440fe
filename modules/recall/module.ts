import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { recallCase } from './recall.document.ts';

/** Lots that are stopped everywhere and accounted for place by place. */
export const recall: Module = {
  name: 'recall',
  label: label('召回', 'Recalls'),
  declarations: [recallCase] as readonly unknown[] as readonly Declaration[],
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
              code: 'recall',
              label: label('召回', 'Recalls'),
              icon: 'alert',
              path: '/store/recall',
              resource: 'recallCase',
            },
          ],
        },
      ],
    },
  ],
};

import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { allocation } from './allocation.document.ts';

/** Goods go from warehouse to warehouse: asked, held, picked, on their way, signed for. */
export const transfers: Module = {
  name: 'transfers',
  label: label('调拨', 'Transfers'),
  declarations: [allocation] as readonly unknown[] as readonly Declaration[],
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
              code: 'allocation',
              label: label('调拨单', 'Transfers'),
              icon: 'swap',
              path: '/store/allocation',
              resource: 'allocation',
            },
          ],
        },
      ],
    },
  ],
  dictionaries: {
    allocationReason: {
      label: label('调拨原因', 'Why goods are transferred'),
      entries: [
        ['shortage', '缺货', 'Shortage'],
        ['near-expiry', '临期', 'Near expiry'],
        ['surplus', '富余', 'Surplus'],
        ['other', '其他', 'Other'],
      ],
    },
  },
};

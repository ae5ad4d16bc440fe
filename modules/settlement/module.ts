import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { settlementEntry } from './settlement-entry.resource.ts';

/** What each party owes of what was posted. */
export const settlement: Module = {
  name: 'settlement',
  label: label('结算', 'Settlement'),
  declarations: [settlementEntry] as readonly Declaration[],
  menu: [
    {
      code: 'store',
      label: label('仓储管理', 'Stores'),
      icon: 'inbox',
      rank: 8,
      path: '/store',
      children: [
        {
          code: 'settlemententry',
          label: label('结算流水', 'Money entries'),
          icon: 'account-book',
          path: '/store/settlemententry',
          rank: 6,
          resource: 'settlementEntry',
        },
      ],
    },
  ],
  buttons: [
    {
      code: 'settlemententry_view_cost',
      label: label('查看价格与金额', 'See prices and amounts'),
      menu: 'settlemententry',
    },
  ],
};

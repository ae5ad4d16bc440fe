import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { crateBalance } from './crate-balance.resource.ts';
import { crateMovement } from './crate-movement.resource.ts';

/** Crates at sites and suppliers: what each holds, and what is charged for one that is lost. */
export const crates: Module = {
  name: 'crates',
  label: label('周转筐', 'Crates'),
  declarations: [crateBalance, crateMovement] as readonly Declaration[],
  menu: [
    {
      code: 'store',
      label: label('仓储管理', 'Stores'),
      icon: 'inbox',
      rank: 8,
      path: '/store',
      children: [
        {
          code: 'cratebalance',
          label: label('周转筐结存', 'Crates held'),
          icon: 'inbox',
          path: '/store/cratebalance',
          rank: 7,
          resource: 'crateBalance',
        },
        {
          code: 'cratemovement',
          label: label('周转筐流水', 'Crate movements'),
          icon: 'history',
          path: '/store/cratemovement',
          rank: 8,
          resource: 'crateMovement',
        },
      ],
    },
  ],
  buttons: [
    { code: 'cratemovement_handover', label: label('登记', 'Hand over'), menu: 'cratemovement' },
    { code: 'cratemovement_edit', label: label('盘点与赔偿', 'Count and charge'), menu: 'cratemovement' },
  ],
};

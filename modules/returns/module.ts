import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { factoryReturned } from './factory-returned.document.ts';
import { invReturn } from './inv-return.document.ts';
import { purchaseReturn } from './purchase-return.document.ts';
import { returnOutStore } from './return-out-store.document.ts';

/** Goods that go back: asked, held lot by lot, shipped. */
export const returns: Module = {
  name: 'returns',
  label: label('退货', 'Returns'),
  declarations: [
    purchaseReturn,
    invReturn,
    factoryReturned,
    returnOutStore,
  ] as readonly unknown[] as readonly Declaration[],
  menu: [
    {
      code: 'store',
      label: label('仓储管理', 'Stores'),
      icon: 'inbox',
      rank: 8,
      path: '/store',
      children: [
        {
          code: 'store_out',
          label: label('出库', 'Goods out'),
          icon: 'export',
          rank: 3,
          path: '/store/out',
          children: [
            {
              code: 'purchasereturn',
              label: label('采购退货', 'Purchase returns'),
              icon: 'rollback',
              path: '/store/purchasereturn',
              rank: 4,
              resource: 'purchaseReturn',
            },
            {
              code: 'invreturn',
              label: label('退库单', 'Inventory returns'),
              icon: 'rollback',
              path: '/store/invreturn',
              rank: 5,
              resource: 'invReturn',
            },
            {
              code: 'invreturnoutstore',
              label: label('退货出库', 'Return out-stores'),
              icon: 'export',
              path: '/store/invreturnoutstore',
              rank: 6,
              resource: 'returnOutStore',
            },
          ],
        },
      ],
    },
    {
      code: 'factory',
      label: label('工厂管理', 'Factories'),
      children: [
        {
          code: 'factoryreturned',
          label: label('工厂退货', 'Call-backs'),
          icon: 'rollback',
          path: '/store/factoryreturned',
          rank: 7,
          resource: 'factoryReturned',
        },
      ],
    },
  ],
  dictionaries: {
    returnReason: {
      label: label('退货原因', 'Reason for return'),
      entries: [
        ['quality', '质量', 'Quality'],
        ['expired', '过期', 'Expired'],
        ['wrong', '错货', 'Wrong goods'],
        ['surplus', '多余', 'Surplus'],
        ['recall', '召回', 'Recall'],
      ],
    },
  },
  buttons: [
    { code: 'purchasereturn_view_cost', label: label('查看价格与金额', 'See prices'), menu: 'purchasereturn' },
    {
      code: 'purchasereturn_backdate',
      label: label('补录更早的退货', 'Enter returns of earlier days'),
      menu: 'purchasereturn',
    },
    { code: 'invreturnoutstore_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'invreturnoutstore' },
  ],
};

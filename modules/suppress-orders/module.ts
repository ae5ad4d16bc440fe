import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { factorySuppressOrder } from './suppress-order.document.ts';

/** What a factory sends sites without being asked: seen beside what they have, limited, and theirs to refuse. */
export const suppressOrders: Module = {
  name: 'suppress-orders',
  label: label('工厂强压', 'Suppress orders'),
  declarations: [factorySuppressOrder] as readonly unknown[] as readonly Declaration[],
  menu: [
    {
      code: 'factory',
      label: label('工厂管理', 'Factories'),
      children: [
        {
          code: 'factorysuppressorder',
          label: label('工厂强压单', 'Suppress orders'),
          icon: 'thunderbolt',
          path: '/store/factorysuppressorder',
          rank: 6,
          resource: 'factorySuppressOrder',
        },
      ],
    },
  ],
  dictionaries: {
    suppressReason: {
      label: label('强压原因', 'Why goods are pushed'),
      entries: [
        ['surplus', '富余', 'Surplus'],
        ['near-expiry', '临期', 'Near expiry'],
        ['festival', '节令', 'Festival'],
        ['trial', '试用', 'Trial'],
        ['resend', '差异补发', 'Sent again'],
        ['other', '其他', 'Other'],
      ],
    },
  },
  parameters: {
    'store.suppress.limit-amount': {
      label: label('每个项目部每日强压金额上限（元，0 不限）', 'Limit of pushed goods for a site and day (0: none)'),
      value: '0.00',
    },
  },
  buttons: [
    {
      code: 'factorysuppressorder_view_cost',
      label: label('查看结算价与金额', 'See settlement prices'),
      menu: 'factorysuppressorder',
    },
  ],
};

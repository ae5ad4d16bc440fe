import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { purchaseRequestLine } from './request-line.resource.ts';
import { standingOrder } from './standing/standing-order.resource.ts';

export const purchasing: Module = {
  name: 'purchasing',
  label: label('采购', 'Purchasing'),
  declarations: [purchaseRequest, purchaseRequestLine, purchaseOrder, standingOrder],
  parameters: {
    'purchasing.order.duplicate-guard': {
      label: label(
        '重复请购、订购时（warn 提示、confirm 须确认、off 不提示）',
        'Where something is asked for twice (warn, confirm, off)',
      ),
      value: 'warn',
    },
  },
  menu: [
    {
      code: 'purchasing',
      label: label('采购管理', 'Purchasing'),
      icon: 'shopping-cart',
      rank: 6,
      path: '/purchasing',
      children: [
        {
          code: 'invpleasepurchase',
          label: label('请购单', 'Purchase requests'),
          icon: 'file-text',
          path: '/purchasing/invpleasepurchase',
          resource: 'purchaseRequest',
        },
        {
          code: 'standingorder',
          label: label('常备单', 'Standing orders'),
          icon: 'calendar',
          path: '/purchasing/standingorder',
          resource: 'standingOrder',
        },
        {
          code: 'requestdistribution',
          label: label('请购分配', 'Distribute requests'),
          icon: 'branches',
          path: '/purchasing/requestdistribution',
          resource: 'purchaseRequestLine',
        },
        {
          code: 'purchaseorder',
          label: label('采购订单', 'Purchase orders'),
          icon: 'file-done',
          path: '/purchasing/purchaseorder',
          resource: 'purchaseOrder',
        },
        {
          code: 'purchasedirectdeliveryrules',
          label: label('采购直送规则', 'Direct delivery rules'),
          icon: 'send',
          path: '/purchasing/purchasedirectdeliveryrules',
          resource: 'purchaseDirectDeliveryRule',
        },
      ],
    },
  ],
};

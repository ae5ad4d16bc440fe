import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { purchaseOrderDetail, purchaseShipNote } from './answers/ship-note.resource.ts';
import { purchaseOrderChange } from './changes/order-change.document.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { purchaseRequestLine } from './request-line.resource.ts';
import { standingOrder } from './standing/standing-order.resource.ts';

export const purchasing: Module = {
  name: 'purchasing',
  label: label('采购', 'Purchasing'),
  declarations: [
    purchaseRequest,
    purchaseRequestLine,
    purchaseOrder,
    purchaseOrderDetail,
    purchaseOrderChange,
    purchaseShipNote,
    standingOrder,
  ] as readonly Declaration[],
  parameters: {
    'purchasing.channel': {
      label: label(
        '请购下单通道（direct 直接下单、distribution 经直配统配分配、both 两者都可）',
        'How requests become orders (direct, distribution, both)',
      ),
      value: 'both',
    },
    'purchasing.order.duplicate-guard': {
      label: label(
        '重复请购、订购时（warn 提示、confirm 须确认、off 不提示）',
        'Where something is asked for twice (warn, confirm, off)',
      ),
      value: 'warn',
    },
    'purchaseorder.ticketHours': {
      label: label('供应商订单链接有效小时数', 'Hours a link to an order is good for'),
      value: '72',
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
          code: 'purchaseorderchange',
          label: label('订单变更', 'Order changes'),
          icon: 'file-sync',
          path: '/purchasing/purchaseorderchange',
          resource: 'purchaseOrderChange',
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
  buttons: [
    {
      code: 'purchaseorder_supplier_confirm',
      label: label('供应商确认', 'Answer for the supplier'),
      menu: 'purchaseorder',
    },
    { code: 'purchaseorder_ship', label: label('登记发货', 'Enter ship notes'), menu: 'purchaseorder' },
  ],
};

import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { purchaseDocument } from './documents/purchase-document.document.ts';
import { factoryOrder } from './factory-orders/factory-order.document.ts';

/** From open needs to orders: what each site gets, from whom, and how it is sorted and sent. */
export const distribution: Module = {
  name: 'distribution',
  label: label('配送管理', 'Distribution'),
  declarations: [purchaseDocument, factoryOrder] as readonly unknown[] as readonly Declaration[],
  menu: [
    {
      code: 'purchasing',
      label: label('采购管理', 'Purchasing'),
      children: [
        {
          code: 'purchasedocument',
          label: label('采购单据', 'Purchase documents'),
          icon: 'snippets',
          path: '/purchasing/purchasedocument',
          resource: 'purchaseDocument',
        },
      ],
    },
    {
      code: 'distribution',
      label: label('配送管理', 'Distribution'),
      icon: 'car',
      rank: 7,
      path: '/distribution',
      children: [
        {
          code: 'factoryorder',
          label: label('工厂订单', 'Factory orders'),
          icon: 'shop',
          path: '/distribution/factoryorder',
          resource: 'factoryOrder',
        },
      ],
    },
  ],
  parameters: {
    'purchasing.order.on-complete': {
      label: label('采购单据完成后订单为（draft 草稿，pending 待审批）', 'Orders of completed documents (draft, pending)'),
      value: 'draft',
    },
    'purchasing.order.duplicate-guard': {
      label: label(
        '同一供应商、仓库、日期再次下单时（warn 提醒，off 不提醒）',
        'A second order to a supplier for the same place and day (warn, off)',
      ),
      value: 'warn',
    },
  },
  buttons: [
    { code: 'purchasedocument_generate', label: label('制单', 'Make documents'), menu: 'purchasedocument' },
    {
      code: 'purchasedocument_late',
      label: label('截单后完成', 'Complete after the cut-off'),
      menu: 'purchasedocument',
    },
    {
      code: 'purchasedocument_view_cost',
      label: label('查看采购价与金额', 'See purchase prices'),
      menu: 'purchasedocument',
    },
    {
      code: 'purchasedocument_view_settlement',
      label: label('查看结算价与金额', 'See settlement prices'),
      menu: 'purchasedocument',
    },
    { code: 'factoryorder_view_cost', label: label('查看结算价与金额', 'See settlement prices'), menu: 'factoryorder' },
  ],
};

import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { selfPurchaseOrder, selfPurchaseSubmit } from './self-purchase-order.document.ts';

/** What a site buys itself: inside limits, with proof, beside the price that is known. */
export const selfPurchase: Module = {
  name: 'self-purchase',
  label: label('自采', 'Self-purchase'),
  declarations: [selfPurchaseOrder, selfPurchaseSubmit] as readonly unknown[] as readonly Declaration[],
  menu: [
    {
      code: 'purchasing',
      label: label('采购管理', 'Purchasing'),
      icon: 'shopping-cart',
      rank: 6,
      path: '/purchasing',
      children: [
        {
          code: 'selfpurchaseorder',
          label: label('自采单', 'Self-purchases'),
          icon: 'shopping',
          path: '/purchasing/selfpurchaseorder',
          resource: 'selfPurchaseOrder',
        },
      ],
    },
    {
      code: 'store',
      label: label('仓储管理', 'Stores'),
      icon: 'inbox',
      rank: 8,
      path: '/store',
      children: [
        {
          code: 'store_in',
          label: label('入库', 'Goods in'),
          icon: 'import',
          children: [
            {
              code: 'selfpurchaseinstore',
              label: label('自采入库', 'Self-purchase receiving'),
              icon: 'import',
              path: '/store/selfpurchaseinstore',
              resource: 'selfpurchaseinstore',
            },
          ],
        },
      ],
    },
  ],
  dictionaries: {
    selfPurchaseReason: {
      label: label('自采原因', 'Why a site buys itself'),
      entries: [
        ['shortage', '缺货', 'Shortage'],
        ['urgent', '紧急', 'Urgent'],
        ['special-meal', '特殊餐', 'Special meal'],
        ['local', '当地特产', 'Local goods'],
      ],
    },
    payType: {
      label: label('付款方式', 'Paid by'),
      entries: [
        ['self', '个人垫付', 'Own money'],
        ['petty-cash', '备用金', 'Petty cash'],
        ['company', '公司付款', 'Company'],
        ['credit', '挂账', 'On account'],
      ],
    },
  },
  parameters: {
    'purchasing.self.order-limit': {
      label: label('单笔自采限额（元）', 'Limit of one self-purchase'),
      value: '2000.00',
    },
    'purchasing.self.month-limit': {
      label: label('项目部每月自采限额（元）', "Limit of a site's self-purchases in a month"),
      value: '20000.00',
    },
    'purchasing.self.deviation': {
      label: label('自采单价高于参考价多少须填原因（%）', 'Above its reference by so much a price needs a reason (%)'),
      value: '10',
    },
  },
  buttons: [
    {
      code: 'selfpurchaseorder_override',
      label: label('超过自采限额提交', 'Send above the limits'),
      menu: 'selfpurchaseorder',
    },
    { code: 'selfpurchaseorder_do_receiving', label: label('收货', 'Receive'), menu: 'selfpurchaseorder' },
    {
      code: 'selfpurchaseorder_do_difference',
      label: label('登记差异', 'Record differences'),
      menu: 'selfpurchaseorder',
    },
    {
      code: 'selfpurchaseorder_complete_receiving',
      label: label('完成收货', 'Complete'),
      menu: 'selfpurchaseorder',
    },
    {
      code: 'selfpurchaseinstore_view_cost',
      label: label('查看价格与金额', 'See prices'),
      menu: 'selfpurchaseinstore',
    },
  ],
};

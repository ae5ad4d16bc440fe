import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import { buttonOfAct, type Module } from '../../kernel/core/module.ts';
import { recountDefaults, stockCheck } from './stock-check.document.ts';
import { stockCheckVoucher } from './stock-check-voucher.resource.ts';

/**
 * What really lies there: counted lot by lot while work goes on, and the book set right by what was missing or found.
 */
export const counting: Module = {
  name: 'counting',
  label: label('盘点', 'Counting'),
  declarations: [stockCheck, stockCheckVoucher] as readonly unknown[] as readonly Declaration[],
  menu: [
    {
      code: 'store',
      label: label('仓储管理', 'Stores'),
      icon: 'inbox',
      rank: 8,
      path: '/store',
      children: [
        {
          code: 'store_count',
          label: label('盘点与月结', 'Count and close'),
          icon: 'audit',
          children: [
            {
              code: 'invcheck',
              label: label('盘点', 'Stock counts'),
              icon: 'audit',
              path: '/store/invcheck',
              rank: 1,
              resource: 'stockCheck',
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
          code: 'factoryinvcheck',
          label: label('工厂盘点', 'Factory counts'),
          icon: 'audit',
          path: '/store/factoryinvcheck',
          rank: 8,
          resource: 'factoryinvcheck',
        },
      ],
    },
  ],
  parameters: {
    'store.check.plan-approval': {
      label: label('盘点计划需要审批', 'Count plans need approval'),
      value: '0',
    },
    'store.check.recount-amount': {
      label: label('差异超过此金额须复盘', 'Count again above this difference in value'),
      value: recountDefaults.amount,
    },
    'store.check.recount-percent': {
      label: label('差异超过此比例（%）须复盘', 'Count again above this difference in %'),
      value: recountDefaults.percent,
    },
  },
  // The same of both addresses, apart for each.
  buttons: ['invcheck', 'factoryinvcheck'].flatMap((face) => [
    { ...buttonOfAct(stockCheck, 'generateDetail', face), code: `${face}_generate_detail` },
    { code: `${face}_save_detail`, label: label('填写实盘', 'Enter counts'), menu: face },
    { ...buttonOfAct(stockCheck, 'doCheck', face), code: `${face}_do_check` },
    { ...buttonOfAct(stockCheck, 'doCheckApproval', face), code: `${face}_do_check_approval` },
    { code: `${face}_voucher`, label: label('盘点凭证', 'Vouchers'), menu: face },
    { code: `${face}_export`, label: label('导出盘点表', 'Export the count sheet'), menu: face },
    { code: `${face}_import`, label: label('导入盘点表', 'Import the count sheet'), menu: face },
    { code: `${face}_view_cost`, label: label('查看差异金额', 'See values'), menu: face },
  ]),
};

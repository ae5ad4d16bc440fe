import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import { buttonOfAct, type Module } from '../../kernel/core/module.ts';
import { outStore } from './out-store.document.ts';
import { pick } from './pick.document.ts';

/** Goods leave the warehouse for who asked: asked, held, picked, on their way, received. */
export const issuing: Module = {
  name: 'issuing',
  label: label('领料出库', 'Issuing'),
  declarations: [pick, outStore] as readonly Declaration[],
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
          path: '/store/out',
          children: [
            { code: 'pick', label: label('领料单', 'Pick bills'), icon: 'form', path: '/store/pick', resource: 'pick' },
            {
              code: 'invoutstore',
              label: label('出库单', 'Out-stores'),
              icon: 'export',
              path: '/store/invoutstore',
              resource: 'outStore',
            },
          ],
        },
      ],
    },
  ],
  dictionaries: {
    shortReason: {
      label: label('缺货原因', 'Why short'),
      entries: [
        ['out-of-stock', '库存不足', 'Out of stock'],
        ['supplier-short', '供应商少送', 'Supplier short'],
        ['quality', '质量不合格', 'Poor quality'],
        ['damaged', '破损', 'Damaged'],
        ['not-found', '未找到', 'Not found'],
        ['late', '未到货', 'Not arrived'],
        ['split', '缺货分摊', 'Shared out'],
        ['other', '其他', 'Other'],
      ],
    },
  },
  parameters: {
    'store.pick.auto-receive': { label: label('拣货后自动收货', 'Receive as soon as picked'), value: '0' },
  },
  buttons: [
    ...['doPicking', 'received', 'settleDifference'].map((act) => buttonOfAct(outStore, act, 'invoutstore')),
    { code: 'invoutstore_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'invoutstore' },
  ],
};

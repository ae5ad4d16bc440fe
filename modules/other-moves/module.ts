import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { otherInStore } from './other-in-store.document.ts';
import { otherOutStore } from './other-out-store.document.ts';

/** Goods that come in without an order and go out without a pick bill. */
export const otherMoves: Module = {
  name: 'other-moves',
  label: label('其他出入库', 'Other receipts and issues'),
  declarations: [otherInStore, otherOutStore] as readonly unknown[] as readonly Declaration[],
  menu: [
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
          rank: 1,
          path: '/store/in',
          children: [
            {
              code: 'otherinstore',
              label: label('其他入库', 'Other receipts'),
              icon: 'file-add',
              path: '/store/otherinstore',
              // After what is received every day, which an area below declares.
              rank: 2_000,
              resource: 'otherInStore',
            },
          ],
        },
        {
          code: 'store_out',
          label: label('出库', 'Goods out'),
          icon: 'export',
          rank: 3,
          path: '/store/out',
          children: [
            {
              code: 'otheroutstore',
              label: label('其他出库', 'Other issues'),
              icon: 'file-excel',
              path: '/store/otheroutstore',
              resource: 'otherOutStore',
            },
          ],
        },
      ],
    },
  ],
  dictionaries: {
    otherInType: {
      label: label('入库类型', 'Kind of other receipt'),
      entries: [
        ['opening', '期初', 'Opening'],
        ['gift', '赠品', 'Gift'],
        ['unordered', '无单到货', 'Unordered'],
        ['process', '加工入库', 'Produced'],
        ['other', '其他', 'Other'],
      ],
    },
    otherOutType: {
      label: label('出库类型', 'Kind of other issue'),
      entries: [
        ['scrap', '报废', 'Scrap'],
        ['expired', '过期报废', 'Expired'],
        ['sample', '留样', 'Sample'],
        ['staff-meal', '员工餐', 'Staff meal'],
        ['donate', '捐赠', 'Donation'],
        ['test', '检验', 'Test'],
        ['handling-loss', '搬运损耗', 'Handling loss'],
        ['office', '行政领用', 'Office use'],
        ['other', '其他', 'Other'],
      ],
    },
    costSubject: {
      label: label('费用科目', 'Cost account'),
      entries: [
        ['material', '原料成本', 'Materials'],
        ['loss', '损耗', 'Loss'],
        ['staff-meal', '员工餐', 'Staff meal'],
        ['quality', '质检', 'Quality'],
        ['office', '行政', 'Office'],
        ['donation', '捐赠', 'Donation'],
      ],
    },
  },
  parameters: {
    'store.scrap.photo-amount': {
      label: label('报废超过多少元须上传照片', 'Value above which scrap needs photos'),
      value: '500.00',
    },
  },
  buttons: [
    { code: 'otherinstore_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'otherinstore' },
    {
      code: 'otherinstore_backdate',
      label: label('补录更早的入库', 'Enter receipts of earlier days'),
      menu: 'otherinstore',
    },
    { code: 'otheroutstore_view_cost', label: label('查看成本与金额', 'See costs'), menu: 'otheroutstore' },
    {
      code: 'otheroutstore_backdate',
      label: label('补录更早的出库', 'Enter issues of earlier days'),
      menu: 'otheroutstore',
    },
  ],
};

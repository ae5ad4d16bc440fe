import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import { buttonOfAct, type Module } from '../../kernel/core/module.ts';
import { inStoreDifference } from './in-store-difference.document.ts';
import { inStore } from './in-store.document.ts';
import { inStoreDetail, inStoreReceiving } from './in-store-receiving.resource.ts';
import { LIFE_START } from './receiving.rules.ts';

/** What comes to a place: how much of it was accepted, as which lots, and what becomes of the rest. */
export const receiving: Module = {
  name: 'receiving',
  label: label('收货', 'Receiving'),
  declarations: [
    inStore,
    inStoreDetail,
    inStoreReceiving,
    inStoreDifference,
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
          code: 'store_in',
          label: label('入库', 'Goods in'),
          icon: 'import',
          children: [
            {
              code: 'invinstore',
              label: label('收货', 'Receiving'),
              icon: 'inbox',
              path: '/store/invinstore',
              resource: 'inStore',
            },
            {
              code: 'factorysuppressinstore',
              label: label('强压入库', 'Pushed goods'),
              icon: 'login',
              path: '/store/factorysuppressinstore',
              resource: 'factorysuppressinstore',
            },
            {
              code: 'invinstoredifference',
              label: label('差异处理', 'Differences'),
              icon: 'diff',
              path: '/store/invinstoredifference',
              resource: 'inStoreDifference',
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
          code: 'factorywarehouseinstore',
          label: label('工厂仓入库', 'Factory receiving'),
          icon: 'inbox',
          path: '/store/factorywarehouseinstore',
          rank: 5,
          resource: 'factorywarehouseinstore',
        },
        {
          code: 'factoryreturnedinstore',
          label: label('退货入库', 'Goods given back'),
          icon: 'login',
          path: '/store/factoryreturnedinstore',
          rank: 8,
          resource: 'factoryreturnedinstore',
        },
      ],
    },
  ],
  dictionaries: {
    refuseReason: {
      label: label('拒收原因', 'Reason for refusal'),
      entries: [
        ['rotten', '变质', 'Spoiled'],
        ['damaged', '破损', 'Damaged'],
        ['wrong', '错货', 'Wrong goods'],
        ['near-expiry', '效期不足', 'Too little life left'],
        ['temperature', '温度不合格', 'Wrong temperature'],
        ['no-papers', '证件不全', 'Papers missing'],
        ['spec', '规格不符', 'Not as specified'],
        ['not-needed', '不需要', 'Not needed'],
      ],
    },
  },
  parameters: {
    'store.difference.days': { label: label('差异处理期限（天）', 'Days to settle a difference'), value: '3' },
    'receiving.minLifeShare': {
      label: label(
        '到货最低剩余保质期：干货、定量包装（如 2/3，0 不要求）',
        'Minimum life left at receipt, dry and counted goods (such as 2/3; 0 for no minimum)',
      ),
      value: LIFE_START['receiving.minLifeShare'],
    },
    'receiving.minLifeShare.cold': {
      label: label(
        '到货最低剩余保质期：冷藏、冷冻（如 1/2，0 不要求）',
        'Minimum life left at receipt, chilled and frozen goods (such as 1/2; 0 for no minimum)',
      ),
      value: LIFE_START['receiving.minLifeShare.cold'],
    },
    'receiving.minLifeDays': {
      label: label('到货最低剩余保质期：散装鲜货（天）', 'Minimum life left at receipt, fresh loose goods (days)'),
      value: LIFE_START['receiving.minLifeDays'],
    },
  },
  buttons: [
    {
      code: 'invinstore_override',
      label: label('放行效期、温度不合格的到货', 'Accept goods short of life or off temperature'),
      menu: 'invinstore',
    },
    { code: 'invinstore_bring_papers', label: label('补交证件', 'Add papers to lots'), menu: 'invinstore' },
    {
      code: 'invinstore_backdate',
      label: label('补录更早的到货', 'Enter arrivals from earlier days'),
      menu: 'invinstore',
    },
    { code: 'invinstore_view_cost', label: label('查看价格与金额', 'See prices'), menu: 'invinstore' },
    {
      code: 'factorysuppressinstore_view_cost',
      label: label('查看价格与金额', 'See prices'),
      menu: 'factorysuppressinstore',
    },
    {
      code: 'factoryreturnedinstore_view_cost',
      label: label('查看价格与金额', 'See prices'),
      menu: 'factoryreturnedinstore',
    },
    {
      code: 'factorywarehouseinstore_view_cost',
      label: label('查看价格与金额', 'See prices'),
      menu: 'factorywarehouseinstore',
    },
    buttonOfAct(inStoreDifference, 'insist', 'invinstoredifference'),
    { code: 'invinstoredifference_view_cost', label: label('查看金额', 'See values'), menu: 'invinstoredifference' },
  ],
};

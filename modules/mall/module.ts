import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { clientType } from './client-type.resource.ts';
import { goodsCategory } from './goods-category.resource.ts';

/** Selling from a central factory to clients. */
export const mall: Module = {
  name: 'mall',
  label: label('销售商城', 'Sales mall'),
  declarations: [clientType, goodsCategory] as readonly Declaration[],
  menu: [
    {
      code: 'sales_mall',
      label: label('销售商城', 'Sales mall'),
      icon: 'shopping',
      rank: 12,
      path: '/sales-mall',
      children: [
        {
          code: 'clienttype',
          label: label('客户类型', 'Client types'),
          icon: 'appstore',
          path: '/sales-mall/clienttype',
          resource: 'clientType',
        },
        {
          code: 'goodscategory',
          label: label('商品分类', 'Categories'),
          icon: 'apartment',
          path: '/sales-mall/goodscategory',
          resource: 'goodsCategory',
        },
      ],
    },
  ],
};

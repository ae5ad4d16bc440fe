import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { restaurantType } from './restaurant-type.resource.ts';

/** Meals sold to people who eat at a site. */
export const smartMeal: Module = {
  name: 'smart-meal',
  label: label('智慧餐饮', 'Smart meal'),
  declarations: [restaurantType] as readonly Declaration[],
  menu: [
    {
      code: 'smart_meal',
      label: label('智慧餐饮', 'Smart meal'),
      icon: 'tablet',
      rank: 13,
      path: '/smart-meal',
      children: [
        {
          code: 'restauranttype',
          label: label('餐厅类型', 'Restaurant types'),
          icon: 'appstore',
          path: '/smart-meal/restauranttype',
          resource: 'restaurantType',
        },
      ],
    },
  ],
};

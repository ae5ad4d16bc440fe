import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { priceLabel } from './price-labels/price-label.resource.ts';
import { gearMenu } from './gear-menu.resource.ts';

/** What stalls sell today: on boards, on the public page, and sold out. */
export const stallMenus: Module = {
  name: 'stall-menus',
  label: label('档口菜单', 'Stall menus'),
  declarations: [gearMenu, priceLabel] as readonly Declaration[],
  menu: [
    {
      code: 'gear_area',
      label: label('项目运营', 'Site operations'),
      icon: 'shop',
      rank: 10,
      path: '/gear',
      children: [
        {
          code: 'gear_plan',
          label: label('菜单与计划', 'Menus and plans'),
          icon: 'calendar',
          children: [
            {
              code: 'gearmenu',
              label: label('档口菜单', 'Stall menus'),
              icon: 'profile',
              path: '/gear/gearmenu',
              resource: 'gearMenu',
            },
            {
              code: 'pricelabelfollow',
              label: label('价签跟踪', 'Labels to change'),
              icon: 'sync',
              path: '/gear/labelfollow',
            },
            {
              code: 'pricelabel',
              label: label('价签', 'Price labels'),
              icon: 'tags',
              path: '/gear/pricelabel',
              resource: 'priceLabel',
            },
          ],
        },
      ],
    },
  ],
};

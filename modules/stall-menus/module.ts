import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { gearMenu } from './gear-menu.resource.ts';

/** What stalls sell today: on boards, on the public page, and sold out. */
export const stallMenus: Module = {
  name: 'stall-menus',
  label: label('档口菜单', 'Stall menus'),
  declarations: [gearMenu] as readonly Declaration[],
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
          ],
        },
      ],
    },
  ],
};

import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';

/** Figures of the whole company on one page, out of what the other areas hold. */
export const companyConsole: Module = {
  name: 'console',
  label: label('控制台', 'Console'),
  declarations: [],
  menu: [
    {
      code: 'factory',
      label: label('工厂管理', 'Factories'),
      icon: 'build',
      rank: 9,
      path: '/factory',
      children: [
        {
          code: 'factoryboard',
          label: label('工厂看板', 'Factory board'),
          icon: 'dashboard',
          path: '/factory/board',
          rank: 0,
        },
      ],
    },
  ],
};

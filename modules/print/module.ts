import type { Declaration } from '../../kernel/core/declaration.ts';
import { label } from '../../kernel/core/label.ts';
import type { Module } from '../../kernel/core/module.ts';
import { systemGroup } from '../admin/menu.ts';
import { printLog } from './print-log.resource.ts';
import { printTemplate } from './print-template.resource.ts';

/** Whatever has a page, on paper: templates, prints and what was printed. */
export const print: Module = {
  name: 'print',
  label: label('打印', 'Printing'),
  declarations: [printTemplate, printLog] as readonly Declaration[],
  menu: [
    {
      ...systemGroup,
      children: [
        {
          code: 'printtemplate',
          label: label('打印模板', 'Print templates'),
          icon: 'printer',
          path: '/print/printtemplate',
          resource: 'printTemplate',
        },
        {
          code: 'printlog',
          label: label('打印记录', 'Print records'),
          icon: 'history',
          path: '/print/printlog',
          resource: 'printLog',
        },
      ],
    },
  ],
  buttons: [{ code: 'printlog_content', label: label('查看打印内容', 'See what was printed'), menu: 'printlog' }],
};

import { label } from '../../kernel/core/label.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Module } from '../../kernel/core/module.ts';
import { report } from './report.resource.ts';

/** Saved questions over any kind of record. */
export const reports: Module = {
  name: 'reports',
  label: label('报表', 'Reports'),
  declarations: [report] as readonly Declaration[],
  menu: [
    {
      code: 'report',
      label: label('报表中心', 'Reports'),
      icon: 'bar-chart',
      rank: 15,
      path: '/report',
      children: [
        {
          code: 'reportlist',
          label: label('报表列表', 'Reports'),
          icon: 'table',
          path: '/report/reportlist',
          resource: 'report',
        },
      ],
    },
  ],
  buttons: [{ code: 'report_share', label: label('共享', 'Share'), menu: 'reportlist' }],
};

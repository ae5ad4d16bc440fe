import { label } from '../../kernel/core/label.ts';
import type { MenuNode } from '../../kernel/core/module.ts';

export const sapMenu: readonly MenuNode[] = [
  {
    code: 'sap_area',
    label: label('接口同步', 'SAP'),
    icon: 'cloud-sync',
    rank: 20,
    path: '/sap-sync',
    children: [
      {
        code: 'sapsyncrun',
        label: label('同步记录', 'Sync runs'),
        icon: 'sync',
        path: '/sap-sync/sapsyncrun',
        resource: 'sapSyncRun',
      },
    ],
  },
];

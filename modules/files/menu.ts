import { label } from '../../kernel/core/label.ts';
import type { MenuNode } from '../../kernel/core/module.ts';
import { resourceGroup } from '../messages/menu.ts';

export const filesMenu: readonly MenuNode[] = [
  {
    ...resourceGroup,
    children: [
      {
        code: 'oss',
        label: label('对象存储', 'Object storage'),
        icon: 'cloud-server',
        path: '/resource/oss',
        resource: 'oss',
      },
      {
        code: 'attach',
        label: label('附件管理', 'Attachments'),
        icon: 'paper-clip',
        path: '/resource/attach',
        resource: 'attach',
      },
    ],
  },
];

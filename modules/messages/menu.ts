import { label } from '../../kernel/core/label.ts';
import type { MenuNode } from '../../kernel/core/module.ts';

export const messagesMenu: readonly MenuNode[] = [
  {
    code: 'desk', label: label('工作台', 'Workbench'), icon: 'inbox', path: '/desk',
    children: [
      { code: 'notice', label: label('通知公告', 'Notices'), icon: 'notification', path: '/desk/notice', resource: 'notice' },
      { code: 'message', label: label('我的消息', 'Messages'), icon: 'mail', path: '/desk/message', resource: 'message' },
    ],
  },
];

import { label } from '../../kernel/core/label.ts';
import type { MenuNode } from '../../kernel/core/module.ts';

/** Where other areas put theirs beside ours. */
export const resourceGroup = {
  code: 'resource',
  label: label('资源管理', 'Resources'),
  icon: 'container',
  rank: 24,
  path: '/resource',
} as const satisfies MenuNode;

export const messagesMenu: readonly MenuNode[] = [
  {
    code: 'desk',
    label: label('工作台', 'Workbench'),
    icon: 'bell',
    rank: 1,
    path: '/desk',
    children: [
      {
        code: 'notice',
        label: label('通知公告', 'Notices'),
        icon: 'notification',
        path: '/desk/notice',
        resource: 'notice',
      },
      {
        code: 'message',
        label: label('我的消息', 'Messages'),
        icon: 'mail',
        path: '/desk/message',
        resource: 'message',
      },
    ],
  },
  {
    ...resourceGroup,
    children: [
      { code: 'sms', label: label('短信配置', 'SMS'), icon: 'message', path: '/resource/sms', resource: 'sms' },
      {
        code: 'outbox',
        label: label('发送记录', 'Outbox'),
        icon: 'send',
        path: '/resource/outbox',
        resource: 'outbox',
      },
    ],
  },
];

import { label } from '../../kernel/core/label.ts';
import type { MenuNode } from '../../kernel/core/module.ts';

export const logsMenu: readonly MenuNode[] = [
  {
    code: 'monitor',
    label: label('系统监控', 'Monitoring'),
    icon: 'monitor',
    rank: 26,
    path: '/monitor',
    children: [
      {
        code: 'log',
        label: label('日志', 'Logs'),
        icon: 'file-text',
        path: '/monitor/log',
        children: [
          {
            code: 'log_usual',
            label: label('通用日志', 'General log'),
            icon: 'file-text',
            path: '/monitor/log/usual',
            resource: 'usualLog',
          },
          {
            code: 'log_api',
            label: label('接口日志', 'API log'),
            icon: 'api',
            path: '/monitor/log/api',
            resource: 'apiLog',
          },
          {
            code: 'log_error',
            label: label('错误日志', 'Error log'),
            icon: 'bug',
            path: '/monitor/log/error',
            resource: 'errorLog',
          },
          {
            code: 'log_audit',
            label: label('操作审计', 'Audit'),
            icon: 'security-scan',
            path: '/monitor/log/audit',
            resource: 'auditTrail',
          },
        ],
      },
    ],
  },
];

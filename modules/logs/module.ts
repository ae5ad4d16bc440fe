import { label } from '../../kernel/core/label.ts';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Module } from '../../kernel/core/module.ts';
import { apiLog, auditTrail, errorLog, usualLog } from './logs.resource.ts';
import { logsMenu } from './menu.ts';

/** What happened: sign-ins, calls, errors, changes. */
export const logs: Module = {
  name: 'logs',
  label: label('日志', 'Logs'),
  declarations: [usualLog, apiLog, errorLog, auditTrail] as readonly Declaration[],
  menu: logsMenu,
  parameters: {
    'log.usualDays': { label: label('通用日志保留天数', 'Days the usual log is kept'), value: '90' },
    'log.apiDays': { label: label('接口日志保留天数', 'Days the API log is kept'), value: '90' },
    'log.errorDays': { label: label('错误日志保留天数', 'Days the error log is kept'), value: '180' },
    'log.slowMs': { label: label('记录慢于多少毫秒的读取', 'Reads slower than so many ms are logged'), value: '2000' },
  },
};

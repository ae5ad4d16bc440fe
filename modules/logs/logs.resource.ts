import { resource } from '../../kernel/core/declaration.ts';
import { choice, integer, json, longtext, moment, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

const at = moment('时间', 'At', { readonly: true, search: true, list: true });
const by = ref('操作人', 'By', 'user', { optional: true, search: true, list: true });
/** Where it came from, the same for every log. */
const where = {
  serviceId: text('服务', 'Service', { search: true, list: true }),
  method: text('方法', 'Method', { list: true }),
  requestUri: text('请求地址', 'Address', { search: true, list: true }),
  createBy: by,
  remoteIp: text('来源地址', 'From', { optional: true }),
  userAgent: text('浏览器', 'Browser', { optional: true, max: 500 }),
  params: longtext('参数', 'Parameters', { optional: true }),
  serverHost: text('主机', 'Host', { optional: true, search: true }),
  serverIp: text('主机地址', 'Host address', { optional: true }),
  env: text('环境', 'Environment', { optional: true }),
  requestId: text('请求号', 'Request', { optional: true }),
  createTime: at,
};
const shared = {
  view: true,
  service: 'blade-log',
  scope: null,
  sort: '-createTime',
  calls: ['list', 'page', 'detail'],
} as const;

export const usualLog = resource('usualLog', {
  ...shared,
  label: label('通用日志', 'General log'),
  segment: 'usual',
  permission: 'log_usual',
  path: '/monitor/log/usual',
  title: 'logId',
  purpose: label('登录、退出与设置的改动', 'Sign-ins, sign-outs and changed settings'),
  tabs: [{ key: 'warn', label: label('警告', 'Warnings'), where: { logLevel: 'warn' } }],
  fields: {
    logId: text('事件', 'Event', { search: true, list: true }),
    logLevel: choice(
      '级别',
      'Level',
      [
        ['info', '信息', 'Info', 'plain'],
        ['warn', '警告', 'Warning', 'look'],
        ['error', '错误', 'Error', 'stop'],
      ],
      { search: true, list: true },
    ),
    logData: longtext('内容', 'What', { optional: true, list: true }),
    ...where,
  },
});

export const apiLog = resource('apiLog', {
  ...shared,
  label: label('接口日志', 'API log'),
  segment: 'api',
  permission: 'log_api',
  path: '/monitor/log/api',
  title: 'title',
  purpose: label('每次写入，以及慢于 log.slowMs 的读取', 'Every write, and reads slower than log.slowMs'),
  tabs: [{ key: 'refused', label: label('未成功', 'Failed'), where: { statusCode_ge: '400' } }],
  fields: {
    title: text('标题', 'Title', { search: true, list: true }),
    statusCode: integer('状态码', 'Status', { search: true, list: true }),
    time: integer('耗时(ms)', 'Took (ms)', { list: true }),
    methodClass: text('对象', 'Resource', { optional: true }),
    methodName: text('操作', 'Call', { optional: true }),
    ...where,
  },
});

export const errorLog = resource('errorLog', {
  ...shared,
  label: label('错误日志', 'Error log'),
  segment: 'error',
  permission: 'log_error',
  path: '/monitor/log/error',
  title: 'message',
  purpose: label(
    '服务端与浏览器的错误；同一天相同的错误合并为一行',
    'Errors of the server and of browsers; the same one of a day is one row',
  ),
  tabs: [
    { key: 'server', label: label('服务端', 'Server'), where: { source: 'server' } },
    { key: 'client', label: label('浏览器', 'Browser'), where: { source: 'client' } },
  ],
  fields: {
    message: text('错误', 'Error', { max: 1000, search: true, list: true }),
    title: text('标题', 'Title', { optional: true, max: 1000 }),
    source: choice(
      '来源',
      'Where',
      [
        ['server', '服务端', 'Server'],
        ['client', '浏览器', 'Browser'],
      ],
      { list: true },
    ),
    exceptionName: text('类型', 'Type', { optional: true, list: true }),
    count: integer('次数', 'Times', { list: true }),
    type: text('分类', 'Kind', { optional: true }),
    url: text('页面', 'Page', { optional: true, max: 500 }),
    fileName: text('文件', 'File', { optional: true }),
    lineNumber: integer('行号', 'Line', { optional: true }),
    stack: longtext('堆栈', 'Stack', { optional: true }),
    stackTrace: longtext('堆栈（服务端）', 'Stack (server)', { optional: true }),
    info: text('附加信息', 'More', { optional: true, max: 1000 }),
    fingerprint: text('指纹', 'Fingerprint', { optional: true }),
    time: moment('发生时间', 'Last at', { list: true }),
    ...where,
  },
});

/** Who changed what; never changed itself. */
export const auditTrail = resource('auditTrail', {
  ...shared,
  label: label('操作审计', 'Audit trail'),
  segment: 'audit',
  permission: 'log_audit',
  path: '/monitor/log/audit',
  title: 'title',
  purpose: label('谁在什么时候改了什么，改前改后', 'Who changed what and when, before and after'),
  fields: {
    createTime: at,
    userId: by,
    action: text('操作', 'Act', { search: true, list: true }),
    resource: text('对象', 'Record kind', { search: true, list: true }),
    title: text('记录', 'Record', { search: true, list: true }),
    recordId: text('记录编号', 'Record id', { search: true }),
    requestId: text('请求号', 'Request', { optional: true }),
    changes: json('改动', 'Changes', { optional: true }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const auditReads = ['resource'] as const;

import { resource } from '../../kernel/core/declaration.ts';
import { choice, code, dictionary, integer, json, longtext, moment, secret, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

/** Who sends short messages. One is in use; without one they wait in the outbox. */
export const sms = resource('sms', {
  label: label('短信配置', 'SMS'),
  service: 'blade-resource',
  segment: 'sms',
  path: '/resource/sms',
  purpose: label(
    '短信服务商和模板；没有启用的服务商时，短信留在发送记录中',
    'Providers and templates; without one in use messages stay in the outbox',
  ),
  title: 'smsCode',
  keyword: ['smsCode', 'templateId'],
  sort: 'smsCode',
  scope: null,
  excelKey: ['smsCode'],
  few: true,
  fields: {
    smsCode: code('资源编号', 'Code', { max: 32, unique: true, search: true, list: true }),
    category: dictionary('分类', 'Provider', 'sms', { numeric: true, max: 4, search: true, list: true }),
    templateId: text('模板ID', 'Template id', { max: 64, list: true }),
    templateText: longtext('模板内容', 'Template', {
      max: 500,
      optional: true,
      hint: label('参数写作 {名称}，如：您的验证码是 {code}', 'Parameters as {name}, such as: your code is {code}'),
    }),
    signName: text('短信签名', 'Signature', { max: 32, list: true }),
    accessKey: secret('访问密钥', 'Access key', { max: 255 }),
    secretKey: secret('密钥', 'Secret key', { max: 255, optional: true }),
    regionId: text('地域', 'Region', { max: 40, optional: true }),
    remark: text('备注', 'Remark', { max: 255, optional: true }),
  },
});

/** Everything that goes out of the house, and what became of it. */
export const outbox = resource('outbox', {
  label: label('发送记录', 'Outbox'),
  service: 'blade-resource',
  segment: 'outbox',
  path: '/resource/outbox',
  purpose: label(
    '发出的短信及结果；未启用服务商时在此查看',
    'Messages that were sent and what became of them; without a provider they are read here',
  ),
  title: 'receiver',
  sort: '-createTime',
  scope: null,
  calls: ['list', 'page', 'detail'],
  tabs: [
    { key: 'queued', label: label('待发', 'Waiting'), where: { state: 'queued' } },
    { key: 'failed', label: label('失败', 'Failed'), where: { state: 'failed' } },
  ],
  fields: {
    receiver: text('接收方', 'To', { max: 100, readonly: true, search: true, list: true }),
    channel: choice(
      '渠道',
      'Way',
      [
        ['sms', '短信', 'Short message'],
        ['mail', '邮件', 'Mail'],
      ],
      { readonly: true, search: true },
    ),
    state: choice(
      '状态',
      'State',
      [
        ['queued', '待发', 'Waiting', 'waiting'],
        ['sent', '已发', 'Sent', 'done'],
        ['failed', '失败', 'Failed', 'stop'],
        ['cancelled', '取消', 'Cancelled', 'plain'],
      ],
      { readonly: true, search: true, list: true, default: 'queued' },
    ),
    body: longtext('内容', 'Text', { readonly: true, list: true }),
    configCode: text('配置', 'Provider', { max: 32, readonly: true, optional: true, search: true, list: true }),
    attempts: integer('次数', 'Tries', { readonly: true, default: 0, list: true }),
    sentTime: moment('发送时间', 'Sent at', { readonly: true, optional: true, list: true }),
    nextTime: moment('下次发送', 'Next try', { readonly: true, optional: true }),
    providerId: text('回执', 'Receipt', { readonly: true, optional: true }),
    error: text('错误', 'Error', { max: 500, readonly: true, optional: true, list: true }),
    params: json('参数', 'Parameters', { readonly: true, optional: true }),
  },
  indexes: [
    ['state', 'nextTime'],
    ['receiver', 'createTime'],
  ],
});

/** What the page of the list reads of a row beside the columns it shows. */
export const outboxReads = ['state'] as const;

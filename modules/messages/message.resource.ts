import { resource } from '../../kernel/core/declaration.ts';
import { choice, longtext, moment, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';

/** What one person was told, with what to do about it. */
export const message = resource('message', {
  label: label('我的消息', 'My messages'),
  service: 'blade-desk',
  segment: 'message',
  path: '/desk/message',
  view: true,
  purpose: label(
    '同事写给您的邮件，以及系统提醒您处理的事',
    'Mail from colleagues, and what the system asks you to see to',
  ),
  title: 'title',
  sort: '-createTime',
  scope: null,
  calls: ['list', 'page', 'detail'],
  opensAt: 'unread',
  tabs: [
    { key: 'unread', label: label('未读', 'Unread'), where: { readTime_null: '1' } },
    { key: 'mail', label: label('邮件', 'Mail'), where: { box: 'mail' } },
    { key: 'message', label: label('消息', 'Messages'), where: { box: 'message' } },
  ],
  fields: {
    title: text('标题', 'Title', { search: true, list: true }),
    box: choice(
      '分类',
      'Box',
      [
        ['mail', '邮件', 'Mail'],
        ['message', '消息', 'Message'],
      ],
      { search: true, list: true },
    ),
    level: choice(
      '级别',
      'Level',
      [
        ['info', '提示', 'Note', 'plain'],
        ['warning', '预警', 'Warning', 'look'],
        ['urgent', '紧急', 'Urgent', 'stop'],
      ],
      { search: true, list: true },
    ),
    content: longtext('内容', 'Text', { optional: true, max: 1000, list: true }),
    senderUserId: ref('发送人', 'From', 'user', { optional: true, list: true }),
    topic: text('主题', 'Topic', { max: 40 }),
    dueTime: moment('期限', 'Due', { optional: true, list: true }),
    createTime: moment('时间', 'At', { readonly: true, search: true, list: true }),
    readTime: moment('阅读时间', 'Read at', { optional: true, readonly: true }),
    link: text('链接', 'Link', { optional: true }),
    actionLabel: text('动作', 'Act', { optional: true, max: 20 }),
  },
});

/** What the page of the list reads of a row beside the columns it shows. */
export const messageReads = ['title', 'readTime', 'link', 'actionLabel'] as const;

import { label } from '../../kernel/core/label.ts';

/** What the pages of messages and notices say. */
export const messagesTexts = {
  news: label('消息与通知', 'Messages and notices'),
  'news.unread': label('消息与通知，{count} 条未读', 'Messages and notices, {count} unread'),
  mail: label('邮件', 'Mail'),
  message: label('消息', 'Messages'),
  notice: label('通知', 'Notices'),
  'mail.none': label('没有邮件', 'No mail'),
  'message.none': label('没有待处理的消息', 'No messages to act on'),
  'notice.none': label('没有通知', 'No notices'),
  all: label('全部', 'See all'),
  'read.all': label('全部已读', 'Mark all read'),
  read: label('标为已读', 'Mark read'),
  open: label('查看', 'Open'),
  'read.notice': label('预览', 'Preview'),
  unread: label('未读', 'unread'),
  by: label('{name} 发布于 {time}', '{name}, {time}'),
  files: label('附件', 'Files'),
  write: label('写邮件', 'Write mail'),
  to: label('收件人', 'To'),
  title: label('标题', 'Title'),
  text: label('内容', 'Text'),
  send: label('发送', 'Send'),
  'sms.enable': label(
    '启用“{code}”？之后的短信由它发送，待发的也会立即发出。',
    'Use “{code}”? It sends from now on, including what is queued.',
  ),
  retry: label('重新发送', 'Send again'),
  'retry.done': label('已重新排队', 'Queued again'),
  sent: label('已发送给 {count} 人', 'Sent to {count} {count:person|people}'),
} as const;

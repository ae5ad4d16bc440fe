/** Calls of a person about mail, messages and notices, and of whoever sends short messages. */
import { chosenIds, contract, SESSION } from '../../kernel/core/contract.ts';
import { choice, json, longtext, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';

const desk = { service: 'blade-desk', permission: SESSION } as const;
const BOXES = [
  ['mail', '邮件', 'Mail'],
  ['message', '消息', 'Messages'],
  ['notice', '通知', 'Notices'],
] as const;
const box = choice('类别', 'Box', BOXES);

/**
 * [own] How much is unread in each box, and in how many seconds the next notice appears, where one does within a day.
 */
export const unread = contract({
  ...desk,
  method: 'GET',
  path: 'message/unread',
  summary: label('未读数量', 'How much is unread'),
  input: {},
  answer: shape.object({
    mail: shape.integer,
    message: shape.integer,
    notice: shape.integer,
    total: shape.integer,
    nextSeconds: shape.nullable(shape.integer),
  }),
});

/** [own] The newest of one box, unread first. */
export const mine = contract({
  ...desk,
  method: 'GET',
  path: 'message/mine',
  summary: label('我的邮件、消息与通知', 'My mail, messages and notices'),
  input: { box },
  answer: shape.list(
    shape.object({
      id: shape.id,
      box: shape.oneOf('mail', 'message', 'notice'),
      level: shape.oneOf('info', 'warning', 'urgent'),
      title: shape.text,
      /** The beginning of it, of a notice without its marks. */
      content: shape.text,
      link: shape.text,
      actionLabel: shape.text,
      time: shape.moment,
      senderName: shape.text,
      /** Of a notice: it stands in front. */
      topFlag: shape.optional(shape.flag),
      read: shape.boolean,
    }),
  ),
});

/** [own] An event stream: `news` whenever something of the above changes. */
export const stream = contract({
  ...desk,
  method: 'GET',
  path: 'message/stream',
  summary: label('新消息推送（事件流）', 'News as they happen (event stream)'),
  input: {},
  answer: shape.any,
});

/** [own] Marks messages of the caller as read. */
export const markRead = contract({
  ...desk,
  method: 'POST',
  path: 'message/read',
  summary: label('标为已读', 'Mark as read'),
  input: chosenIds,
  answer: shape.done,
});

/** [own] Marks a whole box of the caller as read. */
export const markAllRead = contract({
  ...desk,
  method: 'POST',
  path: 'message/read-all',
  summary: label('全部标为已读', 'Mark all as read'),
  input: { box },
  answer: shape.done,
});

/** [own] Mail from the caller to others, at most 200 of them. */
export const sendMail = contract({
  method: 'POST',
  service: 'blade-desk',
  path: 'message/send',
  permission: 'message_add',
  summary: label('写邮件', 'Write mail'),
  input: {
    userIds: refs('收件人', 'To', 'user'),
    title: text('标题', 'Title', { max: 100 }),
    content: longtext('内容', 'Text', { max: 1000 }),
  },
  answer: shape.object({ sent: shape.integer }),
});

/** [own] A notice as its readers see it; reading it notes that they did. */
export const readNotice = contract({
  ...desk,
  method: 'POST',
  path: 'notice/read',
  summary: label('阅读通知', 'Read a notice'),
  input: chosenIds,
  answer: shape.object({
    id: shape.id,
    title: shape.text,
    category: shape.text,
    releaseTime: shape.moment,
    content: shape.text,
    senderName: shape.text,
    files: shape.list(shape.object({ id: shape.id, name: shape.text })),
  }),
});

const resource = { method: 'POST', service: 'blade-resource' } as const;

/** Uses one provider of short messages in the place of the one in use. */
export const enableSms = contract({
  ...resource,
  path: 'sms/enable',
  permission: 'sms_enable',
  summary: label('启用短信配置', 'Use a provider'),
  input: chosenIds,
  answer: shape.done,
});

/** Puts messages into the outbox; each phone that may not have one more today is refused by itself. */
export const sendMessage = contract({
  ...resource,
  path: 'sms/endpoint/send-message',
  permission: 'sms_send',
  summary: label('发送短信', 'Send short messages'),
  input: {
    /** Of the configuration; the one in use where none is named. */
    code: text('短信编号', 'Code', { optional: true }),
    /** With commas, or a list. */
    phones: json('手机号码', 'Phones', { optional: true }),
    /** Values of the template by name, as an object or its JSON. */
    params: json('参数', 'Values', { optional: true }),
  },
  answer: shape.object({
    sent: shape.integer,
    refused: shape.list(shape.object({ phone: shape.text, reason: shape.text })),
  }),
});

/** Sends what failed or waits once more. */
export const retryOutbox = contract({
  ...resource,
  path: 'outbox/retry',
  permission: 'outbox_retry',
  summary: label('重新发送', 'Send again'),
  input: chosenIds,
  answer: shape.done,
});

/** Calls of a session about itself: who is signed in, where, the screen lock, and errors of the browser. */
import { chosenIds, contract, SESSION } from '../../../kernel/core/contract.ts';
import { json, secret, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

const auth = { service: 'blade-auth', permission: SESSION } as const;
const password = secret('锁屏密码', 'Lock password', { optional: true });

export const signOut = contract({
  ...auth,
  method: 'GET',
  path: 'oauth/logout',
  summary: label('退出', 'Sign out'),
  input: {},
  answer: shape.done,
});

const errorReport = {
  method: 'POST',
  permission: SESSION,
  summary: label('上传前端错误日志', 'Report errors of the browser'),
  /** One error; several come as a list, which is the whole body. */
  input: {
    type: json('类别', 'Kind', { optional: true }),
    url: json('页面地址', 'Address of the page', { optional: true }),
    message: json('错误信息', 'Message', { optional: true }),
    stack: json('错误堆栈', 'Stack', { optional: true }),
    info: json('附加信息', 'Details', { optional: true }),
    time: json('发生时间', 'Time', { optional: true }),
  },
  answer: shape.done,
} as const;

/** The specification gives the upload of errors the address of a sign-out; it ends no session. */
export const reportErrors = contract({ ...errorReport, service: 'blade-auth', path: 'oauth/logout' });
export const reportErrorBatch = contract({ ...errorReport, service: 'blade-log', path: 'error/batch' });

/** The signed-in person; no keys of somebody without an account. `roles` are aliases. */
export const whoAmI = contract({
  ...auth,
  method: 'GET',
  path: 'oauth/user-info',
  summary: label('当前用户', 'Who I am'),
  input: {},
  answer: shape.object({
    userId: shape.optional(shape.id),
    account: shape.optional(shape.text),
    userName: shape.optional(shape.text),
    nickName: shape.optional(shape.text),
    realName: shape.optional(shape.text),
    avatar: shape.optional(shape.text),
    tenantId: shape.optional(shape.text),
    /** Ids with commas, as `roleId` and `postId`. */
    deptId: shape.optional(shape.text),
    deptName: shape.optional(shape.text),
    roleId: shape.optional(shape.text),
    postId: shape.optional(shape.text),
    roles: shape.optional(shape.list(shape.text)),
    mustChangePassword: shape.optional(shape.flag),
    /** How long a password has to be; 0 for six to twelve letters and digits. */
    passwordMinLength: shape.optional(shape.integer),
  }),
});

/** Rights of this session are read again with its next call. */
export const clearCache = contract({
  ...auth,
  method: 'GET',
  path: 'oauth/clear-cache',
  summary: label('清除缓存', 'Drop cached rights'),
  input: {},
  answer: shape.done,
});

/** Until it is unlocked the session answers nothing but `unlockScreen` and `signOut`. */
export const lockScreen = contract({
  ...auth,
  method: 'POST',
  path: 'session/lock',
  summary: label('锁屏', 'Lock the screen'),
  input: { password },
  answer: shape.done,
});

/** Too many wrong passwords end the session. */
export const unlockScreen = contract({
  ...auth,
  method: 'POST',
  path: 'session/unlock',
  summary: label('解锁', 'Unlock the screen'),
  input: { password },
  answer: shape.done,
});

/** The caller's open sessions, this one first, then the last used. */
export const ownSessions = contract({
  ...auth,
  method: 'GET',
  path: 'session/mine',
  summary: label('我的登录', 'Where I am signed in'),
  input: {},
  answer: shape.list(
    shape.object({
      id: shape.id,
      clientId: shape.text,
      ip: shape.text,
      userAgent: shape.text,
      startedTime: shape.moment,
      lastSeenTime: shape.moment,
      current: shape.boolean,
      locked: shape.boolean,
    }),
  ),
});

/** Ends sessions of the caller; somebody else's answers 404. */
export const endOwnSessions = contract({
  ...auth,
  method: 'POST',
  path: 'session/end',
  summary: label('结束我的登录', 'End a session of mine'),
  input: chosenIds,
  answer: shape.done,
});

/** A ticket for one file, once: a link carries it, since it can carry no header. Good for `expiresIn` seconds. */
export const downloadTicket = contract({
  method: 'POST',
  service: 'blade-resource',
  path: 'download-ticket',
  permission: SESSION,
  summary: label('下载凭证', 'Ticket for a download'),
  input: {
    path: text('下载地址', 'Address of the file', { optional: true, max: 20_000 }),
    /** The text behind the `?`, or its parts as an object. */
    query: json('下载参数', 'What is asked of it', { optional: true }),
  },
  answer: shape.object({ ticket: shape.text, expiresIn: shape.integer }),
});

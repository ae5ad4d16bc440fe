import { label } from '../../../kernel/core/label.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import type { Identity } from '../rights/signed-in.server.ts';
import { profileOf } from './token-answer.server.ts';

/** Why a session ended. */
type EndReason = 'logout' | 'password' | 'frozen' | 'kicked' | 'lock';

/** Ends the sessions of these people, except one. */
export async function endSessions(
  tx: Transaction,
  userIds: readonly string[],
  reason: EndReason,
  but = '0',
): Promise<void> {
  await tx.run(
    sql`update session set ended_time = now(), end_reason = ${reason} where user_id = any(${userIds}::bigint[])
      and ended_time is null and id <> ${but}::bigint`,
  );
}

const ENTRIES_MAX = 50;
const short = (value: unknown, most: number): string =>
  (value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)).slice(
    0,
    most,
  );

/**
 * Errors that a browser reports about itself. The upload of the specification has the address of a sign-out, and is
 * none.
 */
async function storeErrors(context: Context, input: Input): Promise<boolean> {
  const given = Array.isArray(input['body']) ? input['body'] : [input];
  const entries = given
    .slice(0, ENTRIES_MAX)
    .filter((entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null)
    .map((entry) => ({
      kind: short(entry['type'], 40),
      url: short(entry['url'], 500),
      message: short(entry['message'], 1000),
      stack: short(entry['stack'], 8000),
      info: short(entry['info'], 1000),
      occurredTime: short(entry['time'], 40),
    }))
    .filter((entry) => entry.message !== '' || entry.stack !== '' || entry.url !== '');
  await context.tx.run(sql`
    insert into client_error (user_id, kind, url, message, stack, info, occurred_time)
    select ${context.user.userId}::bigint, e.kind, e.url, e.message, e.stack, e.info, e."occurredTime"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(kind text, url text, message text, stack text,
      info text, "occurredTime" text)`);
  return true;
}

async function whoAmI(context: Context): Promise<Record<string, unknown>> {
  const profile = await profileOf(context.tx, context.user.userId);
  if (profile === undefined) return {};
  const { account, name, realName, avatar, deptId, deptName, roleId, postId, roles } = profile;
  return {
    userId: context.user.userId,
    account,
    userName: account,
    nickName: name,
    realName,
    avatar,
    tenantId: context.tenant,
    deptId,
    deptName,
    roleId,
    postId,
    roles: roles.split(',').filter((alias) => alias !== ''),
    mustChangePassword: profile.mustChangePassword,
  };
}

/** Calls of a session about itself. */
export const sessionCalls = (identity: Identity): readonly Call[] => [
  {
    method: 'GET',
    service: 'blade-auth',
    path: 'oauth/logout',
    permission: SESSION,
    outsiders: true,
    reads: false,
    beforeOwnPassword: true,
    whileLocked: true,
    beforeRegistered: true,
    summary: label('退出', 'Sign out'),
    async handle(context) {
      await context.tx.run(
        sql`update session set ended_time = now(), end_reason = 'logout'
          where id = ${context.user.sessionId}::bigint and ended_time is null`,
      );
      context.tx.afterCommit(() => identity.forget(context.user.sessionId));
      return true;
    },
  },
  ...(['blade-auth oauth/logout', 'blade-log error/batch'] as const).map((address): Call => {
    const [service, path] = address.split(' ') as [string, string];
    return {
      method: 'POST',
      service,
      path,
      permission: SESSION,
      outsiders: true,
      beforeOwnPassword: true,
      summary: label('上传前端错误日志', 'Report errors of the browser'),
      handle: storeErrors,
    };
  }),
  {
    method: 'GET',
    service: 'blade-auth',
    path: 'oauth/user-info',
    permission: SESSION,
    outsiders: true,
    beforeOwnPassword: true,
    beforeRegistered: true,
    summary: label('当前用户', 'Who I am'),
    handle: whoAmI,
  },
  {
    method: 'GET',
    service: 'blade-auth',
    path: 'oauth/clear-cache',
    permission: SESSION,
    outsiders: true,
    summary: label('清除缓存', 'Drop cached rights'),
    handle: async (context) => {
      identity.forget(context.user.sessionId);
      return true;
    },
  },
];

import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import type { Identity } from '../rights/signed-in.server.ts';
import { passwordMinLength } from './password.server.ts';
import * as calls from './session.calls.ts';
import { profileOf } from './token-answer.server.ts';

/** Why a session ended. */
type EndReason = 'logout' | 'password' | 'frozen' | 'kicked' | 'lock';

/** Ends all open sessions of these people but one. */
export async function endSessions(
  tx: Transaction,
  userIds: readonly string[],
  reason: EndReason,
  except = '0',
): Promise<void> {
  await tx.run(
    sql`update session set ended_time = now(), end_reason = ${reason} where user_id = any(${userIds}::bigint[])
      and ended_time is null and id <> ${except}::bigint`,
  );
}

const ENTRIES_MAX = 50;
const short = (value: unknown, most: number): string =>
  (value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)).slice(
    0,
    most,
  );

type ReportedError = Readonly<Record<'type' | 'url' | 'message' | 'stack' | 'info' | 'time', unknown>>;

/** Stores the errors of a report, cut to what their columns hold; a body that is a list is read from `body`. */
async function storeErrors({ tx, user }: Context, report: ReportedError, { body }: Input): Promise<boolean> {
  const reported: readonly unknown[] = Array.isArray(body) ? body : [report];
  const entries = reported
    .slice(0, ENTRIES_MAX)
    .filter((entry): entry is ReportedError => typeof entry === 'object' && entry !== null)
    .map((entry) => ({
      kind: short(entry.type, 40),
      url: short(entry.url, 500),
      message: short(entry.message, 1000),
      stack: short(entry.stack, 8000),
      info: short(entry.info, 1000),
      occurredTime: short(entry.time, 40),
    }))
    .filter((entry) => entry.message !== '' || entry.stack !== '' || entry.url !== '');
  await tx.run(sql`
    insert into client_error (user_id, kind, url, message, stack, info, occurred_time)
    select ${user.userId}::bigint, e.kind, e.url, e.message, e.stack, e.info, e."occurredTime"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(kind text, url text, message text, stack text,
      info text, "occurredTime" text)`);
  return true;
}

const storing = { outsiders: true, beforeOwnPassword: true } as const;
const reportErrors = serve(
  calls.reportErrors,
  (context, input, { body }) => storeErrors(context, input, body),
  storing,
);
const reportErrorBatch = serve(
  calls.reportErrorBatch,
  (context, input, { body }) => storeErrors(context, input, body),
  storing,
);

const whoAmI = serve(
  calls.whoAmI,
  async (context) => {
    const profile = await profileOf(context.tx, context.user.userId);
    if (profile === undefined) return {};
    const { account, name, realName, avatar, deptId, deptName, roleId, postId, roles, mustChangePassword } = profile;
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
      mustChangePassword,
      passwordMinLength: await passwordMinLength(context),
    };
  },
  { outsiders: true, beforeOwnPassword: true, beforeRegistered: true },
);

const signOut = (identity: Identity): Call =>
  serve(
    calls.signOut,
    async ({ tx, user }) => {
      await tx.run(
        sql`update session set ended_time = now(), end_reason = 'logout'
          where id = ${user.sessionId}::bigint and ended_time is null`,
      );
      tx.afterCommit(() => identity.forget(user.sessionId));
      return true;
    },
    { outsiders: true, reads: false, beforeOwnPassword: true, whileLocked: true, beforeRegistered: true },
  );

const clearCache = (identity: Identity): Call =>
  serve(
    calls.clearCache,
    async ({ user }) => {
      identity.forget(user.sessionId);
      return true;
    },
    { outsiders: true },
  );

/** Calls of a session about itself. */
export const sessionCalls = (identity: Identity): readonly Call[] => [
  signOut(identity),
  reportErrors,
  reportErrorBatch,
  whoAmI,
  clearCache(identity),
];

import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { ClientRecord } from './client.server.ts';
import type * as calls from './sign-in.calls.ts';
import type { AccessClaims, Tokens } from './token.server.ts';

/** Names and ids of a person as clients store them. `roles` are aliases, never names. */
interface Profile {
  readonly account: string;
  readonly name: string;
  readonly realName: string;
  readonly avatar: string;
  readonly deptId: string;
  readonly deptName: string;
  readonly postId: string;
  readonly roleId: string;
  readonly roles: string;
  readonly mustChangePassword: 0 | 1;
  readonly timeZone: string;
  /** Their first link to a sign-in provider, or "". */
  readonly oauthId: string;
}

/** The profile of a person; undefined when the account is gone or disabled. */
export const profileOf = (tx: Transaction, userId: string): Promise<Profile | undefined> =>
  tx.row<Profile>(sql`
    select u.account, u.name, u.real_name, coalesce(u.avatar, '') as avatar, u.must_change_password,
      (select n.time_zone from tenant n where n.tenant_id = u.tenant_id),
      coalesce((select min(o.id)::text from user_oauth o where o.user_id = u.id), '') as oauth_id,
      array_to_string(u.dept_id, ',') as dept_id, coalesce(array_to_string(u.post_id, ','), '') as post_id,
      array_to_string(u.role_id, ',') as role_id,
      coalesce((select string_agg(d.dept_name, ',' order by array_position(u.dept_id, d.id)) from dept d
      where d.id = any(u.dept_id)), '') as dept_name,
      coalesce((select string_agg(r.role_alias, ',' order by r.sort, r.id) from role r
      where r.id = any(u.role_id) and r.frozen = 0), '') as roles
    from app_user u where u.id = ${userId}::bigint and u.frozen = 0 and u.audit_state = 'approved'`);

/** The bare answer of every grant, with all fields: a refresh replaces the user a client has stored. */
export async function tokenAnswer(
  tx: Transaction,
  tokens: Tokens,
  client: ClientRecord,
  claims: AccessClaims,
  refresh: string,
): Promise<TypeOf<typeof calls.token.answer>> {
  const profile = await profileOf(tx, claims.userId);
  if (profile === undefined) throw new Error('A token was asked for somebody who may not sign in');
  return {
    access_token: await tokens.access(claims, client.accessSeconds),
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: client.accessSeconds,
    tenant_id: claims.tenant,
    user_id: claims.userId,
    account: profile.account,
    user_name: profile.account,
    nick_name: profile.name,
    real_name: profile.realName,
    avatar: profile.avatar,
    role_name: profile.roles,
    role_id: profile.roleId,
    dept_id: profile.deptId,
    dept_name: profile.deptName,
    post_id: profile.postId,
    oauth_id: profile.oauthId,
    detail: { type: 'web' },
    license: 'powered by larder',
    client_id: client.clientId,
    scope: client.scope,
    must_change_password: profile.mustChangePassword,
    time_zone: profile.timeZone,
  };
}

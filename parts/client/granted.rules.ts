/** Who is signed in on this browser, and with which tokens. */
export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
  /** Milliseconds of this device's clock. */
  readonly obtainedAt: number;
  readonly tenantId: string;
  readonly userId: string;
  readonly account: string;
  readonly name: string;
  readonly avatar: string;
  readonly deptName: string;
  readonly roles: readonly string[];
  /** Of the company: the days of its documents are those of its own calendar. */
  readonly timeZone?: string;
  /** Signed in with a password somebody else gave; the server answers nothing until another is chosen. */
  readonly mustChangePassword?: boolean;
}

/** What a grant answers, bare of an envelope. */
export interface TokenAnswer {
  readonly oauth_id?: string;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
  readonly tenant_id?: string;
  readonly user_id?: string;
  readonly account?: string;
  readonly nick_name?: string;
  readonly real_name?: string;
  readonly avatar?: string;
  readonly dept_name?: string;
  readonly role_name?: string;
  readonly time_zone?: string;
  readonly must_change_password?: number;
  readonly error_description?: string;
}

/**
 * The session a grant opened at `now` (milliseconds), asked for by somebody of `tenantId`; undefined where it opened
 * none.
 */
export function granted(answer: TokenAnswer, tenantId: string, now: number): Session | undefined {
  if (answer.access_token === undefined || answer.refresh_token === undefined) return undefined;
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresIn: answer.expires_in ?? 3_600,
    obtainedAt: now,
    tenantId: answer.tenant_id ?? tenantId,
    userId: answer.user_id ?? '',
    account: answer.account ?? '',
    name: answer.real_name || answer.nick_name || answer.account || '',
    avatar: answer.avatar ?? '',
    deptName: answer.dept_name ?? '',
    roles: (answer.role_name ?? '').split(',').filter((role) => role !== ''),
    ...(answer.time_zone ? { timeZone: answer.time_zone } : {}),
    mustChangePassword: answer.must_change_password === 1,
  };
}

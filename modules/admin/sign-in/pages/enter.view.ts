import type { Session, TokenAnswer } from '../../../../parts/client/granted.rules.ts';
import { markUnlocked } from '../../../../parts/client/lock.ts';
import { writeStored } from '../../../../parts/state/device-storage.ts';
import { keepSession, requestTokens, openSession, session, needsSignIn } from '../../../../parts/client/session.ts';
import { jsonOf, dataOf, send } from '../../../../parts/client/wire.ts';
import type { TypeOf } from '../../../../kernel/core/shape.ts';
import type * as calls from '../sign-in.calls.ts';
import type * as sessionCalls from '../session.calls.ts';
import { md5 } from './md5.ts';
import { isUnknown } from './registration.rules.ts';

interface Credentials {
  readonly tenantId: string;
  readonly account: string;
  readonly password: string;
  readonly captchaKey?: string;
  readonly captcha?: string;
}

/** Somebody a sign-in provider vouches for, who has no account here yet. */
export interface Guest {
  readonly token: string;
  readonly tenantId: string;
  readonly oauthId: string;
  readonly name: string;
}

/** A captcha as somebody read it. */
export type Read = Required<Pick<Credentials, 'captchaKey' | 'captcha'>>;

/** Signs in with what a provider sent back; answers a guest where the account there belongs to nobody here. */
export async function enterBySocial(
  tenantId: string,
  callback: Readonly<Record<string, string>>,
  read?: Read,
): Promise<Guest | undefined> {
  const form = { ...callback, tenantId, grant_type: 'social', scope: 'all' };
  const answer = await jsonOf<TokenAnswer>(
    await send({
      method: 'POST',
      path: '/blade-auth/oauth/token',
      form,
      headers: {
        'Tenant-Id': tenantId,
        ...(read === undefined ? {} : { 'Captcha-Key': read.captchaKey, 'Captcha-Code': read.captcha }),
      },
    }),
  );
  if (isUnknown(answer.user_id ?? ''))
    return {
      token: answer.access_token ?? '',
      tenantId: answer.tenant_id ?? tenantId,
      oauthId: answer.oauth_id ?? '',
      name: answer.nick_name ?? '',
    };
  openSession(answer, form, true);
  writeStored('tenant', tenantId);
  markUnlocked();
  return undefined;
}

/** A new captcha to read. */
export const captcha = async (): Promise<TypeOf<typeof calls.captcha.answer>> =>
  jsonOf(await send({ path: '/blade-auth/oauth/captcha' }));

/** The tenant this page's address belongs to, if any. */
export const tenantOfAddress = async (): Promise<TypeOf<typeof calls.tenantOfAddress.answer>> =>
  dataOf(await send({ path: '/blade-system/tenant/info', query: { domain: location.origin } }));

/** Accounts of the demonstration; none where the program was started without it. */
export const demonstration = async (): Promise<TypeOf<typeof calls.demonstration.answer>> =>
  dataOf(await send({ path: '/blade-auth/oauth/demonstration' }));

/** How long a new password of whoever is signed in has to be; 0 for the common rule. */
export async function passwordMinLength(): Promise<number> {
  const path = '/blade-auth/oauth/user-info';
  const mine = await dataOf<TypeOf<typeof sessionCalls.whoAmI.answer>>(
    await send({ path }, session.get()?.accessToken),
  );
  return mine.passwordMinLength ?? 0;
}

/**
 * Signs in with a password. Somebody new starts without open tabs; whoever signs in again in place keeps theirs, and
 * the page is reloaded where that is another person.
 */
export async function signIn(given: Credentials): Promise<Session> {
  const before = session.get();
  const headers: Record<string, string> = { 'Tenant-Id': given.tenantId };
  if (given.captchaKey !== undefined) {
    headers['Captcha-Key'] = given.captchaKey;
    headers['Captcha-Code'] = given.captcha ?? '';
  }
  const made = await requestTokens(
    {
      tenantId: given.tenantId,
      username: given.account,
      password: md5(given.password),
      grant_type: given.captchaKey === undefined ? 'password' : 'captcha',
      scope: 'all',
      is_login: 'true',
      type: 'account',
    },
    headers,
    before === undefined,
  );
  // Another person at the same screen must not get what was open.
  if (before !== undefined && (before.userId !== made.userId || before.tenantId !== made.tenantId)) location.reload();
  // A new session was never locked.
  markUnlocked();
  if (made.mustChangePassword !== true) needsSignIn.set(false);
  return made;
}

/** Replaces the caller's password. Calls that waited for that continue. */
export async function choosePassword(given: {
  readonly old: string;
  readonly fresh: string;
  readonly again: string;
}): Promise<void> {
  const body = { oldPassword: md5(given.old), newPassword: given.fresh, newPassword1: given.again };
  await dataOf(
    await send({ method: 'POST', path: '/blade-user/update-password', json: body }, session.get()?.accessToken),
  );
  const now = session.get();
  if (now !== undefined) keepSession({ ...now, mustChangePassword: false });
  needsSignIn.set(false);
}

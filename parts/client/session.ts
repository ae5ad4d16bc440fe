import { ApiError } from './errors.ts';
import { granted, type Session, type TokenAnswer } from './granted.rules.ts';
import { say } from './i18n.ts';
import { LOGIN_PATH } from './login-address.ts';
import { clearLock } from './lock.ts';
import { onStoredChange, readStored, writeStored } from '../state/device-storage.ts';
import { store } from '../state/store.ts';
import { jsonOf, send } from './wire.ts';

const KEY = 'session';
const LOOK_EVERY_MS = 10_000;
/** Age at which tokens are renewed, unless they live shorter. */
const RENEW_AFTER_S = 3_000;

/** A session without its token is none. */
const stored = (): Session | undefined => {
  const found = readStored<Session | undefined>(KEY, undefined);
  return found?.accessToken ? found : undefined;
};

export const session = store<Session | undefined>(stored());
/** True while the person must sign in again before the waiting calls go on. */
export const needsSignIn = store(false);

onStoredChange(KEY, () => {
  const theirs = stored();
  const mine = session.get();
  // Somebody else signed in in another tab: what this tab shows belongs to nobody any more.
  if (
    mine !== undefined &&
    theirs !== undefined &&
    (theirs.userId !== mine.userId || theirs.tenantId !== mine.tenantId)
  )
    return location.reload();
  // With a given password the other tab is still at its question; this one asks in place, over what is being worked on.
  if (theirs !== undefined) needsSignIn.set(mine !== undefined && theirs.mustChangePassword === true);
  session.set(theirs);
});

/** From now on this is who is signed in. */
export function keepSession(made: Session): void {
  writeStored(KEY, made);
  session.set(made);
}

/** Asks for tokens and keeps what is granted; `isFresh` where somebody begins anew, with no tabs of before. */
export async function requestTokens(
  form: Record<string, string>,
  headers: Record<string, string>,
  isFresh = false,
): Promise<Session> {
  return openSession(
    await jsonOf<TokenAnswer>(await send({ method: 'POST', path: '/blade-auth/oauth/token', form, headers })),
    form,
    isFresh,
  );
}

/** Keeps what a grant answered. */
export function openSession(answer: TokenAnswer, form: Readonly<Record<string, string>>, isFresh: boolean): Session {
  const made = granted(answer, form['tenantId'] ?? '000000', Date.now());
  if (made === undefined) throw new ApiError('refused', answer.error_description ?? say('error.unknown'));
  if (isFresh) writeStored(personalTo(made, 'tabs'), undefined);
  keepSession(made);
  return made;
}

/** The person changed how they are called or look. */
export function updateOwnProfile(change: { readonly name: string; readonly avatar: string }): void {
  const now = session.get();
  if (now !== undefined) keepSession({ ...now, ...change });
}

/** Renews the tokens once, however many tabs and calls ask for it at the same time. */
async function renew(staleToken?: string): Promise<void> {
  const turn = async (): Promise<void> => {
    const now = stored();
    if (now === undefined) throw new ApiError('signed-out', say('error.signedOut'));
    const mine = staleToken ?? session.get()?.accessToken;
    if (now.accessToken !== mine) return session.set(now);
    await requestTokens(
      { grant_type: 'refresh_token', refresh_token: now.refreshToken, tenantId: now.tenantId, scope: 'all' },
      { 'Tenant-Id': now.tenantId },
    );
  };
  // Without locks (plain http on another machine) two tabs may renew at once; the server answers both with the same
  // successor.
  await ('locks' in navigator ? navigator.locks.request('larder:renew', turn) : turn());
}

/** Resolves when the session is good again: renewed silently, or after the person signed in again in place. */
export async function restored(staleToken: string | undefined): Promise<void> {
  const now = session.get();
  if (now === undefined) throw new ApiError('signed-out', say('error.signedOut'));
  if (!needsSignIn.get()) {
    if (now.accessToken !== staleToken) return;
    try {
      await renew(staleToken);
      return;
    } catch (cause) {
      if (cause instanceof ApiError && cause.errorKind === 'offline') throw cause;
    }
  }
  needsSignIn.set(true);
  await new Promise<void>((resolve, reject) => {
    const stop = needsSignIn.subscribe(() => {
      if (needsSignIn.get()) return;
      stop();
      const after = session.get();
      if (after === undefined || after.accessToken === staleToken)
        reject(new ApiError('signed-out', say('error.signedOut')));
      else resolve();
    });
  });
}

/** Looks every ten seconds whether the tokens have grown old. */
export function renewSessionRegularly(): () => void {
  const timer = setInterval(() => {
    const now = session.get();
    if (now === undefined || needsSignIn.get()) return;
    const limit = Math.min(RENEW_AFTER_S, now.expiresIn * 0.8);
    if (Date.now() - now.obtainedAt >= limit * 1_000) renew(now.accessToken).catch(() => undefined);
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Ends the session here and on the server; without an answer it ends here all the same. */
export async function signOut(): Promise<void> {
  const now = session.get();
  if (now !== undefined) await send({ path: '/blade-auth/oauth/logout' }, now.accessToken).catch(() => undefined);
  history.replaceState(null, '', LOGIN_PATH);
  forget();
}

/**
 * Drops on this device what belongs to a session: token, who and with which roles, open tabs, lock. Drafts are the
 * person's own and stay.
 */
function forget(): void {
  writeStored(personal('tabs'), undefined);
  writeStored(KEY, undefined);
  session.set(undefined);
  needsSignIn.set(false);
  clearLock();
}

/** Somebody emptied the token beneath a running program: the session is over here. */
export function requireToken(): void {
  if (session.get() !== undefined && stored() === undefined) forget();
}

/** Key of what is kept on this device for one person of one tenant. */
export const personal = (key: string): string => personalTo(session.get(), key);
const personalTo = (who: Session | undefined, key: string): string =>
  `${who?.tenantId ?? '-'}:${who?.userId ?? '-'}:${key}`;

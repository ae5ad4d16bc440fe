import { ApiError, reasonOf, fieldProblemsIn, errorKindOf } from '../../../../parts/client/errors.ts';
import { say } from './i18n.view.ts';
import { returnAddress } from '../../../../parts/client/login-address.ts';
import type { Registration } from './registration.rules.ts';
import { readStored, writeStored } from '../../../../parts/state/device-storage.ts';
import { session } from '../../../../parts/client/session.ts';
import { enterBySocial, type Guest, type Read } from './enter.view.ts';
import { dataOf, send } from '../../../../parts/client/wire.ts';
import type { TypeOf } from '../../../../kernel/core/shape.ts';
import type * as calls from '../sign-in.calls.ts';

/** Where sign-in providers send people back to; the last part says which. */
const RETURN_PATH = '/oauth/redirect/';
/** Whether this address is one that providers send people back to. */
export const isReturn = (pathname: string): boolean => pathname.startsWith(RETURN_PATH);

/** What this window was doing when it left for a provider. */
interface RoundTrip {
  readonly purpose: 'sign-in' | 'link';
  readonly tenantId: string;
  readonly to: string;
}
/** In this window alone; without its storage somebody only returns to the first page. */
const storeRoundTrip = (trip: RoundTrip): void => writeStored('provider-round-trip', trip, 'session');
function takeRoundTrip(): RoundTrip {
  const stored = readStored<Partial<RoundTrip>>('provider-round-trip', {}, 'session');
  writeStored('provider-round-trip', undefined, 'session');
  return { purpose: 'sign-in', tenantId: '000000', to: '/', ...stored };
}

export type Source = TypeOf<typeof calls.providers.answer>[number];
/** The sign-in providers of a tenant. */
export const sourcesOf = async (tenantId: string, signal: AbortSignal): Promise<readonly Source[]> =>
  dataOf(await send({ path: '/blade-auth/oauth/sources', query: { tenantId }, signal }));

/** Sends the browser to a provider to sign in. */
export function leaveFor(source: string, tenantId: string): void {
  storeRoundTrip({ purpose: 'sign-in', tenantId, to: returnAddress(location.search) });
  location.assign(
    `/api/blade-auth/oauth/render/${encodeURIComponent(source)}?tenantId=${encodeURIComponent(tenantId)}`,
  );
}

/** Sends the browser to a provider to link with; `address` is the answer to the right password. */
export function leaveToLink(address: string): void {
  storeRoundTrip({ purpose: 'link', tenantId: session.get()?.tenantId ?? '', to: '/info/index' });
  location.assign(address);
}

/** What is shown to somebody a provider sent back. Whoever is signed in leaves this page. */
export type Arrival =
  | { readonly guest: Guest }
  | { readonly failed: string; readonly to: string }
  | { readonly captcha: (read: Read) => Promise<Arrival>; readonly why: string };

let arriving: Promise<Arrival> | undefined;
/** Once for each page, however often it is drawn. */
export const arrive = (): Promise<Arrival> => (arriving ??= readCallback(takeRoundTrip()));

async function readCallback(trip: RoundTrip): Promise<Arrival> {
  const answer = new URLSearchParams(location.search);
  const source = decodeURIComponent(location.pathname.slice(RETURN_PATH.length));
  const callback = {
    source,
    code: answer.get('code') ?? '',
    state: answer.get('state') ?? '',
    ...(answer.has('iss') ? { iss: answer.get('iss')! } : {}),
  };
  // The code is used up or never will be: it need not stay in the address.
  history.replaceState(null, '', location.pathname);
  if (callback.code === '')
    return {
      failed: say(answer.get('error') === 'access_denied' ? 'social.denied' : 'social.failed'),
      to: nextAddressOf(trip),
    };
  return complete(trip, callback);
}

const nextAddressOf = (trip: RoundTrip): string => (trip.purpose === 'link' ? trip.to : '/login');

async function complete(trip: RoundTrip, callback: Readonly<Record<string, string>>, read?: Read): Promise<Arrival> {
  try {
    if (trip.purpose === 'link')
      await dataOf(
        await send({ method: 'POST', path: '/blade-auth/oauth/linked', json: callback }, session.get()?.accessToken),
      );
    else {
      const guest = await enterBySocial(trip.tenantId, callback, read);
      if (guest !== undefined) return { guest };
    }
  } catch (cause) {
    if (reasonOf(cause) === 'sign-in.captcha')
      return { captcha: (next) => complete(trip, callback, next), why: (cause as ApiError).message };
    return { failed: cause instanceof ApiError ? cause.message : say('error.unknown'), to: nextAddressOf(trip) };
  }
  location.replace(trip.to);
  return new Promise<never>(() => {});
}

/** Asks for an account. Throws with what the server says. */
export async function register(
  { token, oauthId }: Guest,
  { tenantId, name, account, password }: Registration,
): Promise<void> {
  const answer = await send(
    {
      method: 'POST',
      path: '/blade-user/register-guest',
      form: { tenantId: tenantId.trim(), name: name.trim(), account: account.trim(), password, oauthId },
    },
    token,
  );
  const body = (await answer.json().catch(() => ({}))) as {
    readonly success?: boolean;
    readonly msg?: string;
    readonly data?: unknown;
  };
  if (body.success === true) return;
  const message = body.msg || say('register.failed');
  throw new ApiError(errorKindOf(answer.status), message, {
    data: body.data,
    status: answer.status,
    problems: fieldProblemsIn(body.data, message),
  });
}

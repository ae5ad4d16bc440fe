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
export const isReturn = (pathname: string): boolean => pathname.startsWith(RETURN_PATH);

/** What this window was about when it left for a provider. */
interface RoundTrip {
  readonly purpose: 'sign-in' | 'link';
  readonly tenantId: string;
  readonly to: string;
}
/** In this window alone; without its storage somebody only comes back to the first page. */
const storeRoundTrip = (way: RoundTrip): void => writeStored('way', way, 'session');
function takeRoundTrip(): RoundTrip {
  const kept = readStored<Partial<RoundTrip>>('way', {}, 'session');
  writeStored('way', undefined, 'session');
  return { purpose: 'sign-in', tenantId: '000000', to: '/', ...kept };
}

export type Source = TypeOf<typeof calls.providers.answer>[number];
/** The sign-in providers of a tenant. */
export const sourcesOf = async (tenantId: string, signal: AbortSignal): Promise<readonly Source[]> =>
  dataOf(await send({ path: '/blade-auth/oauth/sources', query: { tenantId }, signal }));

/** Leaves for a provider to sign in. */
export function leaveFor(source: string, tenantId: string): void {
  storeRoundTrip({ purpose: 'sign-in', tenantId, to: returnAddress(location.search) });
  location.assign(
    `/api/blade-auth/oauth/render/${encodeURIComponent(source)}?tenantId=${encodeURIComponent(tenantId)}`,
  );
}

/** Leaves for a provider to link with; `address` came with the right password. */
export function leaveToLink(address: string): void {
  storeRoundTrip({ purpose: 'link', tenantId: session.get()?.tenantId ?? '', to: '/info/index' });
  location.assign(address);
}

/** What became of somebody who came back. Who is let in does not see this page any more. */
export type Arrival =
  | { readonly guest: Guest }
  | { readonly failed: string; readonly to: string }
  | { readonly captcha: (read: Read) => Promise<Arrival>; readonly why: string };

let arriving: Promise<Arrival> | undefined;
/** Once for each page, however often it is drawn. */
export const arrive = (): Promise<Arrival> => (arriving ??= comeBack(takeRoundTrip()));

async function comeBack(way: RoundTrip): Promise<Arrival> {
  const answer = new URLSearchParams(location.search);
  const source = decodeURIComponent(location.pathname.slice(RETURN_PATH.length));
  const told = {
    source,
    code: answer.get('code') ?? '',
    state: answer.get('state') ?? '',
    ...(answer.has('iss') ? { iss: answer.get('iss')! } : {}),
  };
  // What came is spent by now, or never will be: it need not stay in the address.
  history.replaceState(null, '', location.pathname);
  if (told.code === '')
    return {
      failed: say(answer.get('error') === 'access_denied' ? 'social.denied' : 'social.failed'),
      to: authorizationUrlOf(way),
    };
  return comeIn(way, told);
}

const authorizationUrlOf = (way: RoundTrip): string => (way.purpose === 'link' ? way.to : '/login');

async function comeIn(way: RoundTrip, told: Readonly<Record<string, string>>, read?: Read): Promise<Arrival> {
  try {
    if (way.purpose === 'link')
      await dataOf(
        await send({ method: 'POST', path: '/blade-auth/oauth/linked', json: told }, session.get()?.accessToken),
      );
    else {
      const guest = await enterBySocial(way.tenantId, told, read);
      if (guest !== undefined) return { guest };
    }
  } catch (cause) {
    if (reasonOf(cause) === 'sign-in.captcha')
      return { captcha: (next) => comeIn(way, told, next), why: (cause as ApiError).message };
    return { failed: cause instanceof ApiError ? cause.message : say('error.unknown'), to: authorizationUrlOf(way) };
  }
  location.replace(way.to);
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
    said: fieldProblemsIn(body.data, message),
  });
}

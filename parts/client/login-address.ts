export const LOGIN_PATH = '/login';

/** Addresses that only lead to the first page: nobody meant to come back to them. */
const ENTRY_PATHS: ReadonlySet<string> = new Set(['/', '/wel', '/wel/index', LOGIN_PATH, '/lock', '/blank']);

/** Where somebody who is not signed in is sent from an address; it remembers the way. */
export const loginAddress = (pathname: string, search: string): string =>
  ENTRY_PATHS.has(pathname) ? LOGIN_PATH : `${LOGIN_PATH}?to=${encodeURIComponent(pathname + search)}`;

/** Where the sign-in leads to; never to another host. */
export function returnAddress(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? '/';
  return /^\/(?![/\\])/.test(to) && !to.startsWith(LOGIN_PATH) ? to : '/';
}

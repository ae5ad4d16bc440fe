import type { Location } from 'react-router';
import { readStored, writeStored } from './device-storage.ts';
import { personal } from '../client/session.ts';
import { store } from './store.ts';

/** An open page. Its key is its path: the same path is the same tab. */
export interface Tab {
  readonly key: string;
  readonly location: Location;
  /** Set by the page itself, when it knows more than the menu: a document's number. */
  readonly title?: string;
  /** Raised to mount the page anew. */
  readonly generation: number;
  /** When it was last in front; the page that was not for longest is unmounted first. */
  readonly seenAt: number;
}

export const HOME = '/wel/index';
/** Pages that stay mounted. Others have their tab and their draft, and are mounted anew when they come to the front. */
export const MOUNTED_MAX = 10;

export const tabs = store<readonly Tab[]>([]);

let clock = 0;

/** Addresses that only lead to another one. */
const REDIRECTS: ReadonlySet<string> = new Set(['/', '/wel', '/login', '/lock']);
/** Does the address only lead to another one? */
export const isRedirect = (pathname: string): boolean => REDIRECTS.has(pathname);

/** `/index` behind a path is the same page. */
export const keyOf = (pathname: string): string => {
  const path = pathname.replace(/\/+$/, '') || '/';
  return REDIRECTS.has(path) || path === HOME ? HOME : path.replace(/\/index$/, '');
};

/** Called at every change of address: opens its tab, or brings it to the front. */
export function visit(location: Location): void {
  if (REDIRECTS.has(location.pathname)) return;
  const key = keyOf(location.pathname);
  clock += 1;
  tabs.update((open) =>
    open.some((tab) => tab.key === key)
      ? open.map((tab) => (tab.key === key ? { ...tab, location, seenAt: clock } : tab))
      : [...open, { key, location, generation: 0, seenAt: clock }],
  );
  storeTabs();
}

/** Closes tabs and says where to go, if the one in front was closed. */
export function close(keys: ReadonlySet<string>, front: string): string | undefined {
  const open = tabs.get();
  const remaining = open.filter((tab) => !keys.has(tab.key));
  tabs.set(remaining);
  storeTabs();
  if (!keys.has(front)) return undefined;
  const at = open.findIndex((tab) => tab.key === front);
  const next =
    open.slice(at + 1).find((tab) => !keys.has(tab.key)) ??
    open
      .slice(0, at)
      .reverse()
      .find((tab) => !keys.has(tab.key));
  return next === undefined ? HOME : next.location.pathname + next.location.search;
}

/** Mounts the page of a tab anew. */
export const restart = (key: string): void =>
  tabs.update((open) => open.map((tab) => (tab.key === key ? { ...tab, generation: tab.generation + 1 } : tab)));

/** Names a tab, in place of what the menu calls its page. */
export function setTabTitle(key: string, title: string): void {
  const tab = tabs.get().find((each) => each.key === key);
  if (tab === undefined || tab.title === title) return;
  tabs.update((open) => open.map((each) => (each.key === key ? { ...each, title } : each)));
  storeTabs();
}

/** A tab as it is stored on this device, under the names clients of this protocol use. */
interface StoredTab {
  /** What the page called itself; empty where the menu's name stands. */
  readonly label: string;
  readonly value: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly group: readonly string[];
}
function storeTabs(): void {
  const stored: StoredTab[] = tabs
    .get()
    .slice(-30)
    .map(({ location, title }) => ({
      label: title ?? '',
      value: location.pathname,
      params: {},
      query: Object.fromEntries(new URLSearchParams(location.search)),
      meta: {},
      group: [],
    }));
  writeStored(personal('tabs'), stored);
}

/** Opens the tabs of before a reload again, home first; their pages load when they come to the front. */
export function restoreTabs(): void {
  const stored = readStored<readonly Partial<StoredTab>[]>(personal('tabs'), []).filter(
    (each): each is StoredTab => typeof each.value === 'string',
  );
  const home = stored.some(({ value }) => keyOf(value) === HOME) ? [] : [{ value: HOME }];
  tabs.set(
    [...home, ...stored].map(
      ({ value, label = '', query = {} }: Partial<StoredTab> & { readonly value: string }): Tab => {
        const search = new URLSearchParams(query).toString();
        const location = {
          pathname: value,
          search: search === '' ? '' : `?${search}`,
          hash: '',
          state: null,
          key: 'stored',
        } as Location;
        return { key: keyOf(value), location, generation: 0, seenAt: 0, ...(label === '' ? {} : { title: label }) };
      },
    ),
  );
}

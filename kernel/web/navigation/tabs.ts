import type { Location } from 'react-router';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { personal } from '../../../parts/client/session.ts';
import { store } from '../../../parts/state/store.ts';

/** An open page. Its key is its path: the same path is the same tab. */
export interface Tab {
  readonly key: string;
  readonly location: Location;
  /** Set by the page itself, when it knows more than the menu: a document's number. */
  readonly title?: string;
  /** Raised to throw the page away and begin it anew. */
  readonly turn: number;
  /** When it was last looked at; the longest unseen page is put to sleep first. */
  readonly seen: number;
}

export const HOME = '/wel/index';
/** Pages kept alive behind the one in front. Older ones keep their tab and their draft, but begin anew. */
export const ALIVE = 10;

export const tabs = store<readonly Tab[]>([]);

let clock = 0;

/** Addresses that only lead to another one. */
const DOORS: ReadonlySet<string> = new Set(['/', '/wel', '/login', '/lock']);
/** Does the address only lead to another one? */
export const isRedirect = (pathname: string): boolean => DOORS.has(pathname);

/** `/index` behind a path is the same page. */
export const keyOf = (pathname: string): string => {
  const path = pathname.replace(/\/+$/, '') || '/';
  return DOORS.has(path) || path === HOME ? HOME : path.replace(/\/index$/, '');
};

/** Called at every change of address: the tab comes, or comes to the front. */
export function visit(location: Location): void {
  if (DOORS.has(location.pathname)) return;
  const key = keyOf(location.pathname);
  clock += 1;
  tabs.update((open) =>
    open.some((tab) => tab.key === key)
      ? open.map((tab) => (tab.key === key ? { ...tab, location, seen: clock } : tab))
      : [...open, { key, location, turn: 0, seen: clock }],
  );
  keep();
}

/** Closes tabs and says where to go, if the one in front was closed. */
export function close(keys: ReadonlySet<string>, front: string): string | undefined {
  const open = tabs.get();
  const left = open.filter((tab) => !keys.has(tab.key));
  tabs.set(left);
  keep();
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

/** Throws the page of a tab away and begins it anew. */
export const restart = (key: string): void =>
  tabs.update((open) => open.map((tab) => (tab.key === key ? { ...tab, turn: tab.turn + 1 } : tab)));

/** Names a tab, in place of what the menu calls its page. */
export function setTabTitle(key: string, title: string): void {
  const tab = tabs.get().find((each) => each.key === key);
  if (tab === undefined || tab.title === title) return;
  tabs.update((open) => open.map((each) => (each.key === key ? { ...each, title } : each)));
  keep();
}

/** A tab as it is kept on this device, under the names clients of this protocol use. */
interface StoredTab {
  /** What the page called itself; empty where the menu's name stands. */
  readonly label: string;
  readonly value: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly group: readonly string[];
}
function keep(): void {
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

/** After a reload the same tabs stand there again, home first; their pages load when they are looked at. */
export function reopen(): void {
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
          key: 'kept',
        } as Location;
        return { key: keyOf(value), location, turn: 0, seen: 0, ...(label === '' ? {} : { title: label }) };
      },
    ),
  );
}

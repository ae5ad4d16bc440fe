import type { NavigateFunction } from 'react-router';
import { queries } from '../../../kernel/web/queries.ts';
import { store } from '../../../parts/state/store.ts';
import { restart, tabs } from '../../../parts/state/tabs.ts';

/** Nothing stands here; a page that is loaded anew is left for it and come back to. */
export const BLANK = '/blank';
const REROUTE_MS = 100;
const MASK_MS = 3_000;

const FRAME: ReadonlySet<string> = new Set(['menu', 'settings', 'kept']);

/** The veil over a page that is loading anew. It says so and is in nobody's way: what is there already can be used. */
export const masked = store(false);
let lifting: ReturnType<typeof setTimeout> | undefined;

/** Throws a page away and opens it again at the same address. */
export function reload(key: string, navigate: NavigateFunction): void {
  const tab = tabs.get().find((each) => each.key === key);
  if (tab === undefined) return;
  const { pathname, search } = tab.location;
  clearTimeout(lifting);
  masked.set(true);
  lifting = setTimeout(() => masked.set(false), MASK_MS);
  // What pages ask for is asked again; what the frame stands on is not the page's.
  void queries.invalidateQueries({ refetchType: 'none', predicate: ({ queryKey }) => !FRAME.has(String(queryKey[0])) });
  void navigate(BLANK, { replace: true });
  setTimeout(() => {
    restart(key);
    void navigate(pathname + search, { replace: true });
  }, REROUTE_MS);
}

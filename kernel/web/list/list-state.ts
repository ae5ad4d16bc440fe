import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Declaration } from '../../core/declaration.ts';
import { isPhone } from '../../../parts/hooks/screen.ts';
import { readStored, writeStored } from '../../../parts/state/device-storage.ts';
import { defaultView } from '../../../parts/table/stored-views.ts';
import { sizeThatFills } from '../../../parts/table/page-size.rules.ts';
import { look } from '../../../parts/theme/look.ts';
import { personal } from '../../../parts/client/session.ts';
import type { Query } from '../../../parts/client/wire.ts';

const CARD_HEIGHT = 112;
/** As many rows as fill the window of this device. */
const fillingSize = (): number =>
  sizeThatFills(window.innerHeight, isPhone() ? CARD_HEIGHT : look.get().density === 'compact' ? 36 : 44);

/** What a person set in a list. Everything but the page number is there again tomorrow. */
export interface ListState {
  readonly current: number;
  readonly size: number;
  /** The person chose the size; otherwise it is what fills the window. */
  readonly sized?: boolean;
  readonly sort?: { readonly field: string; readonly down: boolean };
  readonly keyword: string;
  /** Wire keys (`name_like`) to values. */
  readonly filters: Readonly<Record<string, string>>;
  /** Wire keys to the words a chip shows. */
  readonly shown: Readonly<Record<string, string>>;
  /** State of the documents, empty for all. */
  readonly status: string;
}

const WORDS = '~';
const BEGUN = 'new.';

/** Values an address starts a new record with (`new.unitId=7&new.unitName=箱`), and the address without them. */
export function begunAt(search: string): {
  readonly initial: Readonly<Record<string, string>> | undefined;
  readonly rest: string;
} {
  const given = [...new URLSearchParams(search)];
  const begun = given.flatMap(([key, value]) =>
    key.startsWith(BEGUN) ? [[key.slice(BEGUN.length), value] as const] : [],
  );
  return {
    initial: begun.length === 0 ? undefined : Object.fromEntries(begun),
    rest: String(new URLSearchParams(given.filter(([key]) => !key.startsWith(BEGUN)))),
  };
}

const FRESH: ListState = { current: 1, size: 10, keyword: '', filters: {}, shown: {}, status: '' };

/** Filters of an address, instead of the stored ones: `?status=pending`; chips: `materialId=7&~materialId=米`. */
function fromAddress(search: string, before: ListState): ListState {
  const given = [...new URLSearchParams(search)];
  if (given.length === 0) return before;
  const filters = Object.fromEntries(
    given.filter(([key]) => key !== 'status' && key !== 'keyword' && !key.startsWith(WORDS) && !key.startsWith(BEGUN)),
  );
  const shown = Object.fromEntries(
    given.flatMap(([key, words]) => (key.startsWith(WORDS) ? [[key.slice(WORDS.length), words]] : [])),
  );
  const of = Object.fromEntries(given);
  return {
    ...FRESH,
    size: before.size,
    sized: before.sized === true,
    ...(before.sort === undefined ? {} : { sort: before.sort }),
    filters,
    shown,
    status: of['status'] ?? '',
    keyword: of['keyword'] ?? '',
  };
}

const keptAs = (declaration: Declaration): string => personal(`list:${declaration.name}`);

/** How the list stands when it is opened at an address: as the person left it, or as the address says. */
export const firstState = (declaration: Declaration, search: string): ListState =>
  fromAddress(
    search,
    withSize({
      ...FRESH,
      status: declaration.opensAt ?? '',
      ...(defaultView(declaration.name)?.asked ?? readStored<Partial<ListState>>(keptAs(declaration), {})),
      current: 1,
    }),
  );
const withSize = (state: ListState): ListState => (state.sized === true ? state : { ...state, size: fillingSize() });

/** What a list is asked for: words, filters, state tab, order and page, kept for the person on this device. */
export function useListState(declaration: Declaration, fixed: Query = {}) {
  const key = keptAs(declaration);
  const { search } = useLocation();
  const [state, setState] = useState<ListState>(() => firstState(declaration, search));
  // Other fixed conditions find other rows, which begin at their first page.
  const asked = JSON.stringify(fixed);
  const [askedBefore, setAsked] = useState(asked);
  if (asked !== askedBefore) {
    setAsked(asked);
    setState((now) => ({ ...now, current: 1 }));
  }
  const seen = useRef(search);
  useEffect(() => {
    if (seen.current === search) return;
    seen.current = search;
    setState((now) => fromAddress(search, now));
  }, [search]);
  useEffect(() => {
    // What a link set is for this visit; it does not replace what the person left.
    if (search === '') writeStored(key, { ...state, current: undefined });
  }, [key, search, state]);

  /** Any change of what is searched goes back to the first page. */
  const search_ = useCallback(
    (change: Partial<Pick<ListState, 'keyword' | 'status' | 'size' | 'sized' | 'sort'>>) =>
      setState((now) => ({ ...now, ...change, current: 1 })),
    [],
  );
  const filter = useCallback((patch: Readonly<Record<string, string>>, shown?: string) => {
    setState((now) => {
      const filters = { ...now.filters, ...patch };
      const words = { ...now.shown };
      for (const name of Object.keys(patch)) {
        if (filters[name] === '') delete filters[name];
        if (shown === undefined || filters[name] === undefined) delete words[name];
        else words[name] = shown;
      }
      return { ...now, filters, shown: words, current: 1 };
    });
  }, []);
  const turn = useCallback((current: number) => setState((now) => ({ ...now, current })), []);
  const unsort = useCallback(
    () =>
      setState((now) => {
        const { sort, ...rest } = now;
        return sort === undefined ? now : { ...rest, current: 1 };
      }),
    [],
  );
  const clear = useCallback(
    () =>
      setState((now) => ({
        ...FRESH,
        size: now.size,
        sized: now.sized === true,
        status: now.status,
        ...(now.sort === undefined ? {} : { sort: now.sort }),
      })),
    [],
  );
  /** As a view keeps it. */
  const restore = useCallback((kept: Partial<ListState>) => setState(withSize({ ...FRESH, ...kept, current: 1 })), []);
  return { state, search: search_, filter, turn, unsort, clear, restore };
}

/** The filters alone, for counts and exports. */
export const filterQuery = (state: ListState): Query => ({
  ...state.filters,
  keyword: state.keyword,
  status: state.status,
});

/** What a page of the list is asked with. */
export const pageQuery = (state: ListState): Query => ({
  ...filterQuery(state),
  current: state.current,
  size: state.size,
  ...(state.sort === undefined ? {} : { [state.sort.down ? 'descs' : 'ascs']: state.sort.field }),
});

/** Is the list narrowed by words or filters? The state tab does not count. */
export const isFiltered = (state: ListState): boolean => state.keyword !== '' || Object.keys(state.filters).length > 0;

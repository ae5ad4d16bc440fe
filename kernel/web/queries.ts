import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '../core/label.ts';
import { BUTTONS, MENU, SETTINGS, takePrefetched } from '../../parts/client/prefetch.ts';
import { get } from '../../parts/client/api.ts';
import { ApiError } from '../../parts/client/errors.ts';
import { useLanguage } from '../../parts/language/language.ts';
import { readStored, writeStored } from '../../parts/state/device-storage.ts';
import { personal } from '../../parts/client/session.ts';
import { codesOf, flowRoutesOf, type MenuRow } from '../../parts/menu/menu.rules.ts';
import { store, useStore } from '../../parts/state/store.ts';

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // A refusal stays one however often it is asked; only a broken line deserves another try.
      retry: (count, error) =>
        count < 2 && error instanceof ApiError && (error.errorKind === 'offline' || error.errorKind === 'busy'),
    },
  },
});

/** Begins the key of what the first page says of lists of every kind. */
export const FIRST_PAGE = ['list', 'home'] as const;

/** The area of the menu that was chosen at the top; none is the whole menu. */
const topMenuId = store<string | undefined>(undefined);
/** The area of the menu that was chosen at the top; undefined for the whole menu. */
export const useTopMenuId = (): string | undefined => useStore(topMenuId);
/** Chooses an area of the menu, on this device from now on. */
export function chooseTopMenu(id: string | undefined): void {
  writeStored(personal('top-menu'), id);
  topMenuId.set(id);
}

const menuRows = (top: string | undefined) =>
  queryOptions({
    queryKey: ['menu', 'routes', top],
    queryFn: ({ signal }) =>
      top === undefined
        ? takePrefetched<readonly MenuRow[]>(MENU, signal)
        : get<readonly MenuRow[]>(MENU, { topMenuId: top }, signal),
    staleTime: Infinity,
  });
const buttonCodes = queryOptions({
  queryKey: ['menu', 'buttons'],
  queryFn: async ({ signal }) => codesOf(await takePrefetched<readonly MenuRow[]>(BUTTONS, signal)),
  staleTime: Infinity,
});

/** Asks for what every page needs before the first page is drawn. */
export function prefetchMenu(): Promise<unknown> {
  topMenuId.set(readStored<string | undefined>(personal('top-menu'), undefined));
  return Promise.all([
    queries.prefetchQuery(menuRows(topMenuId.get())),
    queries.prefetchQuery(buttonCodes),
    queries.prefetchQuery(settings),
  ]);
}

/** The rows of the menu as the server grants them, as a query. */
export function useMenuRows() {
  const top = useTopMenuId();
  return useQuery(menuRows(top));
}

interface Settings {
  readonly params: Readonly<Record<string, string>>;
}
const settings = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => takePrefetched<Settings>(SETTINGS, signal),
  staleTime: Infinity,
});

/** Codes that are refused without a word, where the site names some. */
export const silentCodes = (): readonly string[] =>
  (queries.getQueryData<Settings>(['settings'])?.params['ui.statusWhiteList'] ?? '').split(/[,，\s]+/);

/** A parameter the browser may know; undefined until the answer is here, and where there is none. */
export const useSetting = (key: string): string | undefined => useQuery(settings).data?.params[key];

interface TopMenu {
  readonly id: string;
  readonly name: string;
}
/** The areas the menu can be narrowed to, as a query. */
export const useTopMenus = () =>
  useQuery({
    queryKey: ['menu', 'top'],
    queryFn: ({ signal }) => get<readonly TopMenu[]>('/blade-system/menu/top-menu', {}, signal),
    staleTime: Infinity,
  });

/** Queries each client asks once, after the first page: departments, fixed choices, folders of workflow pages. */
const STARTUP_QUERIES: Readonly<
  Record<
    string,
    {
      readonly path: string;
      readonly query?: Readonly<Record<string, string>>;
      readonly as?: (answer: never) => unknown;
    }
  >
> = {
  departments: { path: '/blade-system/dept/DeptAll' },
  'real-departments': { path: '/blade-system/dept/realDeptAll' },
  choices: { path: '/blade-system/bizEnums/getAll' },
  'flow-routes': { path: '/blade-system/dict/dictionary', query: { code: 'flow' }, as: flowRoutesOf },
};
/** Asks the server for what is kept from the start on, one after another: on a slow line others are waited for. */
export async function prefetchStartupQueries(): Promise<void> {
  for (const [name, { path, query = {}, as }] of Object.entries(STARTUP_QUERIES))
    await queries.prefetchQuery({
      queryKey: ['kept', name],
      queryFn: async ({ signal }) => {
        const answer = await get<never>(path, query, signal);
        return as === undefined ? answer : as(answer);
      },
      staleTime: Infinity,
      gcTime: Infinity,
    });
}

/** The codes of all granted buttons: every node without children. */
export const useButtons = () => useQuery(buttonCodes);

const NOTHING: ReadonlySet<string> = new Set();

/** May the signed-in person press the button with this code? False until the answer is here. */
export function useAllowed(code: string): boolean {
  return (useButtons().data ?? NOTHING).has(code);
}
/** The codes of all buttons the person may press; none until the answer is here. */
export function useAllowedCodes(): ReadonlySet<string> {
  return useButtons().data ?? NOTHING;
}

interface DictionaryEntry {
  readonly dictKey: string;
  readonly dictValue: string;
  /** Empty where nobody gave one. */
  readonly dictValueEn: string;
}
/** A business dictionary as it is stored, in both languages; asked once, kept for the session. */
export const dictionaryQuery = (code: string | undefined) =>
  queryOptions({
    queryKey: ['dictionary', code],
    queryFn: ({ signal }) => get<readonly DictionaryEntry[]>('/blade-system/dict-biz/dictionary', { code }, signal),
    enabled: code !== undefined,
    staleTime: 5 * 60_000,
  });
/** What an entry of a dictionary is called in a language. */
export const entryLabel = ({ dictValue, dictValueEn }: DictionaryEntry, language: Language): string =>
  language === 'en' && dictValueEn !== '' ? dictValueEn : dictValue;
const inEnglish = (entries: readonly DictionaryEntry[]): readonly DictionaryEntry[] =>
  entries.map((entry) => ({ ...entry, dictValue: entryLabel(entry, 'en') }));
/** Its entries, `dictValue` in the reader's language. */
export function useDictionary(code: string | undefined) {
  const isEnglish = useLanguage() === 'en';
  return useQuery({ ...dictionaryQuery(code), ...(isEnglish ? { select: inEnglish } : {}) });
}

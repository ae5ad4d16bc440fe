import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { BUTTONS, MENU, takeAhead } from './ahead.ts';
import { get } from './api.ts';
import { ApiError } from './errors.ts';

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // A refusal stays one however often it is asked; only a broken line deserves another try.
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.trouble === 'offline' || error.trouble === 'busy'),
    },
  },
});

export interface MenuRow {
  readonly id: string;
  readonly parentId?: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn?: string;
  readonly path: string;
  readonly source?: string;
  readonly children?: readonly MenuRow[] | null;
}

const menuRows = queryOptions({ queryKey: ['menu', 'routes'], queryFn: ({ signal }) => takeAhead<readonly MenuRow[]>(MENU, signal), staleTime: Infinity });
const buttonCodes = queryOptions({
  queryKey: ['menu', 'buttons'],
  queryFn: async ({ signal }) => codesOf(await takeAhead<readonly MenuRow[]>(BUTTONS, signal)),
  staleTime: Infinity,
});

/** Asks for what every page needs before the first page is drawn. */
export const askMenu = (): Promise<unknown> => Promise.all([queries.prefetchQuery(menuRows), queries.prefetchQuery(buttonCodes)]);

export const useMenuRows = () => useQuery(menuRows);

/** The codes of all granted buttons: every node without children. */
export const useButtons = () => useQuery(buttonCodes);

function codesOf(rows: readonly MenuRow[]): ReadonlySet<string> {
  const codes = new Set<string>();
  const walk = (nodes: readonly MenuRow[]): void => {
    for (const node of nodes) {
      if (node.children !== undefined && node.children !== null && node.children.length > 0) walk(node.children);
      else codes.add(node.code);
    }
  };
  walk(rows);
  return codes;
}

const NOTHING: ReadonlySet<string> = new Set();

/** May the signed-in person press the button with this code? False until the answer is here. */
export function useAllowed(code: string): boolean {
  return (useButtons().data ?? NOTHING).has(code);
}
export function useAllowedCodes(): ReadonlySet<string> {
  return useButtons().data ?? NOTHING;
}

export interface DictionaryEntry {
  readonly dictKey: string;
  readonly dictValue: string;
}
/** Entries of a business dictionary; asked once, kept for the session. */
export const useDictionary = (code: string | undefined) =>
  useQuery({
    queryKey: ['dictionary', code],
    queryFn: ({ signal }) => get<readonly DictionaryEntry[]>('/blade-system/dict-biz/dictionary', { code }, signal),
    enabled: code !== undefined,
    staleTime: 5 * 60_000,
  });

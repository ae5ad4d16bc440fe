import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { permissionOf, type Action, type Declaration } from '../../../kernel/core/declaration.ts';
import { stagesOf, waitingIn } from '../../../kernel/core/life.ts';
import type { Tone } from '../../../kernel/core/field.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { get } from '../../../parts/client/api.ts';
import { allDeclarations, callOf } from '../../../kernel/web/catalogue.ts';
import { useLabel, useWords, type Words } from '../../../parts/language/language.ts';
import { FIRST_PAGE, useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import * as calls from '../sign-in/start-up.calls.ts';
import { homeTexts } from './home.texts.ts';

/** One thing to do: what, how many, by when, and the place to do it. */
export interface Task {
  readonly key: string;
  readonly tone: Tone;
  readonly when: string;
  readonly what: string;
  readonly state: string;
  readonly act: string;
  readonly to: string;
}
interface Page {
  readonly total: number;
  readonly records: readonly Readonly<Record<string, unknown>>[];
}

/** To decide is done on the document, whatever its button is called. */
const decides = (of: Declaration, action: Action): boolean =>
  stagesOf(of.life).some((stage) => of.life!.actions[stage.approve] === action && action.page !== true);

const URGENCY: readonly Tone[] = ['stop', 'look', 'next', 'waiting', 'plain', 'system', 'done'];
const KEEP_MS = 30_000;

interface QueueCount {
  readonly key: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
}
const countQuery = ({ key, path, query }: QueueCount) =>
  queryOptions({
    queryKey: [...FIRST_PAGE, key, query],
    queryFn: ({ signal }) => get<Page>(path, query, signal),
    staleTime: KEEP_MS,
  });

const SHORT: QueueCount = { key: 'short', path: '/store-management/stock/shortages', query: { size: 50 } };
/** What runs short: the queue shows how many, the home page the largest gaps beside it. */
export const shortages = countQuery(SHORT);

/** What to count beside documents, as far as the person may see it; `pick` where picking is among their documents. */
const countsFor = (codes: ReadonlySet<string>, pick: Declaration | undefined): readonly QueueCount[] => [
  ...(codes.has('invinstore_view') && codes.has('invinstore_do_receiving')
    ? [
        {
          key: 'arriving',
          path: '/store-management/invinstore/page',
          query: { expectedToday: 1, ascs: 'expectTime', size: 1 },
        },
      ]
    : []),
  ...(codes.has('stock_view') ? [SHORT] : []),
  ...(codes.has('stockbatch_view')
    ? [
        { key: 'expired', path: '/store-management/stockbatch/page', query: { tab: 'expired', size: 1 } },
        { key: 'near', path: '/store-management/stockbatch/page', query: { tab: 'near', size: 1 } },
      ]
    : []),
  ...(codes.has('work_todo_handle')
    ? [
        { key: 'tasks', path: '/blade-flow/work/todo-list', query: { onProcess: 1, size: 1 } },
        { key: 'claims', path: '/blade-flow/work/claim-list', query: { size: 1 } },
      ]
    : []),
  ...(pick === undefined
    ? []
    : [{ key: 'pick', path: callOf(pick, 'page'), query: { status: 'to-pick', ascs: 'needTime', size: 1 } }]),
];

type Word = Words<keyof typeof homeTexts>;
type PageOfKey = (key: string) => Page | undefined;

/** How many documents of each kind and state wait for the person. */
function documentTasks(
  documents: readonly Declaration[],
  waiting: TypeOf<typeof calls.waiting.answer> | undefined,
  allowed: (code: string) => boolean,
  pageOf: PageOfKey,
  word: Word,
  label: ReturnType<typeof useLabel>,
): Task[] {
  const clock = (value: unknown): string => {
    const text = typeof value === 'string' ? value : '';
    return text === '' ? '' : word('before', { time: text.slice(11, 16) });
  };
  // Deliveries are counted by their day instead.
  const counted = documents.filter((of) => of.segment !== 'invinstore');
  return counted.flatMap((of) =>
    waitingIn(of, allowed).flatMap(({ state, action }): Task[] => {
      const found = waiting?.[of.name]?.[state] ?? 0;
      const shown = of.life?.states[state];
      if (found === 0 || shown === undefined) return [];
      const when = of.name === 'outStore' && state === 'to-pick' ? clock(pageOf('pick')?.records[0]?.['needTime']) : '';
      return [
        {
          key: `${of.name}.${state}`,
          tone: when === '' ? shown.tone : 'look',
          when,
          what: word('count', { count: found, kind: label(of.label) }),
          state: label(shown.label),
          act: decides(of, action) ? word('decide') : label(action.label),
          to: `${of.path ?? ''}?status=${state}`,
        },
      ];
    }),
  );
}

/** What was counted beside documents. */
function countTasks(pageOf: PageOfKey, word: Word): Task[] {
  const task = (
    key: 'arriving' | 'short' | 'expired' | 'near' | 'tasks' | 'claims',
    tone: Tone,
    to: string,
    act: string,
    when = '',
  ): Task[] => {
    const found = pageOf(key)?.total ?? 0;
    return found === 0 ? [] : [{ key, tone, when, what: word(key, { count: found }), state: '', act, to }];
  };
  return [
    ...task('arriving', 'look', '/store/invinstore?expectedToday=1', word('receive'), word('today')),
    ...task('expired', 'stop', '/store/stockbatch?tab=expired', word('see')),
    ...task('short', 'look', '/store/stock?tab=short', word('see')),
    ...task('near', 'waiting', '/store/stockbatch?tab=near', word('see')),
    ...task('tasks', 'look', '/work/todo', word('decide')),
    ...task('claims', 'next', '/work/claim', word('claim')),
  ];
}

/** Everything that waits for the signed-in person, the most urgent first. */
export function useQueue(): { readonly tasks: readonly Task[]; readonly loading: boolean; readonly failed: number } {
  const codes = useAllowedCodes();
  const label = useLabel();
  const word = useWords(homeTexts);
  const allowed = useCallback((code: string) => codes.has(code), [codes]);
  const documents = useMemo(
    () =>
      allDeclarations().filter(
        (of) => of.path !== undefined && allowed(permissionOf(of, 'view')) && waitingIn(of, allowed).length > 0,
      ),
    [allowed],
  );
  const waiting = useQuery({
    queryKey: [...FIRST_PAGE, 'waiting'],
    staleTime: KEEP_MS,
    enabled: documents.length > 0,
    queryFn: ({ signal }) => request(calls.waiting, {}, { signal }),
  });
  const pick = documents.find((of) => of.name === 'outStore');
  const requested = useMemo(() => countsFor(codes, pick), [codes, pick]);
  const counts = useQueries({ queries: requested.map(countQuery) });
  const pageOf: PageOfKey = (key) => counts[requested.findIndex((each) => each.key === key)]?.data;
  const tasks = [
    ...countTasks(pageOf, word),
    ...documentTasks(documents, waiting.data, allowed, pageOf, word, label),
  ].sort((a, b) => Number(b.when !== '') - Number(a.when !== '') || URGENCY.indexOf(a.tone) - URGENCY.indexOf(b.tone));
  const all = [waiting, ...counts];
  return {
    tasks,
    loading: codes.size === 0 || all.some((each) => each.isLoading),
    failed: all.filter((each) => each.isError).length,
  };
}

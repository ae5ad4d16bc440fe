import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import type { PageOf } from '../../../kernel/core/shape.ts';
import { declarationOf } from '../../../kernel/web/catalogue.ts';
import { useAllowedCodes } from '../../../kernel/web/queries.ts';
import { request } from '../../../kernel/web/request.ts';
import { get } from '../../../parts/client/api.ts';
import { businessDay } from '../../../parts/client/business-day.ts';
import { useLanguage } from '../../../parts/language/language.ts';
import { factoriesInScope } from '../../operations/factories/factories.calls.ts';
import { toMake } from '../../production/produce/produce.calls.ts';
import { addressOf, boardLists, filtersOf, type BoardFactory, type BoardKey } from './board-lists.rules.ts';

const SHOWN = 5;
/** Counting costs; what somebody did elsewhere is there again when the page is. */
const KEEP_MS = 20_000;

/** Factories the person answers for; the one that is asked for, or the first. */
export function useFactories(asked: string) {
  const found = useQuery({
    queryKey: ['list', 'factory-board', 'factories'],
    queryFn: ({ signal }) => request(factoriesInScope, {}, { signal }),
    staleTime: KEEP_MS,
  });
  const factories = useMemo(
    (): readonly BoardFactory[] => (found.data ?? []).map(({ id, name }) => ({ id, name })),
    [found.data],
  );
  return { ...found, factories, factory: factories.find(({ id }) => id === asked) ?? factories[0] };
}

/** One list of the board as it was answered. */
export interface BoardAnswer {
  readonly key: BoardKey;
  readonly to: string;
  readonly path: string;
  readonly total: number | undefined;
  readonly rows: readonly Row[];
}
interface Row {
  readonly id: string;
}

/** Every list of the board the person may read, each asked for itself: its first rows, and how many there are. */
export function useBoard(factory: BoardFactory | undefined) {
  const codes = useAllowedCodes();
  const language = useLanguage();
  const lists = useMemo(
    () =>
      (Object.keys(boardLists) as BoardKey[]).flatMap((key) => {
        const of = declarationOf(boardLists[key].of);
        return of?.path === undefined || !codes.has(permissionOf(of, 'view')) ? [] : [{ key, of, path: of.path }];
      }),
    [codes],
  );
  const answers = useQueries({
    queries: lists.map(({ key, of }) => ({
      queryKey: ['list', 'factory-board', key, factory?.id, language],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        get<PageOf<Row>>(
          `/${of.service}/${of.segment}/page`,
          { ...filtersOf(boardLists[key], factory!), current: 1, size: SHOWN, ascs: boardLists[key].sort },
          signal,
        ),
      enabled: factory !== undefined,
      staleTime: KEEP_MS,
    })),
  });
  return {
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => answers.forEach((answer) => void (answer.error !== null && answer.refetch())),
    answers: lists.map(({ key, path }, at): BoardAnswer => ({
      key,
      path,
      to: factory === undefined ? path : addressOf(path, boardLists[key], factory),
      total: answers[at]!.data?.total,
      rows: answers[at]!.data?.records ?? [],
    })),
  };
}

/** What the factory lacks of what it keeps; nothing is asked of whoever may not see production. */
export function useToMake(factory: BoardFactory | undefined) {
  const mayAsk = useAllowedCodes().has('gearproduce_view');
  const language = useLanguage();
  const date = businessDay();
  const { data } = useQuery({
    queryKey: ['list', 'factory-board', 'to-make', factory?.id, date, language],
    queryFn: ({ signal }) => request(toMake, { centralFactoryId: factory!.id, date }, { signal }),
    enabled: mayAsk && factory !== undefined,
    staleTime: KEEP_MS,
  });
  return {
    mayAsk,
    lines: data?.lines.filter(({ toMakeQty }) => Decimal.of(toMakeQty).isPositive()),
    shown: SHOWN,
  };
}

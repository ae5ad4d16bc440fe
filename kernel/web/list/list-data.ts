import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import type { PageOf, RecordOf } from '../../core/shape.ts';
import { get } from '../../../parts/client/api.ts';
import { callOf } from '../catalogue.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { translate } from '../i18n.ts';
import { FIRST_PAGE, queries } from '../queries.ts';
import type { Query } from '../../../parts/client/wire.ts';
import type { Arrangement } from '../../../parts/table/saved-views.rules.ts';
import { keptColumns } from '../../../parts/table/kept-columns.ts';
import { rowKeys, shownColumns } from '../../../parts/columns/row-keys.rules.ts';
import { filterQuery, firstState, type ListState, pageQuery } from './list-state.ts';

/**
 * A row of a list as the declaration types it, with those of its keys that were asked for; of any declaration, whatever
 * stands under a name.
 */
export type ListRow<D = Declaration, R extends keyof RecordOf<D> = keyof RecordOf<D>> = {
  readonly id: string;
} & (string extends R ? RecordOf<D> : Pick<RecordOf<D>, R>);
export type Page = PageOf<ListRow>;
/** Its rows may be here before they are counted. */
type EarlyPage = Omit<Page, 'total'> & { readonly total: number | null };

/** Begins the query key of all lists of a declaration. */
export const listKey = (declaration: Declaration): readonly string[] => ['list', declaration.name];

const pageOf = (declaration: Declaration, state: ListState, verb: string, extra: Query) =>
  queryOptions({
    queryKey: [...listKey(declaration), verb, pageQuery(state), extra],
    queryFn: ({ signal }) =>
      get<EarlyPage>(callOf(declaration, verb), { ...pageQuery(state), ...extra, withTotal: 0 }, signal),
  });
/** The call that answers the rows. */
export const rowsVerb = (declaration: Declaration): string => (declaration.calls.includes('page') ? 'page' : 'list');

/** One record: by its own call or, where there is none, as the list has it. */
export async function fetchRecord(declaration: Declaration, id: string, signal: AbortSignal): Promise<ListRow> {
  if (declaration.calls.includes('detail')) return get<ListRow>(callOf(declaration, 'detail'), { id }, signal);
  const { records } = await get<Page>(callOf(declaration, rowsVerb(declaration)), { id_equal: id, size: 1 }, signal);
  if (records[0] === undefined) throw new ApiError('missing', translate('error.missing'));
  return records[0];
}

/** One page of the list. The rows of before stay, dimmed, until the new ones are here, and after an error too. */
export function usePage(declaration: Declaration, state: ListState, verb: string, extra: Query) {
  const options = pageOf(declaration, state, verb, extra);
  // The first rows are on their way while the page around them is still being drawn.
  useState(() => void queries.prefetchQuery(options));
  return useQuery({ ...options, placeholderData: keepPreviousData });
}

/** How many rows there are, counted apart where the page did not wait for it; undefined while nobody knows. */
export function useTotal(
  declaration: Declaration,
  state: ListState,
  verb: string,
  extra: Query,
  page: EarlyPage | undefined,
): number | undefined {
  const { fields: _, ...asked } = { ...filterQuery(state), ...extra };
  const counted = useQuery({
    queryKey: [...listKey(declaration), 'total', verb, asked],
    queryFn: ({ signal }) => get<Page>(callOf(declaration, verb), { ...asked, size: 1, fields: 'id' }, signal),
    enabled: page?.total === null,
  });
  return page === undefined ? undefined : (page.total ?? counted.data?.total);
}

const PART = 200;
/** Every row that is asked for, read in parts; null where there are more than `most`. */
export async function fetchRows(
  declaration: Declaration,
  verb: string,
  query: Query,
  most: number,
  signal?: AbortSignal,
): Promise<readonly ListRow[] | null> {
  const ask = (current: number): Promise<Page> =>
    get<Page>(callOf(declaration, verb), { ...query, current, size: PART }, signal);
  const first = await ask(1);
  if (first.total > most) return null;
  const rest = await Promise.all(Array.from({ length: Math.ceil(first.total / PART) - 1 }, (_, at) => ask(at + 2)));
  return [first, ...rest].flatMap((page) => page.records);
}

/** What a list of these columns asks for of its rows; `reads`: what its page reads besides. */
export const fieldsOf = (
  declaration: Declaration,
  arrangement: Pick<Arrangement, 'hidden' | 'added'>,
  reads: readonly string[] = [],
): string => rowKeys(declaration, shownColumns(declaration, arrangement), reads).join(',');

/** Asks for the rows that the list at an address will want first, before there is a list. */
export function prefetchFirstRows(
  declaration: Declaration,
  search: string,
  extra: Query = {},
  reads?: readonly string[],
): Promise<void> {
  const asked = { ...extra, fields: fieldsOf(declaration, keptColumns(declaration.name), reads) };
  return queries.prefetchQuery(pageOf(declaration, firstState(declaration, search), rowsVerb(declaration), asked));
}

/** How many documents stand in each state, under the same filters. */
export function useCounts(declaration: Declaration, state: ListState, extra: Query) {
  const { status: _, ...rest } = filterQuery(state);
  return useQuery({
    queryKey: [...listKey(declaration), 'counts', rest, extra],
    queryFn: ({ signal }) =>
      get<Readonly<Record<string, number>>>(callOf(declaration, 'statusCounts'), { ...rest, ...extra }, signal),
    enabled: (declaration.life ?? declaration.tabs) !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** After a change every list and picker of the declaration asks anew when it is next looked at. */
export async function invalidateLists(declaration: Declaration): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: listKey(declaration) }),
    queries.invalidateQueries({ queryKey: FIRST_PAGE }),
    queries.invalidateQueries({ queryKey: ['select', declaration.name] }),
    queries.invalidateQueries({ queryKey: ['tree', declaration.name] }),
    queries.invalidateQueries({ queryKey: ['detail', declaration.name] }),
  ]);
}

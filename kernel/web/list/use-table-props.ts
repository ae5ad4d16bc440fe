import { useCallback, useMemo } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { filledColumns, type useColumns } from './columns.tsx';
import type { ListRow } from './list-data.ts';
import type { ListState, useListState } from './list-state.ts';
import { titleFirst } from './tree-tools.tsx';
import type { useTree } from './use-tree.ts';

/** What the table is drawn with and answers, the same objects as long as nothing of it changed. */
export function useTableProps(
  of: Declaration,
  { state, search, turn, unsort }: ReturnType<typeof useListState>,
  { arrange, arrangement, columns: arranged }: ReturnType<typeof useColumns>,
  { branches, closed, toggle }: ReturnType<typeof useTree>,
  rows: readonly ListRow[],
) {
  const tree = useMemo(
    () => (branches === undefined ? undefined : { branches, closed, toggle }),
    [branches, closed, toggle],
  );
  const inTree = branches !== undefined;
  const columns = useMemo(
    () => filledColumns(inTree ? titleFirst(of, arranged) : arranged, rows, [...arrangement.added, state.sort?.field]),
    [inTree, of, arranged, rows, arrangement.added, state.sort],
  );
  const onWidth = useCallback(
    (name: string, width: number) => arrange({ widths: { ...arrangement.widths, [name]: width } }),
    [arrange, arrangement.widths],
  );
  const onTurn = useCallback(
    (current: number, size: number) => (size === state.size ? turn(current) : search({ size, sized: true })),
    [search, state.size, turn],
  );
  const onSort = useCallback(
    (sort: ListState['sort'] | undefined) => (sort === undefined ? unsort() : search({ sort })),
    [search, unsort],
  );
  return { tree, columns, onWidth, onTurn, onSort };
}

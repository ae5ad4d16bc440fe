import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import type { Query } from '../../../parts/client/wire.ts';
import { fetchRows, listKey } from './list-data.ts';
import { type Branch, branchesOf, rowByRow } from './tree-rows.ts';

/** Trees are small; one that is not is a list. */
const ROWS_MAX = 2_000;

/** Are the records of the declaration placed below each other? */
export const isTree = (declaration: Declaration): boolean =>
  declaration.calls.includes('tree') && declaration.calls.includes('page');

interface Tree {
  /** Undefined while it is not wanted, not here yet, or too large to be shown at once. */
  readonly branches: readonly Branch[] | undefined;
  readonly closed: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly openAll: () => void;
  readonly closeAll: () => void;
}

/** Every row of a tree in its own order, and which branches are closed. */
export function useTree(declaration: Declaration, extra: Query, wanted: boolean): Tree {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { data } = useQuery({
    queryKey: [...listKey(declaration), 'tree', extra],
    queryFn: async ({ signal }): Promise<readonly Branch[] | null> => {
      const rows = await fetchRows(declaration, 'page', { ...extra, ascs: 'sort' }, ROWS_MAX, signal);
      return rows && branchesOf(rows);
    },
    enabled: wanted,
  });
  const branches = wanted ? (data ?? undefined) : undefined;
  const toggle = useCallback(
    (id: string) =>
      setClosed((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const openAll = useCallback(() => setClosed(new Set()), []);
  const closeAll = useCallback(() => setClosed(new Set(rowByRow(branches ?? []).map(({ row }) => row.id))), [branches]);
  return { branches, closed, toggle, openAll, closeAll };
}

import { useMemo } from 'react';
import { permissionOf, type Declaration } from '../../core/declaration.ts';
import { post } from '../../../parts/client/api.ts';
import { callOf } from '../catalogue.ts';
import { useText } from '../i18n.ts';
import { useAllowedCodes } from '../queries.ts';
import { useNotify } from '../use-notify.tsx';
import { type ListRow, invalidateLists } from './list-data.ts';
import type { RowAction } from '../../../parts/table/row-actions.tsx';
import { type Branch, rowByRow } from './tree-rows.ts';

/** What a tree offers for a row beyond a list: one below it, and its place among its siblings. */
export function useTreeActs(
  of: Declaration,
  branches: readonly Branch[] | undefined,
  onBelow: ((parent: ListRow) => void) | undefined,
): (row: ListRow) => readonly RowAction[] {
  const text = useText();
  const notify = useNotify();
  const codes = useAllowedCodes();
  return useMemo(() => {
    if (branches === undefined) return () => [];
    const maySort = of.calls.includes('setSeq') && codes.has(permissionOf(of, 'edit'));
    const siblings = [
      branches,
      ...rowByRow(branches).flatMap(({ row }) => (row.children === undefined ? [] : [row.children])),
    ];
    const place = new Map(
      siblings.flatMap((row) =>
        row.map((each, at) => [each.id, { isFirst: at === 0, isLast: at === row.length - 1 }] as const),
      ),
    );
    const move = async (row: ListRow, seqModifyType: 'up' | 'down'): Promise<void> => {
      try {
        await post(callOf(of, 'setSeq'), { query: { id: row.id, seqModifyType } });
        await invalidateLists(of);
      } catch (error) {
        notify.error(error);
      }
    };
    return (row: ListRow): readonly RowAction[] => {
      const at = place.get(row.id);
      return [
        ...(onBelow === undefined ? [] : [{ key: '.below', label: text('tree.below'), run: () => onBelow(row) }]),
        ...(maySort && at?.isFirst === false
          ? [{ key: '.up', label: text('tree.up'), run: () => void move(row, 'up') }]
          : []),
        ...(maySort && at?.isLast === false
          ? [{ key: '.down', label: text('tree.down'), run: () => void move(row, 'down') }]
          : []),
      ];
    };
  }, [of, branches, onBelow, codes, text, notify]);
}

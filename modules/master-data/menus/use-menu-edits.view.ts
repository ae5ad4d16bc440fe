import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../parts/language/language.ts';
import { useNotify } from '../../../kernel/web/use-notify.tsx';
import {
  cellKey,
  cellRows,
  placeOf,
  withDish,
  withDishMoved,
  type Dish,
  type MenuRow,
  type Place,
} from './menu-cells.view.ts';
import { menuTexts } from './menu.texts.ts';

const UNDO_MAX = 50;

/**
 * What is done to the dishes on the board, each undone one by one, and where the focus goes afterwards. `board` is the
 * element they stand in; each has its key as `data-key`.
 */
export function useMenuEdits(rows: readonly MenuRow[], onChange: (rows: readonly MenuRow[]) => void) {
  const word = useWords(menuTexts);
  const notify = useNotify();
  const board = useRef<HTMLDivElement>(null);
  const [adding, setAdding] = useState<string>();
  const focusNext = useRef<string>(undefined);
  const before = useRef<(readonly MenuRow[])[]>([]);

  const focus = (key: string): void =>
    board.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  useEffect(() => {
    const key = focusNext.current;
    if (key === undefined) return;
    focusNext.current = undefined;
    focus(key);
  });

  const change = (next: readonly MenuRow[], focused?: string): void => {
    before.current = [...before.current.slice(1 - UNDO_MAX), rows];
    focusNext.current = focused;
    onChange(next);
  };
  return {
    board,
    focus,
    /** The cell a dish is being added to, by its key. */
    adding,
    beginAdding: (place: Place): void => setAdding(cellKey(place)),
    endAdding: (place: Place): void => {
      focusNext.current = cellKey(place);
      setAdding(undefined);
    },
    change,
    undo: (): void => {
      const last = before.current.pop();
      if (last !== undefined) onChange(last);
    },
    move: (key: string, place: Place, isCopy: boolean): void => {
      const moved = withDishMoved(rows, key, place, isCopy);
      if (moved !== undefined) return change(moved.rows, moved.key);
      const row = rows.find((each) => each.key === key);
      if (row !== undefined && cellKey(placeOf(row)) !== cellKey(place)) notify.warn(word('there'));
    },
    add: (dish: Dish, place: Place): void => {
      const added = withDish(rows, dish, place);
      if (added === undefined) notify.warn(word('there'));
      else change(added.rows);
    },
    remove: (row: MenuRow): void => {
      const place = placeOf(row);
      const dishes = cellRows(rows, place);
      const at = dishes.indexOf(row);
      change(
        rows.filter((each) => each.key !== row.key),
        dishes[at + 1]?.key ?? dishes[at - 1]?.key ?? cellKey(place),
      );
    },
  };
}

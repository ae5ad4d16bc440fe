import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';
import { columnAt, type Geometry } from './geometry.ts';
import { useRoom } from './grid-room.ts';
import type { Cell } from './model.ts';

interface Pointing {
  readonly onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
  readonly onClick: (event: MouseEvent<HTMLDivElement>) => void;
  readonly onDoubleClick: (event: MouseEvent<HTMLDivElement>) => void;
}

/** A pointer that went farther between press and click meant to select. */
const SAME_PLACE_PX = 4;
interface Pressed {
  readonly figure: Element;
  readonly cell: Cell;
  readonly x: number;
  readonly y: number;
}

/**
 * The mouse: press to stand, drag to select, double-click to edit. Cells are found by arithmetic, not by asking the
 * document.
 */
export function usePointing(scroll: RefObject<HTMLDivElement | null>, geometry: Geometry, count: number): Pointing {
  const { store, actions, editor, port, focus, explain } = useRoom();
  const pressed = useRef<Pressed>(undefined);

  const cellUnder = (x: number, y: number): (Cell & { readonly whole: boolean }) | undefined => {
    const body = scroll.current;
    if (!body || count === 0) return undefined;
    const frame = body.getBoundingClientRect();
    const row = Math.floor((y - frame.top - Number(body.dataset['head']) + body.scrollTop) / geometry.rowHeight);
    return {
      row: Math.min(Math.max(0, row), count - 1),
      column: columnAt(geometry, x - frame.left, body.scrollLeft),
      whole: x - frame.left < geometry.gutter,
    };
  };
  const onRows = (event: MouseEvent): boolean =>
    event.target instanceof Element && event.target !== editor.current && event.target.closest('.lg-rows') !== null;

  const stand = (event: MouseEvent): void => {
    const cell = cellUnder(event.clientX, event.clientY);
    if (!cell) return;
    actions.commit(port, 'exact');
    const lastColumn = store.get().columns.length - 1;
    if (cell.whole) {
      const from = event.shiftKey ? store.get().active.row : cell.row;
      store.set({ active: { row: from, column: 0 }, corner: { row: cell.row, column: lastColumn } });
    } else store.select(event.shiftKey ? store.get().active : cell, cell);
    focus();
  };

  /** The figure that is pressed, before standing in its cell scrolls it elsewhere. */
  const press = (event: PointerEvent): void => {
    const figure = event.target instanceof Element ? event.target.closest('[data-explain]') : null;
    const [x, y] = [event.clientX, event.clientY];
    const cell = figure === null ? undefined : cellUnder(x, y);
    pressed.current = figure === null || cell === undefined ? undefined : { figure, cell, x, y };
  };

  return {
    onPointerDown: (event) => {
      press(event);
      if (event.button !== 0 || event.pointerType === 'touch' || !onRows(event)) return;
      // Keeps the focus in the editor; the browser would move it to the cell.
      event.preventDefault();
      stand(event);
      const { whole } = cellUnder(event.clientX, event.clientY) ?? { whole: false };
      const drag = (moving: globalThis.PointerEvent): void => {
        const cell = cellUnder(moving.clientX, moving.clientY);
        if (!cell) return;
        const column = whole ? store.get().columns.length - 1 : cell.column;
        const { active, corner } = store.get();
        if (corner.row !== cell.row || corner.column !== column) store.select(active, { row: cell.row, column });
      };
      const drop = (): void => {
        window.removeEventListener('pointermove', drag);
        window.removeEventListener('pointerup', drop);
        window.removeEventListener('pointercancel', drop);
      };
      window.addEventListener('pointermove', drag);
      window.addEventListener('pointerup', drop);
      window.addEventListener('pointercancel', drop);
    },
    onClick: (event) => {
      if (!onRows(event)) return;
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch') stand(event);
      const at = pressed.current;
      if (at === undefined || Math.hypot(event.clientX - at.x, event.clientY - at.y) > SAME_PLACE_PX) return;
      const row = store.get().view[at.cell.row];
      const column = store.get().columns[at.cell.column];
      if (row && column) explain(row, column, at.figure);
    },
    onDoubleClick: (event) => {
      if (onRows(event)) actions.edit(port);
    },
  };
}

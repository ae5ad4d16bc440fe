import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { readCell } from './cell-entry.ts';
import { figureText } from './cell-text.ts';
import { unitOf } from './columns.ts';
import { figureOf } from './totals.ts';
import type { Editing, GridState } from './grid-store.ts';
import { useGrid, useRoom } from './grid-room.ts';
import type { Column } from './model.ts';
import { PickList } from './pick-list.tsx';
import { problemOf, reasonOf } from './problems.ts';

/** What stands under the active cell: its problem, the value of what is being typed, or the list to pick from. */
export function Below({ anchor }: { readonly anchor: RefObject<HTMLElement | null> }): ReactNode {
  const { id } = useRoom();
  const picker = useGrid((state) => state.picker);
  const hint = useGrid(hintOf);
  const tone = useGrid((state) => (state.editing ? 'said' : 'bad'));
  const active = useGrid((state) => state.active);
  const figures = useGrid((state) => state.columns[state.active.column]?.face === 'figure');
  const [place, setPlace] = useState<CSSProperties>({ visibility: 'hidden' });
  const panel = useRef<HTMLDivElement>(null);
  const open = picker !== undefined || hint !== '';

  useLayoutEffect(() => {
    if (!open) return undefined;
    const stand = (): void => {
      const cell = anchor.current?.getBoundingClientRect();
      if (!cell) return;
      const height = panel.current?.offsetHeight ?? 0;
      const width = panel.current?.offsetWidth ?? 0;
      // Figures stand right, and so does what is said of them.
      const left = figures ? cell.right - width : cell.left;
      const under = cell.bottom + height + 8 <= window.innerHeight || cell.top < height + 8;
      setPlace({
        left: Math.max(8, Math.min(left, window.innerWidth - width - 8)),
        minWidth: cell.width,
        ...(under ? { top: cell.bottom + 3 } : { bottom: window.innerHeight - cell.top + 3 }),
      });
    };
    stand();
    document.addEventListener('scroll', stand, { capture: true, passive: true });
    window.addEventListener('resize', stand);
    return () => {
      document.removeEventListener('scroll', stand, { capture: true });
      window.removeEventListener('resize', stand);
    };
  }, [open, active, anchor, picker?.items, hint, figures]);

  const root = anchor.current?.closest('.line-grid');
  if (!open || !root) return null;
  return createPortal(
    <div ref={panel} className={figures ? 'lg-below lg-below-figure' : 'lg-below'} style={place}>
      {hint !== '' && (
        <div className={`lg-hint lg-hint-${tone}`} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {picker && <PickList picker={picker} />}
    </div>,
    root,
  );
}

/** The sentence under the caret. Text, so that it is painted again only when it says something else. */
function hintOf(state: GridState): string {
  const column = state.columns[state.active.column];
  if (!column) return '';
  const row = state.view[state.active.row];
  if (!state.editing) return (row && problemOf(row, column.name, state.problems.get(row.key), state.language)) ?? '';
  return meaning(state, column, state.editing);
}

function meaning(state: GridState, column: Column, editing: Editing): string {
  if (editing.text.trim() === '' || (column.face !== 'figure' && column.face !== 'day')) return '';
  const row = state.view[state.active.row] ?? { key: '' };
  const entry = readCell(column, editing.text, row, state.today);
  if (entry.unread) return reasonOf(entry.unread, state.language);
  const value = entry.values[column.name];
  if (column.face === 'day') return `${String(value)} ${weekday(String(value), state.language)}`;
  const figure = figureOf(value);
  // A plain figure needs no explanation.
  return figure && figure.toString() !== editing.text.trim()
    ? `= ${figureText(column, figure)} ${unitOf(column, row)}`.trim()
    : '';
}

const weekday = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

import { useEffect, useState, type ReactNode } from 'react';
import { spokenText } from './cell-text.ts';
import { isReadonly } from './columns.ts';
import type { GridState } from './grid-store.ts';
import { useGrid } from './grid-room.ts';
import { problemOf } from './problems.ts';
import { sayingIn } from './texts.ts';

/**
 * A pause before speaking: whoever runs down a column hears where they stop, not every line, and whoever types is not
 * talked into.
 */
const PAUSE_MS = 150;

/** Says the active cell, its problem and what the grid has to say, to screen readers only. */
export function Announcer(): ReactNode {
  const where = useGrid(positionOf);
  const announcement = useGrid((state) => state.announcement);
  const typed = useGrid((state) => state.editing?.text);
  const [spoken, speak] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => speak([announcement, where].filter(Boolean).join(' ')), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [where, announcement, typed]);
  return (
    <div className="lg-unseen" role="status" aria-live="polite">
      {spoken}
    </div>
  );
}

function positionOf({
  rows,
  filter,
  view,
  columns,
  active,
  picker,
  problems,
  language,
  today,
  readonly,
}: GridState): string {
  const say = sayingIn(language);
  const marked = picker?.items[picker.marked];
  if (picker && marked) return say('hits', { count: picker.items.length, at: picker.marked + 1, name: marked.title });
  const column = columns[active.column];
  if (!column) return '';
  const row = view[active.row];
  const text = row ? spokenText(column, row, language, today) : '';
  const problem = row && problemOf(row, column.name, problems.get(row.key), language);
  const locked = !readonly && isReadonly(column, row) ? say('readonly') : '';
  return [
    say('position', {
      row: (filter && row ? rows.indexOf(row) : active.row) + 1,
      label: column.label,
      value: text === '' ? say('blank') : text,
    }),
    locked,
    problem,
  ]
    .filter(Boolean)
    .join(' ');
}

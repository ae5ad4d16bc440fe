import { memo, type ReactNode } from 'react';
import type { Language } from '../../kernel/core/label.ts';
import { cellFace } from './cell-face.tsx';
import type { Geometry } from './geometry.ts';
import { cellId } from './grid-room.ts';
import type { Column, GridRow } from './model.ts';
import { problemOf, type RowProblems } from './problems.ts';
import { cellMatches } from './row-search.ts';

interface RowProps {
  readonly grid: string;
  /** Absent: the empty line below the last one. */
  readonly row: GridRow | undefined;
  readonly index: number;
  /** Its number in the document, which a filter does not change. */
  readonly line: number;
  readonly columns: readonly Column[];
  readonly geometry: Geometry;
  readonly first: number;
  readonly last: number;
  readonly problems: RowProblems | undefined;
  readonly query: string;
  readonly language: Language;
  readonly today: string;
  readonly explainable: boolean;
  readonly newLine: string;
}

/**
 * One line. Painted again only when its own record, its problems or the columns change; the active cell lies above it.
 */
export const Row = memo(function Row(props: RowProps): ReactNode {
  const { row, index, line, columns, geometry, first, last, problems, newLine } = props;
  const whole = problems?.get('');
  const held: ReactNode[] = [];
  const cells: ReactNode[] = [];
  for (let at = 0; at < columns.length; at += 1) {
    const pinned = at < geometry.pinned;
    if (!pinned && (at < first || at > last)) continue;
    (pinned ? held : cells).push(<RowCell key={at} {...props} at={at} pinned={pinned} />);
  }
  const before = first > geometry.pinned ? (geometry.lefts[first] ?? 0) - geometry.pinnedWidth : 0;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={row ? 'lg-row' : 'lg-row lg-row-new'}
      style={{ top: index * geometry.rowHeight, height: geometry.rowHeight, width: geometry.total }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className={whole === undefined ? 'lg-gutter' : 'lg-gutter lg-bad'}
        title={whole}
        style={{ width: geometry.gutter }}
      >
        {row ? line : <span aria-label={newLine}>+</span>}
      </div>
      {held}
      {/* A picture of its own, which a row that only moved keeps. */}
      <div role="presentation" className="lg-cells" style={{ paddingLeft: before }}>
        {cells}
      </div>
    </div>
  );
});

/** Not a memo of its own: a row is painted whole or not at all. */
function RowCell({
  grid,
  row,
  index,
  columns,
  geometry,
  problems,
  query,
  language,
  today,
  explainable,
  at,
  pinned,
}: RowProps & { readonly at: number; readonly pinned: boolean }): ReactNode {
  const column = columns[at];
  if (!column) return null;
  const problem = row && problemOf(row, column.name, problems, language);
  let look = `lg-cell lg-${column.face}`;
  if (pinned) look += ' lg-pinned';
  if (pinned && at === geometry.pinned - 1) look += ' lg-pinned-last';
  if (problem !== undefined) look += ' lg-bad';
  if (row && column.readonly === true) look += ' lg-readonly';
  if (row && query !== '' && cellMatches(row, column, query, language, today)) look += ' lg-match';
  return (
    <div
      role="gridcell"
      id={cellId(grid, index, at)}
      aria-colindex={at + 2}
      aria-invalid={problem === undefined ? undefined : true}
      className={look}
      title={problem}
      style={pinned ? { width: geometry.widths[at], left: geometry.lefts[at] } : { width: geometry.widths[at] }}
    >
      {row ? cellFace(column, row, language, today, explainable, column.isRead) : null}
    </div>
  );
}

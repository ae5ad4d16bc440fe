import type { ReactNode } from 'react';
import type { Geometry } from './geometry.ts';
import { useGrid } from './grid-room.ts';
import type { Column } from './model.ts';
import { figureText } from './cell-text.ts';
import type { Say } from './texts.ts';
import type { Sums } from './totals.ts';

interface StripProps {
  readonly columns: readonly Column[];
  readonly geometry: Geometry;
  readonly first: number;
  readonly last: number;
  readonly say: Say;
}

/** Column titles; they stay on top. */
export function GridHead({ columns, geometry, first, last, say }: StripProps): ReactNode {
  return (
    <div role="row" aria-rowindex={1} className="lg-head" style={{ width: geometry.total }}>
      <div role="columnheader" aria-colindex={1} className="lg-gutter" style={{ width: geometry.gutter }}>
        <span className="lg-unseen">{say('line')}</span>
      </div>
      {strip(columns, geometry, first, last, (column, at, style, look) => (
        <div
          key={at}
          role="columnheader"
          aria-colindex={at + 2}
          aria-readonly={column.readonly === true || undefined}
          className={look}
          style={style}
          title={column.hint}
        >
          {column.label}
        </div>
      ))}
    </div>
  );
}

/** Exact totals; they stay at the bottom. Watches the totals alone. */
export function GridFoot({ columns, geometry, first, last, say }: StripProps): ReactNode {
  const totals = useGrid((state) => state.totals);
  return (
    <div role="row" className="lg-foot" style={{ width: geometry.total }}>
      <div role="rowheader" className="lg-gutter" style={{ width: geometry.gutter }}>
        {say('total')}
      </div>
      {strip(columns, geometry, first, last, (column, at, style, look) => {
        const sums = totals[column.name];
        return (
          <div
            key={at}
            role="gridcell"
            aria-colindex={at + 2}
            className={look}
            style={style}
            title={sums && sums.size > 1 ? wholeSum(column, sums) : undefined}
          >
            {sums && sums.size > 0 && <Total column={column} sums={sums} say={say} />}
          </div>
        );
      })}
    </div>
  );
}

function Total({ column, sums, say }: { readonly column: Column; readonly sums: Sums; readonly say: Say }): ReactNode {
  // Different units are no one sum; the title names them all.
  if (sums.size > 1) return <span className="lg-unit lg-units">{say('manyUnits', { count: sums.size })}</span>;
  const [only] = sums;
  if (!only) return null;
  const [unit, sum] = only;
  return (
    <>
      {figureText(column, sum.value)}
      {(unit !== '' || column.unitField !== undefined) && <span className="lg-unit">{unit}</span>}
    </>
  );
}

/** All sums of a column, each with its unit. */
export const wholeSum = (column: Column, sums: Sums): string =>
  [...sums].map(([unit, sum]) => `${figureText(column, sum.value)} ${unit}`.trim()).join(' · ');

function strip(
  columns: readonly Column[],
  geometry: Geometry,
  first: number,
  last: number,
  draw: (column: Column, at: number, style: Readonly<Record<string, number | undefined>>, look: string) => ReactNode,
): ReactNode {
  const cells: ReactNode[] = [];
  columns.forEach((column, at) => {
    const pinned = at < geometry.pinned;
    if (!pinned && (at < first || at > last)) return;
    const look = `lg-cell lg-${column.face}${pinned ? ' lg-pinned' : ''}${pinned && at === geometry.pinned - 1 ? ' lg-pinned-last' : ''}`;
    cells.push(
      draw(
        column,
        at,
        pinned ? { width: geometry.widths[at], left: geometry.lefts[at] } : { width: geometry.widths[at] },
        look,
      ),
    );
    if (at === geometry.pinned - 1 && first > geometry.pinned)
      cells.push(
        <div key="before" style={{ flex: 'none', width: (geometry.lefts[first] ?? 0) - geometry.pinnedWidth }} />,
      );
  });
  return cells;
}

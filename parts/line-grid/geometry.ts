import { fittedWidths } from '../table/column-fit.rules.ts';
import type { Column } from './model.ts';

/** Where columns stand. Pure figures, so that the active cell can be drawn without asking the document. */
export interface Geometry {
  readonly gutter: number;
  readonly lefts: readonly number[];
  readonly widths: readonly number[];
  readonly total: number;
  /** So many first columns stay when the grid is scrolled sideways. */
  readonly pinned: number;
  readonly pinnedWidth: number;
  readonly rowHeight: number;
}

const GUTTER = 48;

/**
 * Spare width goes to the columns that hold words; figures stay as narrow as they are. Where there is too little, words
 * give, and what is in sight before anything is scrolled ends between two columns.
 */
export function laidOut(columns: readonly Column[], available: number, rowHeight: number, pinned: number): Geometry {
  const wanted = columns.reduce((sum, column) => sum + column.width, GUTTER);
  const growing = columns.reduce((sum, column) => sum + (column.grows ? column.width : 0), 0);
  const spare = Math.max(0, available - wanted);
  const widths =
    wanted > available && available > GUTTER
      ? fittedWidths(
          columns.map(({ width, grows }) => ({ width, gives: grows })),
          available - GUTTER,
        ).map(Math.floor)
      : columns.map((column) =>
          growing > 0 && column.grows ? column.width + Math.floor((spare * column.width) / growing) : column.width,
        );
  const lefts: number[] = [];
  let total = GUTTER;
  for (const width of widths) {
    lefts.push(total);
    total += width;
  }
  const held = Math.min(pinned, columns.length);
  const pinnedWidth = GUTTER + widths.slice(0, held).reduce((sum, width) => sum + width, 0);
  // Pinned columns that leave no room to scroll in would lock the rest away.
  const tooWide = pinnedWidth > available * 0.6;
  return {
    gutter: GUTTER,
    lefts,
    widths,
    total,
    rowHeight,
    pinned: tooWide ? 0 : held,
    pinnedWidth: tooWide ? GUTTER : pinnedWidth,
  };
}

/** The columns a stretch of the grid shows, besides the pinned ones. */
export function columnsBetween(geometry: Geometry, from: number, to: number): readonly [first: number, last: number] {
  const { lefts, widths, pinned } = geometry;
  let first = pinned;
  while (first < lefts.length - 1 && (lefts[first] ?? 0) + (widths[first] ?? 0) <= from) first += 1;
  let last = first;
  while (last < lefts.length - 1 && (lefts[last + 1] ?? 0) < to) last += 1;
  return [first, last];
}

/** The column at `x` pixels from the grid's edge, with `scrollLeft` pixels scrolled away. */
export function columnAt(geometry: Geometry, x: number, scrollLeft: number): number {
  const inPinned = x < geometry.pinnedWidth;
  const at = inPinned ? x : x + scrollLeft;
  let column = geometry.lefts.length - 1;
  while (column > 0 && (geometry.lefts[column] ?? 0) > at) column -= 1;
  return column;
}

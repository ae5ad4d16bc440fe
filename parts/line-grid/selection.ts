import type { Block, Cell } from './model.ts';

/** Where the active cell goes. Pure: a grid is so many rows and columns, and a question whether a cell is filled. */

export type Direction = 'up' | 'down' | 'left' | 'right';
export type Stride = 'cell' | 'edge' | 'page' | 'end' | 'corner';
export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** Rows of one screen. */
  readonly page: number;
}

const STEP: Readonly<Record<Direction, Cell>> = {
  up: { row: -1, column: 0 },
  down: { row: 1, column: 0 },
  left: { row: 0, column: -1 },
  right: { row: 0, column: 1 },
};

/** The cell a movement leads to, within `extent`; a jump stops where filled cells begin or end. */
export function moved(
  cell: Cell,
  direction: Direction,
  stride: Stride,
  extent: Extent,
  isFilled: (cell: Cell) => boolean,
): Cell {
  const step = STEP[direction];
  const forward = step.row + step.column > 0;
  if (stride === 'cell') return clamped({ row: cell.row + step.row, column: cell.column + step.column }, extent);
  if (stride === 'page')
    return clamped({ row: cell.row + step.row * Math.max(1, extent.page - 1), column: cell.column }, extent);
  if (stride === 'end')
    return clamped(
      step.row === 0
        ? { row: cell.row, column: forward ? extent.columns - 1 : 0 }
        : { row: forward ? extent.rows - 1 : 0, column: cell.column },
      extent,
    );
  if (stride === 'corner')
    return forward ? { row: Math.max(0, extent.rows - 1), column: extent.columns - 1 } : { row: 0, column: 0 };
  return blockEdge(cell, step, extent, isFilled);
}

/** Like a spreadsheet's Ctrl+arrow: to the last filled cell of this block, or over the gap to the next filled one. */
function blockEdge(cell: Cell, step: Cell, extent: Extent, isFilled: (cell: Cell) => boolean): Cell {
  const next = (from: Cell): Cell => ({ row: from.row + step.row, column: from.column + step.column });
  const inside = (at: Cell): boolean =>
    at.row >= 0 && at.row < extent.rows && at.column >= 0 && at.column < extent.columns;
  let at = cell;
  if (!inside(next(at))) return at;
  if (isFilled(at) && isFilled(next(at))) {
    while (inside(next(at)) && isFilled(next(at))) at = next(at);
    return at;
  }
  at = next(at);
  while (inside(next(at)) && !isFilled(at)) at = next(at);
  return at;
}

/** Tab goes to the next cell a person can write in: over readonly ones, into the next row after the last. */
export function tabbed(cell: Cell, back: boolean, extent: Extent, isWritable: (column: number) => boolean): Cell {
  const step = back ? -1 : 1;
  let { row, column } = cell;
  for (let tries = 0; tries < extent.columns * 2; tries += 1) {
    column += step;
    if (column >= extent.columns) {
      if (row + 1 >= extent.rows) return cell;
      row += 1;
      column = 0;
    } else if (column < 0) {
      if (row === 0) return cell;
      row -= 1;
      column = extent.columns - 1;
    }
    if (isWritable(column)) return { row, column };
  }
  return cell;
}

/** The cell itself, or the nearest one within `extent`. */
export const clamped = (cell: Cell, extent: Extent): Cell => ({
  row: Math.min(Math.max(0, cell.row), Math.max(0, extent.rows - 1)),
  column: Math.min(Math.max(0, cell.column), Math.max(0, extent.columns - 1)),
});

/** The block two corners span, whichever they are. */
export const blockOf = (one: Cell, other: Cell): Block => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
});

/** Is the block one cell? */
export const isSingle = (block: Block): boolean => block.top === block.bottom && block.left === block.right;

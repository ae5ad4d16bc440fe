import { entryOf, emptyEntry, readCell, written, type Entry } from './cell-entry.ts';
import { parseBlock, tiled, titledColumns } from './clipboard-block.ts';
import { holdSameKind, isReadonly } from './columns.ts';
import type { Block, Cell, Change, ChangeKind, Column, GridRow, RowChange } from './model.ts';

/** Plans edits as changes, without touching anything. Cells that may not be written are left out, not refused. */
export interface Sheet {
  /** All rows, and where each stands. */
  readonly rows: readonly GridRow[];
  readonly indexOf: (key: string) => number | undefined;
  /** The rows shown, in order: all of them, or those a filter leaves. */
  readonly view: readonly GridRow[];
  readonly columns: readonly Column[];
  readonly today: string;
  readonly newRow: () => GridRow;
  /** Figures of a row that follow from others, such as amount = quantity × price. */
  readonly derive: ((row: GridRow, changed: readonly string[]) => GridRow) | undefined;
}
interface Writing {
  readonly row: number;
  readonly column: number;
  readonly entry: (row: GridRow, column: Column) => Entry;
}
/** A reference that was typed and waits for its record. */
export interface Wanted {
  readonly key: string;
  readonly column: Column;
  readonly text: string;
}

/** Writes entries into cells of the view; rows below the last one come into being. */
function writeCells(sheet: Sheet, kind: ChangeKind, writings: readonly Writing[]): Change {
  const next = new Map<number, { before: GridRow | undefined; after: GridRow; fields: string[] }>();
  for (const { row, column: at, entry } of writings) {
    const column = sheet.columns[at];
    if (!column) continue;
    const state = next.get(row) ?? { before: sheet.view[row], after: sheet.view[row] ?? sheet.newRow(), fields: [] };
    if (isReadonly(column, state.after)) continue;
    state.after = written(state.after, column, entry(state.after, column));
    state.fields.push(column.name);
    next.set(row, state);
  }
  const rows: RowChange[] = [];
  for (const [at, state] of [...next].sort((a, b) => a[0] - b[0])) {
    const after = sheet.derive ? sheet.derive(state.after, state.fields) : state.after;
    if (state.before && same(state.before, after)) continue;
    const index = state.before ? (sheet.indexOf(state.before.key) ?? 0) : sheet.rows.length + (at - sheet.view.length);
    rows.push({ key: after.key, index, before: state.before, after });
  }
  return { kind, rows };
}

const same = (one: GridRow, other: GridRow): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const name of names) {
    if (
      name === 'unread'
        ? JSON.stringify(one.unread) !== JSON.stringify(other.unread)
        : (one[name] ?? null) !== (other[name] ?? null)
    )
      return false;
  }
  return true;
};

/** The change of text typed into a cell. */
export const typed = (sheet: Sheet, cell: Cell, text: string): Change =>
  writeCells(sheet, 'edit', [{ ...cell, entry: (row, column) => readCell(column, text, row, sheet.today) }]);

/** The change of an entry put into a cell. */
export const put = (sheet: Sheet, cell: Cell, entry: Entry): Change =>
  writeCells(sheet, 'edit', [{ ...cell, entry: () => entry }]);

/** The change that empties a block. */
export const cleared = (sheet: Sheet, block: Block, kind: 'clear' | 'cut' = 'clear'): Change =>
  writeCells(
    sheet,
    kind,
    cellsOf(block, sheet.view.length).map((cell) => ({ ...cell, entry: (_row, column) => emptyEntry(column) })),
  );

/** Puts the active cell's content into every cell of the selection in its column. */
export function filled(sheet: Sheet, block: Block, from: Cell): Change {
  const source = sheet.view[from.row];
  const column = sheet.columns[from.column];
  if (!source || !column) return { kind: 'fill', rows: [] };
  const entry = entryOf(column, source);
  const alike = (at: number): boolean =>
    at === from.column || (column.face !== 'ref' && holdSameKind(sheet.columns[at], column));
  return writeCells(
    sheet,
    'fill',
    cellsOf(block, sheet.view.length)
      .filter((cell) => alike(cell.column) && (cell.row !== from.row || cell.column !== from.column))
      .map((cell) => ({
        ...cell,
        entry: () => (cell.column === from.column ? entry : moved(entry, column, sheet.columns[cell.column]!)),
      })),
  );
}
const moved = (entry: Entry, from: Column, to: Column): Entry => ({
  values: { [to.name]: entry.values[from.name] },
  ...(entry.unread ? { unread: entry.unread } : {}),
});

/** Copies the first row of the selection down; a single row takes the one above it. */
export function copiedDown(sheet: Sheet, block: Block): Change {
  const from = block.top === block.bottom ? block.top - 1 : block.top;
  const source = sheet.view[from];
  if (!source) return { kind: 'fill', rows: [] };
  const cells = cellsOf({ ...block, top: from + 1 }, Math.max(sheet.view.length, block.bottom + 1));
  return writeCells(
    sheet,
    'fill',
    cells.map((cell) => ({ ...cell, entry: (_row, column) => entryOf(column, source) })),
  );
}

/** What this grid itself copied, with ids and units, recognised by its text. */
export interface Copied {
  readonly text: string;
  readonly columns: readonly string[];
  readonly rows: readonly GridRow[];
}

/** Lays a pasted block at a cell. Gives the change and the block it covers. */
export function pasted(
  sheet: Sheet,
  target: Block,
  text: string,
  copied: Copied | undefined,
): { readonly change: Change; readonly covers: Block } {
  let lines = parseBlock(text);
  const titles = titledColumns(
    lines[0] ?? [],
    sheet.columns.map((column) => column.label),
  );
  if (titles) lines = lines.slice(1);
  const own = copied && copied.text === text ? copied : undefined;
  const cells = lines.map((line, row) =>
    line.map((cell, column) => ({ text: cell, row: own?.rows[row], from: own?.columns[column] })),
  );
  const block = titles ? cells : tiled(cells, target.bottom - target.top + 1, target.right - target.left + 1);
  const writings: Writing[] = [];
  let right = target.left;
  block.forEach((line, down) =>
    line.forEach((cell, across) => {
      const column = titles ? (titles[across] ?? -1) : target.left + across;
      if (column < 0 || column >= sheet.columns.length) return;
      right = Math.max(right, column);
      writings.push({
        row: target.top + down,
        column,
        entry: (row, into) =>
          cell.row && cell.from === into.name ? entryOf(into, cell.row) : readCell(into, cell.text, row, sheet.today),
      });
    }),
  );
  const change = writeCells(sheet, 'paste', writings);
  return {
    change,
    covers: {
      top: target.top,
      bottom: target.top + Math.max(0, block.length - 1),
      left: titles ? 0 : target.left,
      right,
    },
  };
}

/** The change that inserts a new row before the shown row `at`, or at the end. */
export function inserted(sheet: Sheet, at: number): Change {
  const next = sheet.view[at];
  const index = next ? (sheet.indexOf(next.key) ?? sheet.rows.length) : sheet.rows.length;
  const after = sheet.newRow();
  return { kind: 'insert', rows: [{ key: after.key, index, before: undefined, after }] };
}

/** The change that removes the rows of a block. */
export const removed = (sheet: Sheet, block: Block): Change => ({
  kind: 'remove',
  rows: sheet.view
    .slice(block.top, block.bottom + 1)
    .map((row) => ({ key: row.key, index: sheet.indexOf(row.key) ?? 0, before: row, after: undefined })),
});

/** References a change left waiting. */
export function wantedOf(change: Change, columns: readonly Column[]): readonly Wanted[] {
  const references = columns.filter((column) => column.face === 'ref');
  return change.rows.flatMap(({ before, after }) =>
    references.flatMap((column) => {
      const unread = after?.unread?.[column.name];
      return after && unread?.why === 'ref.searching' && before?.unread?.[column.name] !== unread
        ? [{ key: after.key, column, text: unread.text }]
        : [];
    }),
  );
}

function cellsOf(block: Block, rows: number): Cell[] {
  const cells: Cell[] = [];
  for (let row = block.top; row <= Math.min(block.bottom, rows - 1); row += 1)
    for (let column = block.left; column <= block.right; column += 1) cells.push({ row, column });
  return cells;
}

import type { Cell, Change, Column, GridRow } from './model.ts';
import { wantedOf } from './edit-plan.ts';
import type { GridStore } from './grid-store.ts';
import { isReadonly } from './columns.ts';
import { lookUp, type Match } from './reference-lookup.ts';
import { blockOf } from './selection.ts';
import { sayingIn } from './texts.ts';

/** The column a cell is in; undefined outside the grid. */
export const columnAt = (store: GridStore, cell: Cell): Column | undefined => store.get().columns[cell.column];
/** The row a cell is in; undefined below the last one. */
export const rowAt = (store: GridStore, cell: Cell): GridRow | undefined => store.get().view[cell.row];

/** The selected block; one cell where nothing more is selected. */
export const selection = (store: GridStore) => blockOf(store.get().active, store.get().corner);

/** Can this cell not be written? */
export function isLocked(store: GridStore, cell: Cell): boolean {
  const column = columnAt(store, cell);
  return store.get().readonly || !column || isReadonly(column, rowAt(store, cell));
}

/** Announces that the active cell cannot be written. */
export const announceReadonly = (store: GridStore): void =>
  store.set({ announcement: sayingIn(store.get().language)('readonly') });

/** The first column of a new line that can be written. */
export const firstWritable = (store: GridStore): number =>
  Math.max(
    0,
    store.get().columns.findIndex((column) => !isReadonly(column, undefined)),
  );

/** Applies a change and looks up the records its typed references name. */
export function apply(store: GridStore, change: Change, match: Match = 'exact'): void {
  if (store.get().readonly) return;
  store.apply(change);
  const wanted = wantedOf(change, store.get().columns);
  if (wanted.length > 0) void lookUp(store, wanted, match);
}

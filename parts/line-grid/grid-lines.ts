import { copiedDown, filled, inserted, removed } from './edit-plan.ts';
import { apply, firstWritable, selection } from './grid-cells.ts';
import type { GridStore } from './grid-store.ts';
import type { redoing, undoing } from './history.ts';
import { isSingle } from './selection.ts';

/** Writes the active cell's content into every selected cell of its column. */
export function fillSelection(store: GridStore, commitEdit: () => void): void {
  const { active, editing } = store.get();
  const block = selection(store);
  if (editing) commitEdit();
  if (!isSingle(block)) apply(store, filled(store.sheet(), block, active));
}

/** Copies the first selected row into those below it. */
export const copyDown = (store: GridStore): void => apply(store, copiedDown(store.sheet(), selection(store)));

/** Inserts a line below the active one. */
export function insertLine(store: GridStore): void {
  const { active, view, readonly } = store.get();
  if (readonly) return;
  const at = Math.min(active.row + 1, view.length);
  apply(store, inserted(store.sheet(), at));
  store.select({ row: at, column: firstWritable(store) });
}

/** Goes to the empty line below the last one. */
export const addLine = (store: GridStore): void =>
  store.select({ row: store.get().view.length, column: firstWritable(store) });

/** Removes the selected lines. */
export function removeSelected(store: GridStore): void {
  apply(store, removed(store.sheet(), selection(store)));
  store.select(store.get().active);
}

/** Removes one line. */
export function removeLine(store: GridStore, key: string): void {
  const row = store.get().view.findIndex((each) => each.key === key);
  if (row >= 0) apply(store, removed(store.sheet(), { top: row, bottom: row, left: 0, right: 0 }));
}

/** Undoes or redoes one change, and selects the first row it changed. */
export function stepHistory(store: GridStore, stepOf: typeof undoing | typeof redoing): void {
  const step = stepOf(store.get().history);
  if (!step || store.get().readonly) return;
  store.apply(step.change, step.history);
  const first = step.change.rows[0];
  const { view, active } = store.get();
  const row = first ? view.findIndex((each) => each.key === first.key) : -1;
  store.select(row >= 0 ? { row, column: active.column } : active);
}

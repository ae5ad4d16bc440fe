import { inverse, renamed } from './change.ts';
import type { Change, GridRow } from './model.ts';

/** The undo stack: plain data, so that it can be tested as a table. */
export interface History {
  readonly done: readonly Change[];
  readonly undone: readonly Change[];
}
export const emptyHistory: History = { done: [], undone: [] };

/** More steps than anyone walks back; each holds only the rows it touched. */
const HISTORY_MAX = 200;

/** The history with one more change; what was undone can no longer be redone. */
export const remembered = (history: History, change: Change): History => ({
  done: [...history.done.slice(1 - HISTORY_MAX), change],
  undone: [],
});

/** The change that undoes the last one, and the history after it; undefined where there is none. */
export function undoing(history: History): { readonly history: History; readonly change: Change } | undefined {
  const change = history.done.at(-1);
  return (
    change && {
      history: { done: history.done.slice(0, -1), undone: [...history.undone, change] },
      change: inverse(change, 'undo'),
    }
  );
}

/** The change that repeats the one undone last, and the history after it; undefined where there is none. */
export function redoing(history: History): { readonly history: History; readonly change: Change } | undefined {
  const change = history.undone.at(-1);
  return (
    change && {
      history: { done: [...history.done, change], undone: history.undone.slice(0, -1) },
      change: renamed(change, 'redo'),
    }
  );
}

/**
 * A late answer is written into every remembered row that waited for it, so that one undo takes
 * back both the typing and its answer, and no undo or redo brings back the waiting.
 */
export function withAnswers(history: History, writeAnswer: (row: GridRow) => GridRow): History {
  const one = (row: GridRow | undefined): GridRow | undefined => (row?.unread ? writeAnswer(row) : row);
  const each = (change: Change): Change =>
    change.rows.some((row) => row.before?.unread ?? row.after?.unread)
      ? { ...change, rows: change.rows.map((row) => ({ ...row, before: one(row.before), after: one(row.after) })) }
      : change;
  return { done: history.done.map(each), undone: history.undone.map(each) };
}

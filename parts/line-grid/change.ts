import type { Change, ChangeKind, GridRow, RowChange } from './model.ts';

/** Changes as data: applied forward, inverted for undo. */

/** The rows after a change; unchanged rows stay the same objects. `indexOf`: place of a row by key. */
export function applyChange(
  rows: readonly GridRow[],
  change: Change,
  indexOf: (key: string) => number | undefined,
): readonly GridRow[] {
  const next = rows.slice();
  const removed = new Set<string>();
  const inserted: RowChange[] = [];
  for (const row of change.rows) {
    if (!row.after) removed.add(row.key);
    else if (!row.before) inserted.push(row);
    else {
      const at = indexOf(row.key);
      const now = at === undefined ? undefined : rows[at];
      // Only what this change touched is written: what came from outside meanwhile stays.
      if (at !== undefined && now) next[at] = now === row.before ? row.after : rebased(now, row.before, row.after);
    }
  }
  const remaining = removed.size > 0 ? next.filter((row) => !removed.has(row.key)) : next;
  if (inserted.length === 0) return remaining;
  inserted.sort((a, b) => a.index - b.index);
  return merged(remaining, inserted);
}

/** Inserting 1,000 rows one by one would move the tail 1,000 times. */
function merged(rows: readonly GridRow[], inserted: readonly RowChange[]): readonly GridRow[] {
  const result: GridRow[] = [];
  let taken = 0;
  for (const { index, after } of inserted) {
    while (result.length < index && taken < rows.length) result.push(rows[taken++]!);
    result.push(after!);
  }
  while (taken < rows.length) result.push(rows[taken++]!);
  return result;
}

const rebased = (now: GridRow, before: GridRow, after: GridRow): GridRow => {
  const next: Record<string, unknown> = { ...now };
  for (const field of changedFields(before, after)) next[field] = after[field];
  return next as GridRow;
};

function changedFields(before: GridRow, after: GridRow): readonly string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => before[field] !== after[field]);
}

/** The change that takes this one back. */
export const inverse = (change: Change, kind: ChangeKind): Change => ({
  kind,
  rows: change.rows.map((row) => ({ ...row, before: row.after, after: row.before })),
});

/** The same change announced as another kind. */
export const renamed = (change: Change, kind: ChangeKind): Change => ({ ...change, kind });

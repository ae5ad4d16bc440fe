/** Rows as the program has them, from what the database driver answers. */

/**
 * An empty row by the names of its fields. Copied and filled it keeps the hidden class V8 gave it, at half the cost of
 * a row that gets one name after another.
 */
const emptyRows = new Map<string, Readonly<Record<string, unknown>>>();
const EMPTY_ROWS_MAX = 1_000;
function emptyRow(names: readonly string[]): Readonly<Record<string, unknown>> {
  const key = names.join();
  let empty = emptyRows.get(key);
  if (empty === undefined) {
    // V8 gives an object read from JSON its hidden class at once.
    empty = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`) as Record<string, unknown>;
    if (emptyRows.size >= EMPTY_ROWS_MAX) emptyRows.clear();
    emptyRows.set(key, empty);
  }
  return empty;
}
/** Rows from their cells, by the names of the columns. */
export function rowsOf<T>(names: readonly string[], lists: readonly (readonly unknown[])[]): T[] {
  if (lists.length === 0) return [];
  const empty = emptyRow(names);
  return lists.map((cells) => {
    const row: Record<string, unknown> = { ...empty };
    for (let index = 0; index < names.length; index += 1) row[names[index]!] = cells[index];
    return row as T;
  });
}

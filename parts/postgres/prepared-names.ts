/** Names of prepared statements. */
const RUNS_BEFORE_PREPARED = 3;
const PREPARED_MAX = 250;
const LONG_LIST = 50;

/**
 * A statement that runs again and again is parsed and planned once on each connection: with row-level security and
 * composite keys the planning often costs more than the work. One with a long list is planned for its length each time.
 */
export function preparedNames(): (text: string, values: readonly unknown[]) => { name?: string } {
  const runs = new Map<string, number>();
  const names = new Map<string, string>();
  return (text, values) => {
    if (values.some((value) => (Array.isArray(value) || Buffer.isBuffer(value)) && value.length > LONG_LIST)) return {};
    const known = names.get(text);
    if (known !== undefined) return { name: known };
    if (names.size >= PREPARED_MAX) return {};
    const times = (runs.get(text) ?? 0) + 1;
    if (times < RUNS_BEFORE_PREPARED) {
      if (runs.size > 10 * PREPARED_MAX) runs.clear();
      runs.set(text, times);
      return {};
    }
    runs.delete(text);
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return { name };
  };
}

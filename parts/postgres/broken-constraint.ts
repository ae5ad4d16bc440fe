/** Which constraint a failed statement broke, and what it was writing. */
import pg from 'pg';

/** What a failed statement broke. */
interface BrokenConstraint {
  readonly rule: 'unique' | 'reference' | 'check' | 'exclusion';
  readonly constraint: string;
  readonly table: string;
  readonly detail: string;
  readonly message: string;
  /**
   * The row that was written, by field name, when it was a single one: under row-level security PostgreSQL tells no
   * values.
   */
  readonly written: Readonly<Record<string, unknown>>;
}
const written = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** Remembers with a failure of `work` what it wrote; what was sent after it fails of the same error. */
export async function writing<T>(
  rows: readonly Readonly<Record<string, unknown>>[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!written.has(error as object)) written.set(error as object, rows.length === 1 ? rows[0]! : {});
    throw error;
  }
}

/** The constraint a failed statement broke, if that is what happened. */
export function brokenConstraint(error: unknown): BrokenConstraint | null {
  if (!(error instanceof pg.DatabaseError)) return null;
  const rule = (
    { 23505: 'unique', 23503: 'reference', 23001: 'reference', 23514: 'check', '23P01': 'exclusion' } as const
  )[error.code as '23505'];
  return rule === undefined
    ? null
    : {
        rule,
        constraint: error.constraint ?? '',
        table: error.table ?? '',
        detail: error.detail ?? '',
        message: error.message,
        written: written.get(error) ?? {},
      };
}

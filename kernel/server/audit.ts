import { isDeepStrictEqual } from 'node:util';
import type { Context } from './context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';

/** One record's change: field → [before, after]. */
export interface Change {
  readonly resource: string;
  readonly recordId: string;
  readonly action: string;
  readonly title: string;
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The order of keys aside: the database keeps objects in one of its own. */
const isSame = (old: unknown, now: unknown): boolean => old === now || isDeepStrictEqual(plain(old), plain(now));
/** As it is sent and stored: without what is undefined. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (JSON.parse(JSON.stringify(value)) as unknown) : value;

/** Fields whose value differs; `null`, "" and an empty list are the same nothing. */
export function differences(
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): Record<string, [unknown, unknown]> {
  const found: Record<string, [unknown, unknown]> = {};
  for (const name in after) {
    const old = before?.[name] ?? null;
    const now = after[name] ?? null;
    if (old === null ? !isNothing(now) : !(isNothing(old) && isNothing(now)) && !isSame(old, now))
      found[name] = [old, now];
  }
  return found;
}

/** What of these values is something. */
export function stated(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const name in values) if (!isNothing(values[name])) found[name] = values[name];
  return found;
}

/** Writes audit rows in the transaction of the change itself: a change that cannot be audited does not happen. */
export async function audit(context: Context, entries: readonly Change[]): Promise<void> {
  if (entries.length > 0) await context.tx.run(auditing(context, entries));
}

/** The same as a statement of its own, for whoever writes it together with the change. */
export const auditing = (context: Context, entries: readonly Change[]): Sql => sql`
  insert into audit_log (resource, record_id, action, title, changes, user_id, request_id)
  select e.resource, e."recordId", e.action, e.title, e.changes, ${context.user.userId}::bigint, ${context.requestId}
  from json_to_recordset(${JSON.stringify(entries)}::json)
    as e(resource text, "recordId" bigint, action text, title text, changes jsonb)`;

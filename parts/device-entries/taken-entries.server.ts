/** Entries made on devices: each is taken over once, by the key the device gave it. */
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { sql, type Transaction } from '../postgres/database.ts';
import './device.refusals.ts';

interface Taking {
  readonly tx: Transaction;
  readonly user: { readonly userId: string };
}
interface DeviceEntry {
  readonly key: string | null;
  readonly madeTime: string | null;
}

/** Entries one person made on a device are not sent as another's. */
export function requireOwnEntries({ user }: Taking, madeBy: string | null | undefined): void {
  if (madeBy !== null && madeBy !== undefined && madeBy !== '' && madeBy !== user.userId)
    throw new Refused(refuse('device.other-person'));
}

/**
 * Those of the entries that were not taken over before; what has no key is always new. Noted in the transaction of the
 * effect: the second of two at once waits here for the first.
 */
export async function notTakenYet<E extends DeviceEntry>(
  { tx, user }: Taking,
  call: string,
  entries: readonly E[],
  deviceTime: string | null | undefined,
): Promise<readonly E[]> {
  const keyed = new Map(entries.flatMap((each) => (each.key === null ? [] : [[each.key, each] as const])));
  if (keyed.size === 0) return entries;
  const rows = [...keyed].map(([key, { madeTime }]) => ({ key, made: momentOrNull(madeTime) }));
  const taken = await tx.rows<{ key: string }>(sql`
    insert into device_entry (user_id, key, call, made_time, sent_time)
    select ${user.userId}::bigint, e.key, ${call}, e.made, ${momentOrNull(deviceTime)}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(key text, made timestamptz) order by e.key
    on conflict do nothing returning key`);
  const fresh = new Set(taken.map(({ key }) => keyed.get(key)));
  return entries.filter((each) => each.key === null || fresh.has(each));
}

/** What the clock of a device can have shown; another moment is none. */
function momentOrNull(text: string | null | undefined): string | null {
  const read = new Date(text ?? '');
  const year = read.getUTCFullYear();
  return year >= 2000 && year < 2200 ? read.toISOString() : null;
}

import { personal, session } from '../client/session.ts';
import { store } from '../state/store.ts';
import { changeKept, readKept } from './device-database.ts';
import { type Entry, entered, type Outbox } from './outbox.rules.ts';

const SHELF = 'outbox';
const NONE: Outbox = [];

/** What the signed-in person entered on this device that the server does not have, in the order it was entered. */
export const outbox = store<Outbox>(NONE);
/** Whose entries `outbox` holds. */
let whose: string | undefined;
let opened: Promise<boolean> | undefined;

// Other tabs of this browser hear of every change.
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('larder:outbox');
if (channel !== undefined)
  channel.onmessage = ({ data: person }: MessageEvent<string>) => {
    if (person === whose) void refresh(person);
  };
// Of one person the next sees nothing.
session.subscribe(() => {
  if (whose === undefined || whose === personal('')) return;
  opened = whose = undefined;
  outbox.set(NONE);
  if (session.get() !== undefined) void openOutbox();
});

async function refresh(person: string): Promise<void> {
  const stored = (await readKept<Outbox>(SHELF, person)) ?? NONE;
  if (person === whose) outbox.set(stored);
}

/** Reads what waits on this device; answers whether this browser keeps anything at all (a private window may not). */
export function openOutbox(): Promise<boolean> {
  const person = personal('');
  whose = person;
  opened ??= refresh(person).then(
    () => true,
    () => false,
  );
  return opened;
}

/** Changes what one person keeps, in one go; rejects where the device has no room. */
export async function changeOutbox(person: string, change: (now: Outbox) => Outbox): Promise<Outbox> {
  const next = await changeKept<Outbox>(SHELF, person, (now) => change(now ?? NONE));
  if (person === whose) outbox.set(next);
  channel?.postMessage(person);
  return next;
}

/** Changes what the signed-in person keeps. */
export const changeOwnOutbox = (change: (now: Outbox) => Outbox): Promise<Outbox> => changeOutbox(personal(''), change);

/** Puts entries behind the others; they are sent as soon as the server can be reached. */
export async function putInOutbox(entries: readonly Entry[]): Promise<void> {
  await changeOwnOutbox((now) => entries.reduce(entered, now));
  // What waits here is not to be cleared away by the browser.
  void navigator.storage?.persist?.().catch(() => false);
}

/** What one person keeps, as it stands on the device. */
export const outboxOf = async (person: string): Promise<Outbox> => (await readKept<Outbox>(SHELF, person)) ?? NONE;

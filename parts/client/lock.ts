import { onStoredChange, readStored, writeStored } from '../state/device-storage.ts';
import { store } from '../state/store.ts';

// The server holds the lock; what is kept here only says which page to draw before it was asked.
const KEY = 'locked';
const LOCK_PATH = '/lock';

export const locked = store(readStored(KEY, false));

/** The address behind the lock, kept with this window's history: other windows have their own. */
interface StoredLock {
  readonly lockedFrom?: string;
}

/** Puts the address of the lock over the one the person is at, which is kept for afterwards. */
export function holdAddress(): void {
  if (location.pathname !== LOCK_PATH)
    history.replaceState(
      { ...(history.state as StoredLock | null), lockedFrom: location.pathname + location.search },
      '',
      LOCK_PATH,
    );
}

/** Draws the lock over everything: somebody locked here or in another window, or the server says so. */
export function markLocked(): void {
  if (!readStored(KEY, false)) writeStored(KEY, true);
  holdAddress();
  locked.set(true);
}

/** Goes back to where the screen was locked. */
export function markUnlocked(): void {
  if (readStored(KEY, false)) writeStored(KEY, undefined);
  if (location.pathname === LOCK_PATH) {
    const { lockedFrom = '/', ...rest } = (history.state ?? {}) as StoredLock;
    history.replaceState(rest, '', lockedFrom);
  }
  locked.set(false);
}

/** With the session ends its lock. */
export function clearLock(): void {
  writeStored(KEY, undefined);
  locked.set(false);
}

/** Resolves once the screen is not locked. */
export async function whenUnlocked(): Promise<void> {
  if (!locked.get()) return;
  await new Promise<void>((resolve) => {
    const stop = locked.subscribe(() => {
      if (locked.get()) return;
      stop();
      resolve();
    });
  });
}

/** Follows the other windows, and lets no step back or forward lead past the lock. */
export function followLock(): void {
  onStoredChange(KEY, () => (readStored(KEY, false) ? markLocked() : markUnlocked()));
  window.addEventListener('popstate', () => {
    if (locked.get()) holdAddress();
  });
}

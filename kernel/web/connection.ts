import { store } from './store.ts';

/** When the server answered last, in milliseconds of this device's clock. */
let answered = Date.now();

/** When what is shown was answered, while the server is out of reach; undefined while it is there. */
export const cutSince = store<number | undefined>(undefined);

/** Told by every call: the server answered, or was not reached. */
export const reached = (): void => {
  answered = Date.now();
  cutSince.set(undefined);
};
export const unreached = (): void => { if (cutSince.get() === undefined) cutSince.set(answered); };

/** Asks whether the server is there again. */
export async function knock(): Promise<boolean> {
  const isThere = await fetch('/api/health', { cache: 'no-store' }).then((response) => response.ok, () => false);
  if (isThere) reached();
  return isThere;
}

/** Follows the network of this device. */
export function watchConnection(): void {
  if (!navigator.onLine) unreached();
  window.addEventListener('offline', unreached);
  window.addEventListener('online', () => void knock());
}

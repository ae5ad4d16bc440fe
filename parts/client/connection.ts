import {
  afterAnswer,
  afterFailure,
  afterOffline,
  afterOnline,
  type Connection,
  connected,
} from './connection.rules.ts';
import { store } from '../state/store.ts';

let connection = connected(Date.now());

/** When what is shown was answered, while the server is out of reach; undefined while it is there. */
export const cutSince = store<number | undefined>(undefined);

function become(next: Connection): void {
  connection = next;
  cutSince.set(next.cutSince);
}

/** Called by every request as it is sent: what it hands to `reached` once it is answered. */
export const sent = (): number => connection.cuts;
/** Called when a request was answered, with what `sent` gave it. */
export const reached = (cuts: number): void => become(afterAnswer(connection, cuts, Date.now()));
/** Called when a request found no server. */
export const unreached = (): void => become(afterFailure(connection));

/** Asks whether the server is there again. A device without a network need not ask. */
export async function knock(): Promise<void> {
  if (navigator.onLine) become(afterOnline(connection));
  if (connection.isOffline) return;
  const cuts = sent();
  if (
    await fetch('/api/health', { cache: 'no-store' }).then(
      (response) => response.ok,
      () => false,
    )
  )
    reached(cuts);
}

/** Follows the network of this device. */
export function watchConnection(): void {
  window.addEventListener('offline', () => become(afterOffline(connection)));
  window.addEventListener('online', () => void knock());
}

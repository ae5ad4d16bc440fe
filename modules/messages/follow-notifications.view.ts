import { events, pause } from '../../parts/client/api.ts';

const NAME = 'larder.news';
const POLL_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Calls `hear` whenever there is something new, until the answer is called. Of all windows of a browser one holds the
 * connection and tells the others: a browser has six of them for everything. Where windows cannot agree on one, each
 * asks once a minute.
 */
export function followNotifications(onEvent: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  if (!('locks' in navigator)) {
    const timer = setInterval(onEvent, POLL_MS);
    return () => clearInterval(timer);
  }
  const others = new BroadcastChannel(NAME);
  others.addEventListener('message', onEvent);
  const all = (): void => {
    onEvent();
    others.postMessage('news');
  };
  const hold = async (): Promise<void> => {
    let wait = FIRST_PAUSE_MS;
    let isFirst = true;
    while (!signal.aborted) {
      await events(
        '/blade-desk/message/stream',
        (event) => {
          wait = FIRST_PAUSE_MS;
          // What was missed while the line was away.
          if (event === 'news' || !isFirst) all();
          isFirst = false;
        },
        signal,
      ).catch(() => undefined);
      if (!signal.aborted) await pause(wait);
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
    }
  };
  navigator.locks.request(NAME, { signal }, hold).catch(() => undefined);
  return () => {
    over.abort();
    others.close();
  };
}

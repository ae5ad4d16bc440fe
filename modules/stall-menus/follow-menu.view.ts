import { events, pause } from '../../parts/client/api.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

interface Follower {
  /** Something changed, or may have while the line was away. */
  readonly onChange: () => void;
  /** Whether the line is open. */
  readonly onLine: (isOpen: boolean) => void;
}

/** Follows the menus of a restaurant by their event stream until the answer is called; a lost line is opened again. */
export function followMenu(path: string, { onChange, onLine }: Follower): () => void {
  const over = new AbortController();
  const { signal } = over;
  const hold = async (): Promise<void> => {
    let wait = FIRST_PAUSE_MS;
    let isFirst = true;
    while (!signal.aborted) {
      await events(
        path,
        (event) => {
          wait = FIRST_PAUSE_MS;
          if (event === 'open') onLine(true);
          if (event === 'menu' || !isFirst) onChange();
          isFirst = false;
        },
        signal,
      ).catch(() => undefined);
      if (signal.aborted) return;
      onLine(false);
      await pause(wait);
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
    }
  };
  void hold();
  return () => over.abort();
}

/** LISTEN on a connection of its own. */
import pg from 'pg';

const RECONNECT_MS = 1_000;

/**
 * Listens on a channel through every loss of the connection, until the answered function is called. `listening` runs
 * once the channel is open, `reconnected` after each loss.
 */
export function listener(
  url: string,
  channel: string,
  receive: (payload: string) => void,
  reconnected: () => void,
  listening: () => void,
  failed: (error: Error) => void,
): () => Promise<void> {
  let isOver = false;
  let client: pg.Client | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const connect = async (isAgain: boolean): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true });
    client = fresh;
    let isLost = false;
    const lose = (error?: Error): void => {
      if (isLost || isOver) return;
      isLost = true;
      if (error !== undefined) failed(error);
      void fresh.end().catch(() => {});
      waiting = setTimeout(() => void connect(true), RECONNECT_MS);
    };
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    fresh.on('notification', ({ payload }) => void (payload && receive(payload)));
    try {
      await fresh.connect();
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      listening();
      if (isAgain) reconnected();
    } catch (error) {
      lose(error as Error);
    }
  };
  const first = connect(false);
  return async () => {
    isOver = true;
    clearTimeout(waiting);
    await first;
    await client?.end().catch(() => {});
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const LONGEST_MS = 60_000;
const AGAIN_MS = 250;

/** A server that starts, recovers or ends lets nobody in, or is not there at all for the moment. */
const NOT_YET = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'EAI_AGAIN',
]);

/** Whether the same connection may well be had in a moment. */
export function mayComeUp(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(mayComeUp);
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code === undefined ? message?.startsWith('Connection terminated') === true : NOT_YET.has(code);
}

/**
 * Connects, for a minute again and again while the server is on its way up; `waiting` is told once why it takes a
 * while.
 */
export async function connectWhenUp(url: string, waiting: (error: unknown) => void): Promise<pg.Client> {
  const until = performance.now() + LONGEST_MS;
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    client.on('error', () => {}); // the statement that fails reports it
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (!mayComeUp(error) || performance.now() > until) throw error;
      if (attempt === 0) waiting(error);
      await sleep(AGAIN_MS);
    }
  }
}

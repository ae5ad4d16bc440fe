import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long the other end of a line may take before it is let go, in milliseconds. */
export interface ClientTimeouts {
  /** Until all headers of a request are there. */
  readonly headers: number;
  /** Within this time so much of a body has to come, or of an answer to be taken, as a slow line manages easily. */
  readonly standstill: number;
  /** How often it is looked whether whoever reads a long answer may still have it. */
  readonly look: number;
}
export const CLIENT_TIMEOUTS: ClientTimeouts = { headers: 20_000, standstill: 25_000, look: 2_000 };

/** What the slowest line we wait for carries in a second. */
const BYTES_PER_SECOND = 1_000;

/** Lets go of whoever says nothing, or sends a body a few bytes at a time. Headers are the business of Node itself. */
export function enforceClientTimeouts(app: FastifyInstance, { headers, standstill }: ClientTimeouts): void {
  app.server.on('connection', (socket) => {
    setTimeout(() => void (socket.bytesRead === 0 && socket.destroy()), headers).unref();
  });
  const least = (BYTES_PER_SECOND * standstill) / 1000;
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  app.addHook('onRequest', async ({ raw }: { readonly raw: IncomingMessage }) => {
    if (raw.complete || (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined))
      return;
    const { socket } = raw;
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete || socket.destroyed) return clearInterval(timer);
      if (socket.bytesRead - seen < least) socket.destroy();
      seen = socket.bytesRead;
    }, standstill).unref();
    raw.once('close', () => clearInterval(timer));
    timers.set(raw, timer);
  });
  app.addHook('onResponse', async ({ raw }: { readonly raw: IncomingMessage }) => clearInterval(timers.get(raw)));
}

/**
 * Watches over an answer that goes out bit by bit: it ends when its reader stands still, or may not have it any more.
 * Answers how to stop.
 */
export function watchReader(
  answer: ServerResponse,
  { standstill, look }: ClientTimeouts,
  mayStillRead: () => Promise<boolean>,
): () => void {
  let taken = 0;
  let since = performance.now();
  const timer = setInterval(() => {
    const { socket } = answer;
    if (socket === null || socket.destroyed) return;
    const now = socket.bytesWritten - socket.writableLength;
    // Nothing to be taken is no standstill: the next rows may take their time.
    if (now > taken || socket.writableLength === 0) [taken, since] = [Math.max(now, taken), performance.now()];
    else if (performance.now() - since > standstill) return void answer.destroy();
    mayStillRead().then(
      (may) => void (may || answer.destroy()),
      () => {},
    ); // who cannot be asked for the moment is asked again
  }, look).unref();
  return () => clearInterval(timer);
}

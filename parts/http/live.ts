import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * An answer that goes on: events over one connection, from when the transaction has ended until the reader leaves or is
 * no longer signed in.
 */
export interface Live {
  /** Begins to send; answers how to stop. */
  readonly live: (send: (event: string) => void) => () => void;
  /** Resolves when nothing is missed any more: only then the reader is told that the line is open. */
  readonly ready: () => Promise<void>;
  /** Readers whom nobody knows are counted together, by the place they ask from, up to so many. */
  readonly unknown?: { readonly from: string; readonly max: number };
}

/** Is the answer a connection that stays open? */
export const isLive = (answer: unknown): answer is Live =>
  typeof answer === 'object' && answer !== null && 'live' in answer && typeof answer.live === 'function';

const HEARTBEAT_MS = 20_000;
/** Of one person at a time; whoever opens more loses the oldest. */
const STREAMS_EACH = 10;

/** Connections that stay open: begun after an answer, ended with the reader, with his session, or with the program. */
export interface Streams {
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    live: Live,
    user: string,
    isStillWelcome: () => Promise<boolean>,
  ): FastifyReply;
  /** Whether this answer is one of them; how long it took says nothing. */
  has(request: FastifyRequest): boolean;
}

/** Opens and ends the connections of one program; all end before the program closes. */
export function createStreams(app: FastifyInstance): Streams {
  const open = new Map<string, (() => void)[]>();
  const all = new WeakSet<FastifyRequest>();
  // Otherwise closing waits for readers who never leave.
  app.addHook('preClose', async () => [...open.values()].flat().forEach((end) => end()));
  return {
    has: (request) => all.has(request),
    open(request, reply, live, person, isStillWelcome) {
      const user = live.unknown?.from ?? person;
      all.add(request);
      reply.hijack();
      const { raw } = reply;
      const headers = Object.fromEntries(
        Object.entries(reply.getHeaders()).filter((each): each is [string, string] => each[1] !== undefined),
      );
      raw.writeHead(200, {
        ...headers,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      const send = (event: string): void => void raw.write(`event: ${event}\ndata: {}\n\n`);
      const ifWelcome = (act: () => void): void =>
        void isStillWelcome().then((isWelcome) => {
          if (!isWelcome) end();
          else if (!raw.writableEnded) act();
        }, end);
      const stop = live.live((event) => ifWelcome(() => send(event)));
      void live.ready().then(() => raw.writableEnded || send('open'));
      const beat = setInterval(() => ifWelcome(() => raw.write(': still here\n\n')), HEARTBEAT_MS);
      const end = (): void => {
        clearInterval(beat);
        stop();
        const rest = (open.get(user) ?? []).filter((each) => each !== end);
        if (rest.length === 0) open.delete(user);
        else open.set(user, rest);
        raw.end();
      };
      raw.once('close', end);
      const others = [...(open.get(user) ?? []), end];
      open.set(user, others);
      if (others.length > (live.unknown?.max ?? STREAMS_EACH)) others[0]!();
      return reply;
    },
  };
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface ClientRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface Answer {
  readonly status: number;
  readonly msg: string;
  readonly data: unknown;
  readonly milliseconds: number;
}

/**
 * Many clients on one thread of their own: what they do takes none of the server's time, and a busy server none of
 * theirs.
 */
export interface Clients {
  /** All at once, each over a socket; answers in the order asked. */
  send(requests: readonly ClientRequest[]): Promise<readonly Answer[]>;
  close(): Promise<unknown>;
}

export function openClients(): Clients {
  const worker = new Worker(new URL('clients.worker.ts', import.meta.url));
  return {
    async send(requests) {
      const answered = once(worker, 'message') as Promise<[readonly Answer[]]>;
      worker.postMessage(requests);
      return (await answered)[0];
    },
    close: () => worker.terminate(),
  };
}

import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type pg from 'pg';

// PostgreSQL's COPY through the `pg` driver, which knows the messages but offers no call for them.

/** The part of the driver's connection that COPY needs; its published types leave it out. */
interface CopyConnection {
  readonly stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** What the driver calls while a statement of our own making is under way. */
abstract class CopyStatement {
  readonly done: Promise<void>;
  protected readonly finish: { resolve(): void; reject(error: unknown): void };
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.done = promise;
    this.finish = { resolve, reject };
  }

  submit(connection: CopyConnection): void {
    connection.query(this.#text);
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.finish.resolve();
  }
  handleError(error: unknown): void {
    this.finish.reject(error);
  }
}

class CopyOut extends CopyStatement {
  readonly #take: (chunk: Buffer) => Promise<void> | undefined;

  constructor(text: string, take: (chunk: Buffer) => Promise<void> | undefined) {
    super(text);
    this.#take = take;
  }

  handleCopyData(message: { chunk: Buffer }, connection: CopyConnection): void {
    // The driver reads the next messages into the same memory.
    const wait = this.#take(Buffer.from(message.chunk));
    if (!wait) return;
    connection.stream.pause();
    wait.then(
      () => connection.stream.resume(),
      (error: unknown) => {
        this.finish.reject(error);
        connection.stream.destroy();
      },
    );
  }
}

class CopyIn extends CopyStatement {
  readonly #source: AsyncIterable<Buffer>;
  #refused = false;

  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text);
    this.#source = source;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection);
  }
  override handleError(error: unknown): void {
    this.#refused = true;
    super.handleError(error);
  }

  async #send(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        if (this.#refused) return;
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      if (!this.#refused) connection.endCopyFrom();
    } catch (error) {
      // The server answers with an error of its own; ours came first and says why.
      this.finish.reject(error);
      connection.sendCopyFail('the source failed');
    }
  }
}

/** Runs `copy … to stdout` into the stream, no faster than that takes it; `seen` is shown every piece. */
export async function copyOut(
  client: pg.Client,
  text: string,
  into: Writable,
  seen: (chunk: Buffer) => void,
): Promise<void> {
  let waiting = false;
  const statement = new CopyOut(text, (chunk) => {
    seen(chunk);
    // What had been read from the socket before it paused still comes, and waits for the same moment.
    if (into.write(chunk) || waiting) return undefined;
    waiting = true;
    return drained(into).finally(() => (waiting = false));
  });
  client.query(statement as unknown as pg.Submittable);
  await statement.done;
}

/** Resolves when the stream takes more; rejects when it never will. */
export async function drained(stream: Writable): Promise<void> {
  if (stream.destroyed) throw stream.errored ?? new Error('the file was closed');
  const end = new AbortController();
  try {
    await Promise.race([
      once(stream, 'drain', end),
      once(stream, 'close', end).then(() => Promise.reject(stream.errored ?? new Error('the file was closed'))),
    ]);
  } finally {
    end.abort();
  }
}

/** Runs `copy … from stdin` with what the source yields. */
export async function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<void> {
  const statement = new CopyIn(text, source);
  client.query(statement as unknown as pg.Submittable);
  await statement.done;
}

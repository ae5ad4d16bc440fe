import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from './fault.ts';

/** A file as an answer. */
export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  /** Read when the transaction has ended; one that is made out of it is spooled first. */
  readonly body: Buffer | NodeJS.ReadableStream | (() => Promise<Buffer | NodeJS.ReadableStream>);
  /** Opened in the browser instead of being saved: only what cannot run there. */
  readonly shown?: boolean;
}

/** Is the answer a file rather than a value? */
export const isDownload = (answer: unknown): answer is Download =>
  typeof answer === 'object' && answer !== null && 'fileName' in answer && 'contentType' in answer && 'body' in answer;

/** A file that loses its name before its first byte, so that it is gone once it was read, or its program was killed. */
async function namelessFile(): Promise<fs.FileHandle> {
  const name = path.join(os.tmpdir(), `larder-${randomUUID()}`);
  const file = await fs.open(name, 'wx+', 0o600);
  try {
    await fs.rm(name);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * What is made row by row out of a transaction, whole in a file: the transaction ends when the last row was made,
 * however slowly somebody takes them.
 */
export async function spool(made: NodeJS.ReadableStream): Promise<NodeJS.ReadableStream> {
  const file = await namelessFile();
  try {
    await file.writeFile(made);
    return file.createReadStream({ start: 0 });
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** So long an answer waits for what is made: what fails within is said in a sentence. */
const BEGINS_AFTER_MS = 500;
const BLOCK_BYTES = 256 * 1024;

/**
 * The same for what takes longer, with transactions of its own: it is read while it is made, and made at its own pace.
 * What fails later ends the reading with its error, so that the answer breaks off and never looks whole. When its
 * reader leaves, nothing more is made.
 */
export async function spoolAhead(made: Readable, beginsAfterMs = BEGINS_AFTER_MS): Promise<Readable> {
  made.on('error', () => {}); // heard below, also where it comes before the file is there
  const file = await namelessFile();
  let written = 0;
  let taken = 0;
  let ended = false;
  let failure: Error | undefined;
  let grown: (() => void) | undefined;
  const making = (async () => {
    try {
      for await (const chunk of made) {
        await file.appendFile(chunk as Uint8Array);
        written += (chunk as Uint8Array).length;
        grown?.();
      }
    } catch (error) {
      failure = error as Error;
    }
    ended = true;
    grown?.();
  })();
  const clock = new AbortController();
  await Promise.race([making, sleep(beginsAfterMs, undefined, { signal: clock.signal }).catch(() => {})]);
  clock.abort();
  if (failure !== undefined) {
    await file.close();
    throw failure;
  }
  return new Readable({
    highWaterMark: BLOCK_BYTES,
    read() {
      const give = (): void => {
        grown = undefined;
        if (taken === written && !ended) grown = give;
        else if (taken === written && failure !== undefined) this.destroy(failure);
        else if (taken === written) this.push(null);
        else
          file.read(Buffer.allocUnsafe(Math.min(BLOCK_BYTES, written - taken)), { position: taken }).then(
            ({ bytesRead, buffer }) => {
              taken += bytesRead;
              this.push(buffer.subarray(0, bytesRead));
            },
            (error: Error) => this.destroy(error),
          );
      };
      give();
    },
    destroy(error, done) {
      made.destroy();
      void making
        .then(() => file.close())
        .then(
          () => done(error),
          (failed: Error) => done(failed),
        );
    },
  });
}

/** Files that leave for one person at a time. */
const AT_ONCE = 2;
const WAITING_MAX = 20;
const WAIT_MS = 10_000;
const tooManyDownloads = (): Fault =>
  new Fault(429, {
    zh: '您有多个文件正在下载，请等其中一个完成后再试',
    en: 'Several files are on their way to you; try again when one of them is there',
  });

export interface DownloadTurns {
  /** When this person may have another file; answers how to give the turn back. Whoever waits holds nothing. */
  take(person: string): Promise<() => void>;
}

/** Limits downloads of one person at a time; the next waits up to `waitMs` milliseconds for a free place. */
export function createDownloadTurns(waitMs = WAIT_MS): DownloadTurns {
  const people = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return {
    async take(person) {
      const own = people.get(person) ?? { running: 0, waiting: [] };
      people.set(person, own);
      const giveBack = (): void => {
        const next = own.waiting.shift();
        if (next !== undefined) return next();
        own.running -= 1;
        if (own.running === 0) people.delete(person);
      };
      if (own.running < AT_ONCE) own.running += 1;
      else {
        if (own.waiting.length >= WAITING_MAX) throw tooManyDownloads();
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => {
            own.waiting.splice(own.waiting.indexOf(mine), 1);
            reject(tooManyDownloads());
          }, waitMs).unref();
          const mine = (): void => {
            clearTimeout(timer);
            resolve();
          };
          own.waiting.push(mine);
        });
      }
      return giveBack;
    },
  };
}

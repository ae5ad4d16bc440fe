import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
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

/**
 * What is made row by row out of a transaction, whole in a file: the transaction ends when the last row was made,
 * however slowly somebody takes them. The file loses its name before its first byte, so that it is gone once it was
 * read, or its program was killed.
 */
export async function spool(made: NodeJS.ReadableStream): Promise<NodeJS.ReadableStream> {
  const name = path.join(os.tmpdir(), `larder-${randomUUID()}`);
  const file = await fs.open(name, 'wx+', 0o600);
  try {
    await fs.rm(name);
    await file.writeFile(made);
    return file.createReadStream({ start: 0 });
  } catch (error) {
    await file.close();
    throw error;
  }
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

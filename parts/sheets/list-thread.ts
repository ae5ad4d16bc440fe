/** Sheets of long lists, made in threads of their own: the loop that answers everybody only hands their bytes on. */
import { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { Context } from '../../kernel/server/context.ts';
import { port } from '../../kernel/server/port.ts';
import type { Database } from '../postgres/database.ts';
import { startThread } from '../threads/thread.ts';
import type { Wanted } from '../threads/turns.rules.ts';
import { turnsOf, type Turn } from '../threads/turns.ts';
import type { FillBlock } from './list-filling.ts';
import type { ListPlan } from './list-plan.ts';

/** Where a long sheet is read, by transactions of its own; without it, in that of its call. */
export const ownTransactions = port<(context: Context) => Database | undefined>('transactions of long sheets', {
  otherwise: () => undefined,
});

/** What the thread is given. */
export interface ListTask {
  readonly url: string;
  readonly plan: ListPlan;
  /** What the sheet is called. */
  readonly name: string;
}
/**
 * What the thread posts: bytes of the sheet, each answered once somebody took them, blocks of rows whose cells the
 * program fills, each answered in turn, and its end.
 */
export type ListMessage =
  | { readonly bytes: Uint8Array }
  | { readonly rows: readonly (readonly unknown[])[] }
  | { readonly failed: { readonly message: string; readonly code: string | undefined } }
  | { readonly done: true };

/** What it is answered. */
export type ListAnswer = 'taken' | { readonly filled: readonly (readonly (string | null)[])[] };

const MEMORY_MB = 256;
/** Each costs up to a core and a connection. */
const turns = turnsOf({
  atOnce: 2,
  waitingMax: 50,
  tooMany: {
    zh: '正在导出的人太多，请稍后再试',
    en: 'Many sheets are being made at the moment; try again shortly',
  },
});

/** The sheet of a list, for one person: it begins when it is his turn, and ends with its reader. */
export function sheetInThread(task: ListTask, { tenant, person }: Wanted, fill: FillBlock): Readable {
  let worker: Worker | undefined;
  const answer = (message: ListAnswer): void => worker?.postMessage(message);
  /** Blocks of bytes that nobody has room for yet. */
  let owed = 0;
  let isWhole = false;
  const sheet = new Readable({
    read() {
      for (; owed > 0; owed -= 1) answer('taken');
    },
    destroy(error, done) {
      void Promise.resolve(worker?.terminate()).then(() => {
        turns.end(own);
        done(error);
      });
    },
  });
  /** Blocks are filled one after the other: who exports takes one connection of the program. */
  let filling = Promise.resolve();
  const take = (message: ListMessage): void => {
    if ('bytes' in message) {
      if (sheet.push(message.bytes)) answer('taken');
      else owed += 1;
    } else if ('rows' in message) {
      filling = filling
        .then(async () => {
          if (!sheet.destroyed) answer({ filled: await fill(message.rows) });
        })
        .catch((error: unknown) => void sheet.destroy(error as Error));
    } else if ('done' in message) {
      isWhole = true;
      sheet.push(null);
    } else {
      const { message: text, code } = message.failed;
      sheet.destroy(Object.assign(new Error(text), code === undefined ? {} : { code }));
    }
  };
  const own: Turn = {
    tenant,
    person,
    start() {
      worker = startThread(new URL('./list-worker.ts', import.meta.url), MEMORY_MB, task);
      worker.on('message', take);
      worker.on('error', (error) => sheet.destroy(error as Error));
      worker.on('exit', () => {
        turns.end(own);
        if (!isWhole) sheet.destroy(new Error('The thread of a sheet ended without a word'));
      });
    },
  };
  turns.wait(own);
  return sheet;
}

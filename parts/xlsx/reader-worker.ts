/**
 * Runs in a worker thread: unpacks one workbook and posts the rows of one sheet, within limits.
 * Knows only strings, so whatever it is fed can at worst end this thread; `bounded-reader.ts` owns the heap limit and
 * the clock.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setPriority } from 'node:os';
import { finished } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReaderMessage, ReaderTask, SheetRow } from './bounded-reader.ts';
import { readRows } from './sheet-reader.ts';
import { Unreadable } from './unreadable.ts';
import { readWorkbook } from './workbook-reader.ts';
import { openParts, type ZipParts } from './zip-parts.ts';

const task = workerData as ReaderTask;
const BLOCKS_AHEAD = 2;

/** Blocks sent that the other side has not taken yet. */
let ahead = 0;
let waiting: (() => void) | undefined;

/** Resolves when the other side is at most `BLOCKS_AHEAD` blocks behind. */
function credit(): Promise<void> | undefined {
  ahead += 1;
  if (ahead <= BLOCKS_AHEAD) return undefined;
  return new Promise((resolve) => {
    waiting = resolve;
  });
}
parentPort!.on('message', () => {
  ahead -= 1;
  waiting?.();
  waiting = undefined;
});

// On Linux this is the priority of this thread alone, elsewhere of the whole process: reading a sheet gives way to
// answering requests.
if (process.platform === 'linux') setPriority(0, 10);
let parts: ZipParts | undefined;
const file = task.into === undefined ? undefined : createWriteStream(task.into, { mode: 0o600 });
const send = async (rows: SheetRow[]): Promise<void> => {
  if (file !== undefined) {
    if (!file.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))) await once(file, 'drain');
    return;
  }
  await credit();
  parentPort!.postMessage({ rows } satisfies ReaderMessage);
};
try {
  parts = await openParts(task);
  await readRows(parts, await readWorkbook(parts, task.sheetNames), task.limits, send);
  if (file !== undefined) await finished(file.end());
  parentPort!.postMessage({ done: true } satisfies ReaderMessage);
} catch (error) {
  if (!(error instanceof Unreadable)) throw error;
  parentPort!.postMessage({ refused: { code: error.code, detail: error.detail } } satisfies ReaderMessage);
} finally {
  parts?.close();
  parentPort!.close();
}

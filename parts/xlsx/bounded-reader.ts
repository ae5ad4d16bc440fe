import { open, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { Refused, refuse } from '../../kernel/core/refusal.ts';
import './excel.refusals.ts';

/** One row of a sheet. `cells[0]` is column A; what is missing at the end is empty. */
export interface SheetRow {
  /** As Excel numbers it, from 1. */
  readonly row: number;
  /**
   * The text a person means: numbers as plain decimals ("1234.5"), percentages with their sign ("9%"), days
   * `yyyy-MM-dd`, moments `yyyy-MM-dd HH:mm:ss`, TRUE and FALSE, errors such as #N/A. `null` is empty. Texts are not
   * trimmed.
   */
  readonly cells: readonly (string | null)[];
}

/** What an uploaded file may cost. Every limit is named to the person whose file exceeds it. */
interface SheetLimits {
  readonly fileBytes: number;
  /** Parts of the archive. */
  readonly entries: number;
  /** Unpacked size of one part and of all. */
  readonly entryBytes: number;
  readonly totalBytes: number;
  /**
   * Unpacked to packed, for parts larger than `ratioFromBytes`: small parts of a workbook are mostly the same words.
   */
  readonly ratio: number;
  readonly ratioFromBytes: number;
  /** Rows with content, not counting the headings. */
  readonly rows: number;
  readonly columns: number;
  /** Characters of one cell. Excel itself holds no more. */
  readonly cellLength: number;
  readonly strings: number;
  readonly stringBytes: number;
  /** Time spent waiting for the reading thread; what the consumer does with the rows does not count. */
  readonly seconds: number;
  /** Old space of the reading thread. */
  readonly memoryMb: number;
}

const MB = 1024 * 1024;

const SHEET_LIMITS: SheetLimits = {
  fileBytes: 50 * MB,
  entries: 2_000,
  entryBytes: 256 * MB,
  totalBytes: 384 * MB,
  ratio: 200,
  ratioFromBytes: 8 * MB,
  rows: 50_000,
  columns: 200,
  cellLength: 32_767,
  strings: 2_000_000,
  stringBytes: 64 * MB,
  seconds: 30,
  memoryMb: 64,
};

export interface ReadOptions {
  readonly limits?: Partial<SheetLimits>;
  /** Names looked for before the first sheet is taken. Default 数据 and Data. */
  readonly sheetNames?: readonly string[];
  readonly signal?: AbortSignal;
}

/** What the reading thread is given. */
export interface ReaderTask {
  readonly source:
    | { readonly path: string; readonly bytes?: undefined }
    | { readonly path?: undefined; readonly bytes: Uint8Array };
  readonly limits: SheetLimits;
  readonly sheetNames: readonly string[];
  /** Where the rows go instead of being posted: a file that is made, with a line of JSON for each. */
  readonly into?: string;
}
/** What the reading thread posts. It is answered with one message per block of rows. */
export type ReaderMessage =
  | { readonly rows: readonly SheetRow[] }
  | { readonly refused: { readonly code: string; readonly detail: Record<string, unknown> } }
  | { readonly done: true };

/**
 * Reads the rows of an uploaded .xlsx in a thread of its own, bounded in memory and time; merges, column definitions,
 * formulas and everything else of the workbook is not looked at. A path costs less memory than a buffer.
 *
 * Throws `Refused` with an `excel.…` code naming the limit, also in the middle; what was yielded before must then be
 * dropped.
 */
export const readSheet = (
  source: string | Buffer,
  options: ReadOptions = {},
): AsyncGenerator<SheetRow, void, undefined> => readWithin(source, options);

/** The same into a file it makes, a line of JSON for each row: none of them passes through the loop of the program. */
export async function readSheetInto(into: string, source: string, options: ReadOptions = {}): Promise<void> {
  for await (const _row of readWithin(source, options, into)) throw new Error('A row went astray');
}

async function* readWithin(
  source: string | Buffer,
  options: ReadOptions,
  into?: string,
): AsyncGenerator<SheetRow, void, undefined> {
  const limits = { ...SHEET_LIMITS, ...options.limits };
  const { signal } = options;
  signal?.throwIfAborted();
  await refuseByLook(source, limits);
  const leave = await enter(limits, signal);
  try {
    yield* readInThread(
      {
        source: typeof source === 'string' ? { path: source } : { bytes: source },
        limits,
        sheetNames: options.sheetNames ?? ['数据', 'Data'],
        ...(into === undefined ? {} : { into }),
      },
      signal,
    );
  } finally {
    leave();
  }
}

/** What size and first bytes already tell, before a thread is started. */
async function refuseByLook(source: string | Buffer, limits: SheetLimits): Promise<void> {
  const size = typeof source === 'string' ? (await stat(source)).size : source.length;
  if (size > limits.fileBytes) throw new Refused(refuse('excel.fileBytes', { limit: limits.fileBytes / MB }));
  const head = typeof source === 'string' ? await firstBytes(source, 64 * 1024) : source.subarray(0, 64 * 1024);
  if (head.subarray(0, 4).equals(ZIP)) return;
  if (!head.subarray(0, 8).equals(COMPOUND)) throw new Refused(refuse('excel.notExcel'));
  // An encrypted workbook is a compound file too, with a stream of this name.
  throw new Refused(
    refuse(
      head.includes(ENCRYPTED) || (typeof source !== 'string' && source.includes(ENCRYPTED))
        ? 'excel.encrypted'
        : 'excel.oldFormat',
    ),
  );
}
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

async function firstBytes(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A thread knows nothing of the environment but where its program lies compiled. */
function compiledBefore(): Record<string, string> {
  const { NODE_COMPILE_CACHE: place } = process.env;
  return place === undefined ? {} : { NODE_COMPILE_CACHE: place };
}

async function* readInThread(
  task: ReaderTask,
  signal: AbortSignal | undefined,
): AsyncGenerator<SheetRow, void, undefined> {
  const { limits } = task;
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    execArgv: [],
    env: compiledBefore(),
  });
  const arrived: ReaderMessage[] = [];
  let failure: Error | undefined;
  let ended = false;
  let wake: (() => void) | undefined;
  const changed = (): void => wake?.();
  worker.on('message', (message: ReaderMessage) => {
    arrived.push(message);
    changed();
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    failure =
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new Refused(refuse('excel.memory', { limit: limits.memoryMb }))
        : error;
    changed();
  });
  worker.on('exit', () => {
    ended = true;
    changed();
  });
  signal?.addEventListener('abort', changed);

  let left = limits.seconds * 1000;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const message = arrived.shift();
      if (message === undefined) {
        if (failure !== undefined) throw failure;
        if (ended) throw new Error('The reading thread ended without a word');
        if (left <= 0) throw new Refused(refuse('excel.seconds', { limit: limits.seconds }));
        const from = performance.now();
        await new Promise<void>((resolve) => {
          const clock = setTimeout(resolve, left);
          wake = () => {
            clearTimeout(clock);
            resolve();
          };
        });
        wake = undefined;
        left -= performance.now() - from;
        continue;
      }
      if ('done' in message) return;
      if ('refused' in message) throw new Refused(refuse(message.refused.code, message.refused.detail));
      worker.postMessage('next');
      yield* message.rows;
    }
  } finally {
    signal?.removeEventListener('abort', changed);
    await worker.terminate();
  }
}

// A reading costs up to a core and `memoryMb`: more at once would be felt by everybody else.
const READINGS_MAX = 2;
const WAITING_MAX = 20;
let readings = 0;
const queue: (() => void)[] = [];

/** Waits for a place among the readings under way; answers how to leave it. */
async function enter(limits: SheetLimits, signal: AbortSignal | undefined): Promise<() => void> {
  if (readings >= READINGS_MAX) {
    if (queue.length >= WAITING_MAX) throw new Refused(refuse('excel.busy'));
    await new Promise<void>((resolve, reject) => {
      const finish = (outcome: () => void) => () => {
        clearTimeout(clock);
        signal?.removeEventListener('abort', aborted);
        const place = queue.indexOf(admitted);
        if (place >= 0) queue.splice(place, 1);
        outcome();
      };
      const admitted = finish(resolve);
      const aborted = finish(() => reject(signal!.reason as Error));
      const clock = setTimeout(
        finish(() => reject(new Refused(refuse('excel.busy')))),
        limits.seconds * 1000,
      );
      signal?.addEventListener('abort', aborted);
      queue.push(admitted);
    });
  } else {
    readings += 1;
  }
  return () => {
    // The place is handed on, so nobody slips in between.
    const next = queue[0];
    if (next === undefined) readings -= 1;
    else next();
  };
}

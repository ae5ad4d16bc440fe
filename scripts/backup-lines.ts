import fs from 'node:fs';
import { createGunzip } from 'node:zlib';
import { PlainFailure } from './plain-failure.ts';

/**
 * The embedded PostgreSQL comes without pg_dump, so Larder writes its own backup: gzip'd lines.
 *
 *     {"format":"larder-backup","version":1,"createdTime":…,"migrations":[…]}
 *     {"table":"public.material","columns":["id",…]}          per table,
 *     1⇥GA0001⇥…                                              its rows as COPY writes them,
 *     \.                                                      a line no row can be,
 *     {"rows":1,"checksum":"…"}                               and what a restore must find again;
 *     {"file":"…"} base64 lines \. {"bytes":…,"sha256":…}      per attached file;
 *     {"sequences":{"public.id_running":…}}
 *     {"tables":80,"rows":1234,"files":3}                     the end, so that half a file is known for one.
 *
 * Everything is read in one snapshot. Data of the schema only: the schema is what the migrations make.
 */
export interface Header {
  format: 'larder-backup';
  version: 1;
  createdTime: string;
  migrations: Migration[];
}
export interface Migration {
  name: string;
  checksum: string;
}
export interface TableHeader {
  table: string;
  columns: string[];
}
export interface TableEnd {
  rows: string;
  checksum: string;
}
export interface FileHeader {
  file: string;
}
export interface FileEnd {
  bytes: number;
  sha256: string;
}
export type Sequences = Record<string, { value: string; called: boolean }>;

/** What a backup or a restore has moved. */
export interface Moved {
  tables: number;
  rows: number;
  files: number;
}

/** One sentence why there is no backup, or no restore. */
export class BackupFailure extends PlainFailure {}

/** The line that ends a block. */
export const BLOCK_END = Buffer.from('\\.\n');
export const NEWLINE = 0x0a;

/** Reads a backup: single lines of JSON, and blocks of raw lines between them. */
export class BackupLines {
  readonly #input: fs.ReadStream;
  readonly #chunks: AsyncIterator<Buffer>;
  #ahead: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#input = fs.createReadStream(file);
    const gunzip = createGunzip();
    this.#input.on('error', (error) => gunzip.destroy(error));
    this.#chunks = this.#input.pipe(gunzip)[Symbol.asyncIterator]();
  }

  /** The next line, which is an object; that it is this one follows from the lines before it. */
  async next<T extends object>(): Promise<T> {
    let end: number;
    while ((end = this.#ahead.indexOf(NEWLINE)) < 0) await this.#readOn();
    const line = this.#ahead.subarray(0, end).toString('utf8');
    this.#ahead = this.#ahead.subarray(end + 1);
    try {
      return JSON.parse(line) as T;
    } catch {
      throw new BackupFailure('this is no backup of Larder, or a damaged one');
    }
  }

  /** The raw lines up to the end of the block, in pieces of whole lines. */
  async *block(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#blockEnd();
      if (end >= 0) {
        if (end > 0) yield this.#ahead.subarray(0, end);
        this.#ahead = this.#ahead.subarray(end + BLOCK_END.length);
        return;
      }
      const whole = this.#ahead.lastIndexOf(NEWLINE) + 1;
      if (whole > 0) {
        const lines = this.#ahead.subarray(0, whole);
        this.#ahead = this.#ahead.subarray(whole);
        yield lines;
      }
      await this.#readOn();
    }
  }

  close(): void {
    this.#input.destroy();
  }

  /** Where a line begins that is nothing but the end mark. */
  #blockEnd(): number {
    let at = this.#ahead.indexOf(BLOCK_END);
    while (at > 0 && this.#ahead[at - 1] !== NEWLINE) at = this.#ahead.indexOf(BLOCK_END, at + 1);
    return at;
  }

  async #readOn(): Promise<void> {
    let step: IteratorResult<Buffer>;
    try {
      step = await this.#chunks.next();
    } catch (error) {
      throw new BackupFailure(`the backup is damaged: ${(error as Error).message}`);
    }
    if (step.done) throw new BackupFailure('the backup is cut off');
    this.#ahead = this.#ahead.length === 0 ? step.value : Buffer.concat([this.#ahead, step.value]);
  }
}

import { createReadStream, createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readSheet, type ReadOptions, type SheetRow } from './bounded-reader.ts';

/** A sheet on this machine. */
export interface SheetFile {
  readonly path: string;
  readonly size: number;
  /** Where the rows of a large sheet lie that was read before the transaction. */
  readonly rowsPath?: string;
  /** Of a small sheet. */
  readonly rows?: readonly SheetRow[];
}

/** A sheet of this size is answered at once, a larger one is a job. */
export const AT_ONCE_BYTES = 150_000;

/** Where the rows of a large sheet lie, a line of JSON each, from when they were read until the work is done. */
const rowsBeside = ({ path }: Pick<SheetFile, 'path'>): string => `${path}.rows`;

/** A reader of lines ends one at these signs, too. */
const escaped = (sign: string): string => (sign === '\u2028' ? '\\u2028' : '\\u2029');

/**
 * A sheet with its rows, which may have to wait for others that are read: called before a connection is taken. Those of
 * a large one would not fit into memory and are written beside it, to be removed with it.
 */
export async function withRows<File extends SheetFile>(
  file: File,
  options: Pick<ReadOptions, 'signal'> = {},
): Promise<File> {
  const read = readSheet(file.path, options);
  if (file.size <= AT_ONCE_BYTES) {
    const rows: SheetRow[] = [];
    for await (const row of read) rows.push(row);
    return { ...file, rows };
  }
  const lines = async function* (): AsyncGenerator<string> {
    for await (const row of read) yield `${JSON.stringify(row).replace(/[\u2028\u2029]/g, escaped)}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(rowsBeside(file), { mode: 0o600 }));
  return { ...file, rowsPath: rowsBeside(file) };
}

/** The rows of a sheet, one after the other, as often as wanted. */
export async function* rowsOf(file: SheetFile): AsyncGenerator<SheetRow, void, undefined> {
  if (file.rowsPath === undefined) return yield* file.rows ?? readSheet(file.path);
  for await (const line of createInterface({ input: createReadStream(file.rowsPath) }))
    yield JSON.parse(line) as SheetRow;
}

/** Removes what `withRows` wrote. */
export const removeRows = (file: Pick<SheetFile, 'path'>): Promise<void> => fs.rm(rowsBeside(file), { force: true });

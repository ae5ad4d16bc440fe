import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import { readSheet, readSheetInto, type ReadOptions, type SheetRow } from './bounded-reader.ts';

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

/**
 * A sheet with its rows, which may have to wait for others that are read: called before a connection is taken. Those of
 * a large one would not fit into memory and are written beside it, to be removed with it.
 */
export async function withRows<File extends SheetFile>(
  file: File,
  options: Pick<ReadOptions, 'signal'> = {},
): Promise<File> {
  if (file.size <= AT_ONCE_BYTES) {
    const rows: SheetRow[] = [];
    for await (const row of readSheet(file.path, options)) rows.push(row);
    return { ...file, rows };
  }
  await readSheetInto(rowsBeside(file), file.path, options);
  return { ...file, rowsPath: rowsBeside(file) };
}

/** So much of a file of rows is read at a time: nobody waits long for it to be taken apart. */
const BLOCK_BYTES = 128 * 1024;

/** The rows of a sheet, one after the other, as often as wanted. */
export async function* rowsOf(file: SheetFile): AsyncGenerator<SheetRow, void, undefined> {
  if (file.rowsPath === undefined) return yield* file.rows ?? readSheet(file.path);
  let begun = '';
  for await (const read of createReadStream(file.rowsPath, { encoding: 'utf8', highWaterMark: BLOCK_BYTES })) {
    const text = begun + String(read);
    const end = text.lastIndexOf('\n');
    begun = text.slice(end + 1);
    // Within a line there is none: JSON writes it in two signs.
    if (end >= 0) yield* JSON.parse(`[${text.slice(0, end).replaceAll('\n', ',')}]`) as SheetRow[];
  }
}

/** Removes what `withRows` wrote. */
export const removeRows = (file: Pick<SheetFile, 'path'>): Promise<void> => fs.rm(rowsBeside(file), { force: true });

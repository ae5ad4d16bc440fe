import type { UploadedFile } from './context.ts';
import { readSheet, type ReadOptions, type SheetRow } from '../../parts/xlsx/bounded-reader.ts';

/** A sheet of this size is answered at once, a larger one is a job. */
export const AT_ONCE_BYTES = 150_000;

/** A small sheet with its rows, which may have to wait for others that are read: called before a connection is taken. A larger one would not fit and is read on its way. */
export async function withRows(file: UploadedFile): Promise<UploadedFile> {
  if (file.size > AT_ONCE_BYTES) return file;
  const rows: SheetRow[] = [];
  for await (const row of readSheet(file.path)) rows.push(row);
  return { ...file, rows };
}

/** The rows of an uploaded sheet, one after the other. */
export async function* rowsOf(
  file: UploadedFile,
  options: Pick<ReadOptions, 'signal'> = {},
): AsyncGenerator<SheetRow, void, undefined> {
  yield* file.rows ?? readSheet(file.path, options);
}

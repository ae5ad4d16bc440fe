import type { Declaration } from '../../kernel/core/declaration.ts';
import type { ImportResult } from '../sheet-answer/import-result.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { UploadedFile } from '../http/request-input.ts';
import type { ImportProgress, SheetHeader } from './import-task.ts';
import { resultSheet } from './result-sheet.ts';
import { storeFile } from '../storage/files.ts';
import { rowsOf } from '../xlsx/sheet-rows.ts';

/** One sheet on its way in. */
export interface ImportRun {
  readonly declaration: Declaration;
  readonly context: Context;
  readonly file: UploadedFile;
  readonly fileFolder: string;
  readonly dryRun: boolean;
  readonly onlyGood: boolean;
  /** Every row is taken for a new record; the rules of the record refuse what is there already. */
  readonly onlyNew: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (progress: ImportProgress) => Promise<void>;
}
export type Imported = ImportResult & { readonly landed: boolean };

/** Bad cells listed in the answer; the sheet that goes back has all of them. */
const BAD_SHOWN = 1_000;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * What is told of an import; where something is wrong, the person's own sheet with the reasons in it is kept for him.
 */
export async function answered(
  { context, file, fileFolder }: ImportRun,
  header: SheetHeader,
  imported: Imported,
): Promise<Imported> {
  if (imported.failed === 0) return { ...imported, fileId: null };
  const name = file.name.replace(/\.xlsx$/i, '') + { zh: '-失败原因.xlsx', en: '-problems.xlsx' }[context.language];
  const fileId = await storeFile(
    context,
    fileFolder,
    resultSheet({ rows: rowsOf(file), header, bad: imported.rows, language: context.language }),
    name,
    XLSX,
    'import-result',
  );
  return { ...imported, rows: imported.rows.slice(0, BAD_SHOWN), fileId };
}

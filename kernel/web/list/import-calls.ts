import type { Declaration } from '../../core/declaration.ts';
import type { ImportResult } from '../../../parts/sheet-answer/import-result.ts';
import { download, get, pause, post } from '../../../parts/client/api.ts';
import { callOf } from '../catalogue.ts';
import { ApiError } from '../../../parts/client/errors.ts';
import { translate } from '../i18n.ts';
import type { Query } from '../../../parts/client/wire.ts';

/** A large sheet goes on behind the scenes. */
interface Started {
  readonly jobId: string;
}
interface Job {
  readonly state: string;
  readonly progress: number | null;
  readonly total: number | null;
  readonly result: ImportResult | null | Record<string, never>;
  readonly error: string;
}

const LOOK_EVERY_MS = 1_000;

const isStarted = (answer: ImportResult | Started): answer is Started => 'jobId' in answer;

/**
 * Sends the sheet, as a trial or to import, and waits for the job where one was started. `progress` gets the share
 * done, once known, and how to stop the job. Answers undefined when it was stopped: nothing was written.
 */
export async function sendSheet(
  declaration: Declaration,
  file: File,
  how: { readonly dryRun: boolean; readonly onlyGood: boolean; readonly key: string; readonly query?: Query },
  progress: (share: number | undefined, stop: () => Promise<unknown>) => void,
): Promise<ImportResult | undefined> {
  const upload = new FormData();
  upload.set('file', file);
  const answer = await post<ImportResult | Started>(callOf(declaration, 'importExcelTemplate'), {
    upload,
    query: { ...how.query, dryRun: how.dryRun ? 1 : 0, onlyGood: how.onlyGood ? 1 : 0 },
    key: how.key,
  });
  if (!isStarted(answer)) return answer;
  const stop = (): Promise<unknown> => post('/blade-resource/job/cancel', { query: { ids: answer.jobId } });
  progress(undefined, stop);
  for (;;) {
    await pause(LOOK_EVERY_MS);
    const job = await get<Job>('/blade-resource/job/detail', { id: answer.jobId });
    progress(job.total === null || job.total === 0 ? undefined : (job.progress ?? 0) / job.total, stop);
    if (job.state === 'cancelled') return undefined;
    if (job.result !== null && 'created' in job.result) return job.result as ImportResult;
    if (job.error !== '' || job.state === 'failed')
      throw new ApiError('refused', job.error || translate('error.unknown'));
  }
}

/** Hands the empty sheet of a declaration to the browser. */
export const fetchTemplate = (declaration: Declaration, query: Query = {}): Promise<void> =>
  download(callOf(declaration, 'downloadExcelTemplate'), query);
/** Hands a sheet that came back with its errors marked to the browser. */
export const fetchMarkedSheet = (fileId: string): Promise<void> =>
  download('/blade-resource/file/download', { id: fileId });

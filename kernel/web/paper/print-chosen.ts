import type { Declaration } from '../../core/declaration.ts';
import { nowHere } from '../../../parts/client/business-day.ts';
import { fetchRecord, type ListRow } from '../list/list-data.ts';
import { store } from '../../../parts/state/store.ts';
import { fewAtOnce } from '../../../parts/hooks/few-at-once.ts';

/** So many documents are printed as one; so many are fetched at a time. */
export const PRINTED_MAX = 50;
const FETCHED_AT_ONCE = 4;

/** Documents on their way to paper. */
export type Printing =
  | {
      readonly is: 'fetching';
      readonly of: Declaration;
      readonly done: number;
      readonly count: number;
      readonly stop: () => void;
    }
  | { readonly is: 'printing'; readonly of: Declaration; readonly rows: readonly ListRow[]; readonly at: string };
export const printing = store<Printing | undefined>(undefined);

/** Fetches these documents as stored and prints them one after another; throws what prevents one of them. */
export async function printChosen(of: Declaration, ids: readonly string[]): Promise<void> {
  const stopped = new AbortController();
  let done = 0;
  const show = (): void => printing.set({ is: 'fetching', of, done, count: ids.length, stop: () => stopped.abort() });
  show();
  try {
    const rows = await fewAtOnce(
      ids,
      FETCHED_AT_ONCE,
      async (id, signal) => {
        const row = await fetchRecord(of, id, signal);
        done += 1;
        if (!signal.aborted) show();
        return row;
      },
      stopped.signal,
    );
    printing.set({ is: 'printing', of, rows, at: nowHere() });
  } catch (error) {
    stopped.abort();
    printing.set(undefined);
    throw error;
  }
}

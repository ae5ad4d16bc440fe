import { useCallback, useState } from 'react';
import type { Declaration } from '../core/declaration.ts';
import { invalidateLists } from './list/list-data.ts';
import { useNotify } from './use-notify.tsx';

/** Work somebody waits for: its button shows progress, errors are shown, the lists it touches are read again. */
export function useAsyncAction(touched?: Declaration): {
  readonly busy: boolean;
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
} {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (work: () => Promise<unknown>): Promise<void> => {
      setBusy(true);
      try {
        await work();
      } catch (error) {
        notify.error(error);
      } finally {
        setBusy(false);
        if (touched !== undefined) await invalidateLists(touched);
      }
    },
    [notify, touched],
  );
  return { busy, run };
}

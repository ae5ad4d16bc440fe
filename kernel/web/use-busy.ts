import { useCallback, useState } from 'react';
import type { Declaration } from '../core/declaration.ts';
import { renewLists } from './list/list-data.ts';
import { useTell } from './tell.tsx';

/** Work somebody waits for: while it goes on its button turns, what goes wrong is told, and afterwards the lists it touches ask anew. */
export function useBusy(touched?: Declaration): {
  readonly busy: boolean;
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
} {
  const tell = useTell();
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (work: () => Promise<unknown>): Promise<void> => {
      setBusy(true);
      try {
        await work();
      } catch (error) {
        tell.trouble(error);
      } finally {
        setBusy(false);
        if (touched !== undefined) await renewLists(touched);
      }
    },
    [tell, touched],
  );
  return { busy, run };
}

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { draftKey } from '../../parts/state/draft-key.ts';
import { dropDraft, readDraft, writeDraft } from '../../parts/state/drafts.ts';
import { request } from '../../kernel/web/request.ts';
import { prePicking, savePicking } from './out-store.calls.ts';
import { type Entries, type Entry, mergedEntries, type StoredPicking } from './picking-entry.rules.ts';

/**
 * The bill with its proposed lots, and what was picked so far: a dead battery costs nothing, and what is accepted of a
 * line goes to the server as soon as it is reached, so that another device goes on from there.
 */
export function usePicking(id: string) {
  const key = useMemo(() => draftKey('outStore.pick', id), [id]);
  const bill = useQuery({
    queryKey: ['detail', 'outStore', id, 'pick'],
    queryFn: ({ signal }) => request(prePicking, { id }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [entries, setEntries] = useState<Entries>();
  const [resumed, setResumed] = useState<Pick<ReturnType<typeof mergedEntries>, 'others' | 'from'>>();
  const latest = useRef<Entries>({});
  const unsent = useRef(new Set<string>());
  const lines = bill.data?.details;
  useEffect(() => {
    if (lines === undefined) return;
    const start = (stored: StoredPicking | undefined): void => {
      const { entries: merged, ...others } = mergedEntries(lines, stored);
      latest.current = merged;
      unsent.current = new Set(stored?.unsent);
      setEntries(merged);
      setResumed(others);
    };
    readDraft(key).then(
      (found) => start(found?.values as StoredPicking | undefined),
      () => start(undefined),
    );
  }, [key, lines]);
  const store = useCallback((): void => {
    const values = { entries: latest.current, unsent: [...unsent.current] } satisfies StoredPicking;
    void writeDraft(key, { values, lines: {}, savedAt: Date.now() }).catch(() => undefined);
  }, [key]);
  const write = useCallback(
    (lineId: string, entry: Entry): void => {
      latest.current = { ...latest.current, [lineId]: entry };
      unsent.current.add(lineId);
      setEntries(latest.current);
      store();
    },
    [store],
  );
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  /** Writes what is accepted of a line, and sends it with all that was not sent before. */
  const accept = useCallback(
    (lineId: string, entry: Entry): void => {
      write(lineId, entry);
      const send = async (): Promise<void> => {
        const sent = [...unsent.current].flatMap((detailId) => {
          const each = latest.current[detailId];
          return each?.done === true ? [{ detailId, entry: each }] : [];
        });
        if (sent.length === 0) return;
        await request(savePicking, { id, details: sent });
        for (const { detailId, entry: each } of sent)
          if (latest.current[detailId] === each) unsent.current.delete(detailId);
        store();
      };
      // What does not arrive goes with the next line; shipping sends all of it in any case.
      sending.current = sending.current.then(send).catch(() => undefined);
    },
    [id, store, write],
  );
  /** Once nothing is on its way any more: what is sent after shipping would stand beside lines that are closed. */
  const settled = useCallback(() => sending.current, []);
  const forget = useCallback(() => dropDraft(key).catch(() => undefined), [key]);
  return { bill: bill.data, error: bill.error, reload: bill.refetch, entries, resumed, write, accept, settled, forget };
}

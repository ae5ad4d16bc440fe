import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { answerOrCached } from '../../parts/offline/cached-bills.ts';
import { openOutbox, outbox } from '../../parts/offline/outbox.ts';
import { draftKey } from '../../parts/state/draft-key.ts';
import { dropDraft, readDraft, writeDraft } from '../../parts/state/drafts.ts';
import { request } from '../../kernel/web/request.ts';
import { prePicking, savePicking } from './out-store.calls.ts';
import { type Entries, type Entry, mergedEntries, type PickBill, type StoredPicking } from './picking-entry.rules.ts';

/** A network that says nothing for so long while somebody picks is none. */
const LIMIT_MS = 10_000;

/** What a bill to pick is called where it is kept on this device. */
export const titleOf = ({ billCode, toLocationName }: PickBill): string => `${billCode} · ${toLocationName}`;

/** Where this device keeps what is entered of a bill. */
export const pickingKey = (id: string): string => draftKey('outStore.pick', id);

/** What was shipped away from the network, and has arrived or was let go, is begun anew. */
const isOver = ({ sentAs }: StoredPicking): boolean =>
  sentAs !== undefined && !outbox.get().some(({ key }) => key === sentAs);

/** The bill as the server proposes it; without a network as it was answered last. */
function usePickBill(id: string) {
  const { pathname } = useLocation();
  const asked = useQuery({
    queryKey: ['detail', 'outStore', id, 'pick'],
    queryFn: ({ signal }) => answerOrCached<PickBill>(pathname, titleOf, () => request(prePicking, { id }, { signal })),
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
  });
  return { bill: asked.data, error: asked.error, reload: asked.refetch };
}

/**
 * The bill with its proposed lots, and what was picked so far: a dead battery costs nothing, and what is accepted of a
 * line goes to the server as soon as it is reached, so that another device goes on from there.
 */
export function usePicking(id: string) {
  const key = useMemo(() => pickingKey(id), [id]);
  const asked = usePickBill(id);
  const [entries, setEntries] = useState<Entries>();
  const [resumed, setResumed] = useState<Pick<ReturnType<typeof mergedEntries>, 'others' | 'from'>>();
  const latest = useRef<Entries>({});
  const unsent = useRef(new Set<string>());
  const lines = asked.bill?.details;
  useEffect(() => {
    if (lines === undefined) return;
    const start = (stored: StoredPicking | undefined): void => {
      const { entries: merged, ...others } = mergedEntries(lines, stored);
      latest.current = merged;
      unsent.current = new Set(stored?.unsent);
      setEntries(merged);
      setResumed(others);
    };
    Promise.all([readDraft(key), openOutbox()]).then(
      ([found]) => {
        const stored = found?.values as StoredPicking | undefined;
        start(stored === undefined || isOver(stored) ? undefined : stored);
      },
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
        await request(savePicking, { id, details: sent }, { signal: AbortSignal.timeout(LIMIT_MS) });
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
  return { ...asked, entries, resumed, write, accept, stored: { settled, forget } };
}

import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { draftKey } from '../../parts/state/draft-key.ts';
import { dropDraft, readDraft, writeDraft } from '../../parts/state/drafts.ts';
import { request } from '../../kernel/web/request.ts';
import { prePicking } from './out-store.calls.ts';
import type { Entries, Entry } from './picking-entry.rules.ts';

/** The bill with its proposed lots, and what was picked so far; a dead battery costs nothing. */
export function usePicking(id: string) {
  const key = useMemo(() => draftKey('outStore.pick', id), [id]);
  const bill = useQuery({
    queryKey: ['detail', 'outStore', id, 'pick'],
    queryFn: ({ signal }) => request(prePicking, { id }, { signal }),
    staleTime: 60_000,
  });
  const [entries, setEntries] = useState<Entries>();
  useEffect(() => {
    readDraft(key).then(
      (found) => setEntries((found?.values['entries'] as Entries | undefined) ?? {}),
      () => setEntries({}),
    );
  }, [key]);
  const write = useCallback(
    (lineId: string, entry: Entry): void => {
      setEntries((now) => {
        const next = { ...now, [lineId]: entry };
        void writeDraft(key, { values: { entries: next }, lines: {}, savedAt: Date.now() }).catch(() => undefined);
        return next;
      });
    },
    [key],
  );
  const forget = useCallback(() => dropDraft(key).catch(() => undefined), [key]);
  return { bill: bill.data, error: bill.error, reload: bill.refetch, entries, write, forget };
}

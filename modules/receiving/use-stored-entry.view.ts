import { useCallback, useEffect, useMemo, useState } from 'react';
import { draftKey } from '../../kernel/web/form/draft-key.ts';
import { dropDraft, readDraft, writeDraft } from '../../parts/state/drafts.ts';

/** What was typed at the dock, as this device keeps it: a reload, another tab or a dead battery costs nothing. */
export function useStoredEntry<T>(name: string, id: string) {
  const key = useMemo(() => draftKey(name, id), [name, id]);
  const [found, setFound] = useState<{ readonly kept: T | undefined }>();
  useEffect(() => {
    readDraft(key).then(
      (draft) => setFound({ kept: draft?.values['kept'] as T | undefined }),
      () => setFound({ kept: undefined }),
    );
  }, [key]);
  const keep = useCallback(
    (kept: T): void =>
      void writeDraft(key, { values: { kept }, lines: {}, savedAt: Date.now() }).catch(() => undefined),
    [key],
  );
  const forget = useCallback(() => dropDraft(key).catch(() => undefined), [key]);
  return { found, keep, forget };
}

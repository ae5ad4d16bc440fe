import { useCallback, useEffect, useMemo, useState } from 'react';
import { draftKey } from '../../../parts/state/draft-key.ts';
import { dropDraft, readDraft, writeDraft } from '../../../parts/state/drafts.ts';

/** What is entered at the dock, stored on this device: a reload, another tab or an empty battery costs nothing. */
export function useStoredEntry<T>(name: string, id: string) {
  const key = useMemo(() => draftKey(name, id), [name, id]);
  /** Undefined until the device was read; `entry` where it had one. */
  const [stored, setStored] = useState<{ readonly entry: T | undefined }>();
  useEffect(() => {
    readDraft(key).then(
      (draft) => setStored({ entry: draft?.values['kept'] as T | undefined }),
      () => setStored({ entry: undefined }),
    );
  }, [key]);
  const store = useCallback(
    (entry: T): void =>
      void writeDraft(key, { values: { kept: entry }, lines: {}, savedAt: Date.now() }).catch(() => undefined),
    [key],
  );
  const forget = useCallback(() => dropDraft(key).catch(() => undefined), [key]);
  return { stored, store, forget };
}

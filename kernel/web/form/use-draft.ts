import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import type { Declaration } from '../../core/declaration.ts';
import { kinds } from '../../core/kinds.ts';
import { dropDraft, readDraft, writeDraft } from '../../../parts/state/drafts.ts';
import type { Values } from './values.ts';
import type { Edited } from './versions.ts';

/** What became of the draft on this device. */
interface DraftState {
  /** When this device last kept it; undefined while nothing is unsaved. */
  readonly savedAt: number | undefined;
  /** It was found here, from an earlier sitting. */
  readonly restored: boolean;
  readonly failed: boolean;
}
const NO_DRAFT: DraftState = { savedAt: undefined, restored: false, failed: false };
/** Well within the half second a person may lose. */
const SAVE_AFTER_MS = 300;

/** What may be kept on the device: a password never is. */
export const openly = (declaration: Declaration, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = declaration.fields[name];
      return field === undefined || !kinds[field.kind].sealed;
    }),
  );

/**
 * Stores what is typed on this device under `key`: restored before anything is typed (`looked` says that this was
 * tried), written after `touch`, once typing pauses or the page is hidden.
 */
export function useDraft(
  declaration: Declaration,
  key: string,
  edited: Edited | undefined,
  setEdited: Dispatch<SetStateAction<Edited | undefined>>,
) {
  const [draft, setDraft] = useState<DraftState>(NO_DRAFT);
  const [looked, setLooked] = useState(false);
  const latest = useRef(edited);
  latest.current = edited;
  const unkept = useRef(false);
  const keep = useCallback(() => {
    const now = latest.current;
    if (!unkept.current || now === undefined) return;
    unkept.current = false;
    const savedAt = Date.now();
    writeDraft(key, { values: openly(declaration, now.values), lines: now.lines, base: now.base, savedAt }).then(
      () => setDraft((before) => ({ ...before, savedAt, failed: false })),
      () => setDraft((before) => ({ ...before, failed: true })),
    );
  }, [declaration, key]);
  useFound(key, setEdited, setDraft, setLooked);
  useEffect(() => {
    if (!unkept.current) return;
    const timer = setTimeout(keep, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [edited, keep]);
  useLeaving(keep);
  const forgetDraft = useCallback(async (): Promise<void> => {
    unkept.current = false;
    setDraft(NO_DRAFT);
    await dropDraft(key).catch(() => undefined);
  }, [key]);
  /** What is typed at this moment, also where it was not drawn yet. */
  const typed = useCallback(() => latest.current, []);
  /** What follows has to be written. */
  const touch = useCallback(() => {
    unkept.current = true;
  }, []);
  /** Goes on with another version at once. */
  const replace = useCallback(
    (next: Edited): void => {
      unkept.current = true;
      latest.current = next;
      setEdited(next);
    },
    [setEdited],
  );
  return { draft, looked, typed, touch, replace, forgetDraft };
}

/** Takes up a draft from an earlier sitting, before anything is typed. */
function useFound(
  key: string,
  setEdited: (edited: Edited) => void,
  setDraft: (draft: DraftState) => void,
  setLooked: (looked: true) => void,
): void {
  useEffect(() => {
    let gone = false;
    readDraft(key).then(
      (found) => {
        if (gone) return;
        if (found !== undefined) {
          setEdited({ values: found.values, lines: found.lines, base: found.base ?? {} });
          setDraft({ savedAt: found.savedAt, restored: true, failed: false });
        }
        setLooked(true);
      },
      () => {
        if (!gone) {
          setDraft({ ...NO_DRAFT, failed: true });
          setLooked(true);
        }
      },
    );
    return () => {
      gone = true;
    };
  }, [key, setEdited, setDraft, setLooked]);
}

/** Calls `keep` when the tab, the page or the browser is left. */
function useLeaving(keep: () => void): void {
  useEffect(() => {
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', keep);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { uploading, uploadsFailed } from '../pictures/stored-files.ts';
import { lookingUp } from '../state/looking-up.ts';
import { useStore } from '../state/store.ts';

type Save<Choices, Saved> = (choices?: Choices) => Promise<Saved | undefined>;

/** A save on its way: what it is of, and whether it was asked for again since. */
interface Turn<Saved> {
  sent?: unknown;
  isAskedAgain?: boolean;
  readonly result: Promise<Saved | undefined>;
}

/**
 * Saves once no upload and no look-up of a reference runs: it would lose those. Nothing where an upload failed. Asked
 * for while it is on its way, it is the same save, and what was typed since is saved after it.
 */
export function useInTurn<Choices, Saved>(
  saveNow: Save<Choices, Saved>,
  typed: () => unknown,
): { readonly save: Save<Choices, Saved>; readonly saving: boolean } {
  const [isSaving, setSaving] = useState(false);
  const [, draw] = useState({});
  const isEntering = useStore(uploading) + useStore(lookingUp) > 0;
  const waiting = useRef<(() => void)[]>([]);
  /** The save of the form as it was drawn last. */
  const latest = useRef(saveNow);
  const turn = useRef<Turn<Saved>>(undefined);
  useEffect(() => {
    latest.current = saveNow;
    if (!isEntering) for (const resolve of waiting.current.splice(0)) resolve();
  });
  const drawn = useCallback(
    (): Promise<void> =>
      new Promise((resolve) => {
        waiting.current.push(resolve);
        draw({});
      }),
    [],
  );
  const run = useCallback(
    async function runAll(choices?: Choices): Promise<Saved | undefined> {
      const failed = uploadsFailed.get();
      await drawn();
      if (uploadsFailed.get() !== failed) return undefined;
      const sent = typed();
      turn.current = { result: turn.current!.result, sent };
      const saved = await latest.current(choices);
      if (turn.current.isAskedAgain !== true) return saved;
      await drawn();
      return [undefined, sent].includes(typed()) ? saved : runAll();
    },
    [drawn, typed],
  );
  const save = useCallback<Save<Choices, Saved>>(
    (choices) => {
      if (turn.current === undefined) {
        setSaving(true);
        const result = run(choices).finally(() => {
          turn.current = undefined;
          setSaving(false);
        });
        turn.current = { result };
        return result;
      }
      turn.current.isAskedAgain ||= typed() !== turn.current.sent;
      return turn.current.result.catch(() => undefined);
    },
    [run, typed],
  );
  return { save, saving: isSaving };
}
